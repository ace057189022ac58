/** An entry of a registry as what reading it gives. */
import { bool, choice, float, int, path, str } from "../../registry/src/builders.ts";
import type { Declaration, Presence } from "../infer/usage.ts";
import type { Constant, Entry } from "../linked.ts";

/** Null where that is not one of the six types of the library's core, or not written as constants. */
export function declarationOf({ builder, options, choices, unreadable }: Entry): Declaration | null {
  const presence = presenceOf(options);
  const rule = presence === null || unreadable.length > 0 ? null : ruleOf(builder, options, choices ?? []);
  if (presence === null || rule === null || builder === null) return null;
  return { builder, rule, choices: choices ?? [], presence, emptyIsUnset: options["emptyIsUnset"] === true, min: numberOf(options["min"]), max: numberOf(options["max"]), secret: options["secret"] === true };
}

function ruleOf(builder: string | null, options: Entry["options"], choices: readonly string[]): Declaration["rule"] | null {
  const min = numberOf(options["min"]);
  const max = numberOf(options["max"]);
  const bounds = { required: true, ...(min !== null && { min }), ...(max !== null && { max }) } as const;
  switch (builder) {
    case "bool":
      return bool(bounds).kind;
    case "int":
      return int(bounds).kind;
    case "float":
      return float({ ...bounds, ...(options["finite"] === true && { finite: true }) }).kind;
    case "str":
      return str(bounds).kind;
    case "path":
      return path(bounds).kind;
    case "choice":
      return choice(choices as never, bounds).kind;
    default:
      return null;
  }
}

function presenceOf(options: Entry["options"]): Presence | null {
  if (options["optional"] === true) return { is: "optional" };
  if (options["required"] === true) return { is: "required" };
  if (options["fallbackTo"] !== undefined) return { is: "computed" };
  const value = options["default"];
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? { is: "computed" } : { is: "default", value };
}

function numberOf(value: Constant): number | null {
  return typeof value === "number" ? value : null;
}
