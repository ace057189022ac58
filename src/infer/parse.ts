/** What `get()` gives for a text, by the library's own rules. */
import { bool, choice, float, int, str } from "../../registry/src/builders.ts";
import type { Entry as Declared } from "../../registry/src/entry.ts";
import type { Declaration, Literal } from "./usage.ts";

/** A value, or that none comes: the library raises an error. `opaque` values are known by their source alone. */
export type Outcome = { readonly is: "value"; readonly value: Literal } | { readonly is: "opaque"; readonly source: string } | { readonly is: "raised" };

/** What `get()` gives where the variable has the text, or (undefined) is unset. */
export function given(declaration: Declaration, text: string | undefined): Outcome {
  if (text !== undefined && isSet(declaration, text)) return parsed(declaration, text);
  const { presence } = declaration;
  switch (presence.is) {
    case "default":
      return { is: "value", value: presence.value };
    case "computed":
      return { is: "opaque", source: "the default of the entry" };
    case "optional":
      return { is: "value", value: undefined };
    case "required":
      return { is: "raised" };
  }
}

/** What `isSet()` says. */
export function isSet({ emptyIsUnset }: Declaration, text: string | undefined): boolean {
  return text !== undefined && !(text === "" && emptyIsUnset);
}

/** The types that code alone can speak for. */
export type Plain = "bool" | "int" | "float" | "str" | "choice";

/** The library's rule for a type. */
export function ruleOf(builder: Plain, choices: readonly string[]): Declared["kind"] {
  const options = { required: true } as const;
  switch (builder) {
    case "bool":
      return bool(options).kind;
    case "int":
      return int(options).kind;
    case "float":
      return float(options).kind;
    case "str":
      return str(options).kind;
    case "choice":
      return choice(choices as never, options).kind;
  }
}

function parsed({ builder, rule }: Declaration, text: string): Outcome {
  const value: unknown = rule.parse(text, { HOME: "/home/user" });
  if (value === undefined) return { is: "raised" };
  return typeof value === "object" ? { is: "opaque", source: `${builder} ${text}` } : { is: "value", value: value as Literal };
}
