import type { Rule } from "../src/rule.ts";
import { pastRegistry } from "./shared/variable.ts";

/** `read`: a variable is read or tested past the registry and is not allowed here. */
export const read: Rule = {
  name: "read",
  summary: "a variable is read or tested for presence through `process.env` or its kin, and is not allowed here",
  why: "A read past the registry has no type, no default and no description: each such place parses on its own, and nobody can list what the program depends on.",
  instead: "Declare the variable in the registry and write `envs.NAME.get()`, or `envs.NAME.isSet()` to ask for presence. A variable that another tool owns is allowed in the configuration, with a reason.",
  check: (context) => pastRegistry(context, "read"),
};
