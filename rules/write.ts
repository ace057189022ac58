import type { Rule } from "../src/rule.ts";
import { pastRegistry } from "./shared/variable.ts";

/** `write`: a variable is assigned, deleted or stubbed past the registry and is not allowed here. */
export const write: Rule = {
  name: "write",
  summary: "a variable is assigned, deleted or stubbed through `process.env` or its kin, and is not allowed here",
  why: "Every assignment becomes text (`undefined` becomes \"undefined\"), stays for the rest of the process, and reaches every child: values that parts of a program hand each other this way cannot be followed.",
  instead: "Pass the value as an argument. Where the variable must change, write `envs.NAME.set(value)` or `envs.NAME.clear()`; in a test `using override = envs.NAME.override(value)`, which restores what was there.",
  check: (context) => pastRegistry(context, "write"),
};
