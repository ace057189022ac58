/** What `get()` gives for a text: the parse rules of `@env-contract/registry`, held to its table by a test. */
import type { Declaration, Literal } from "./usage.ts";

/** A value, or that none comes: the library raises an error. `opaque` values are known by their source alone. */
export type Outcome = { readonly is: "value"; readonly value: Literal } | { readonly is: "opaque"; readonly source: string } | { readonly is: "raised" };

/** What `get()` gives where the variable has the text, or (undefined) is unset. */
export function given(declaration: Declaration, text: string | undefined): Outcome {
  if (text !== undefined && !(text === "" && declaration.emptyIsUnset)) return parsed(declaration, text);
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

/** True where the rule of the type takes the text. */
export function accepts(declaration: Declaration, text: string): boolean {
  return given(declaration, text).is !== "raised";
}

function parsed({ builder, choices, min, max }: Declaration, text: string): Outcome {
  const word = trim(text).toLowerCase();
  const number = (value: number | null): Outcome => (value === null || (min !== null && !(value >= min)) || (max !== null && !(value <= max)) ? { is: "raised" } : { is: "value", value });
  switch (builder) {
    case "str":
    case "path":
      return { is: "value", value: text };
    case "bool":
      if (/^(?:1|true|yes|on)$/.test(word)) return { is: "value", value: true };
      return /^(?:0|false|no|off|)$/.test(word) ? { is: "value", value: false } : { is: "raised" };
    case "int":
      return number(integer(text));
    case "port": {
      const value = integer(text);
      return number(value !== null && value >= (min ?? 1) && value <= 65_535 ? value : null);
    }
    case "float":
      return number(floating(word));
    case "choice":
      return choices.includes(word) ? { is: "value", value: word } : { is: "raised" };
    default:
      return { is: "opaque", source: `${builder} ${text}` };
  }
}

function integer(text: string): number | null {
  const value = /^[+-]?\d(?:_?\d)*$/.test(trim(text)) ? Number(trim(text).replaceAll("_", "")) : NaN;
  return Number.isSafeInteger(value) ? value + 0 : null;
}

function floating(word: string): number | null {
  const named = /^([+-]?)(?:inf(?:inity)?|(nan))$/.exec(word);
  if (named !== null) return named[2] !== undefined ? NaN : named[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?(?:\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?|\.\d(?:_?\d)*)(?:e[+-]?\d(?:_?\d)*)?$/.test(word) ? Number(word.replaceAll("_", "")) : null;
}

function trim(text: string): string {
  return text.replace(/^[ \t-\r]+|(?<![ \t-\r])[ \t-\r]+$/g, "");
}
