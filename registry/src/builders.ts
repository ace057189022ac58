import { entry } from "./entry.ts";
import type { Declared, Options } from "./entry.ts";
import type { Environ } from "./state.ts";

/** The bounds of a number, both included. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** The bounds of a float; `finite` refuses `inf`, `nan` and what is too large for a double. */
export interface FloatRange extends Range {
  readonly finite?: boolean;
}

/** A switch: `1 true yes on` or `0 false no off` or nothing, in any case, with blanks around. */
export function bool<C extends string = never, O extends true = never, F extends string = never>(options: Options<boolean, C, O, F>): Declared<boolean, boolean, C, O, F> {
  return entry({ type: "bool", expects: "one of 1 true yes on, 0 false no off", parse: parseBool, format: (value: boolean) => (typeof value === "boolean" ? String(+value) : undefined), keep: true }, options);
}

/** A whole number: decimal digits, `_` between them and a sign allowed; safe integers only. */
export function int<C extends string = never, O extends true = never, F extends string = never>(options: Options<number, C, O, F, Range>): Declared<number, number, C, O, F> {
  return entry({ type: "int", expects: `a whole number${within(options)}`, parse: (text) => inRange(parseInteger(text), options), format: formatNumber, keep: true }, options);
}

/** A number by the grammar of Python's `float()`: `1.`, `.5`, `1e3`, `1_0.5`, `inf`, `nan`. */
export function float<C extends string = never, O extends true = never, F extends string = never>(options: Options<number, C, O, F, FloatRange>): Declared<number, number, C, O, F> {
  const parse = (text: string): number | undefined => {
    const value = inRange(parseFloating(text), options);
    return options.finite && !Number.isFinite(value) ? undefined : value;
  };
  return entry({ type: "float", expects: `a ${options.finite ? "finite " : ""}number${within(options)}`, parse, format: formatNumber, keep: true }, options);
}

/** The text itself. */
export function str<C extends string = never, O extends true = never, F extends string = never>(options: Options<string, C, O, F>): Declared<string, string, C, O, F> {
  return entry({ type: "str", expects: "a text", parse: (text) => text, format: formatText }, options);
}

/** A path: a leading `~` is the home directory, in the value and in the default. */
export function path<C extends string = never, O extends true = never, F extends string = never>(options: Options<string, C, O, F>): Declared<string, string, C, O, F> {
  return entry({ type: "path", expects: "a path; ~ needs HOME or USERPROFILE to be set", parse: expandHome, format: formatText, lift: expandHome }, options);
}

/** One of a few words in lower case; blanks around and the case of the text do not matter. */
export function choice<V extends string, C extends string = never, O extends true = never, F extends string = never>(
  values: readonly V[] & readonly Lowercase<V>[],
  options: Options<NoInfer<V>, C, O, F>,
): Declared<NoInfer<V>, NoInfer<V>, C, O, F> {
  const parse = (text: string): V | undefined => {
    const word = trim(text).toLowerCase();
    return values.find((value) => value === word);
  };
  return entry({ type: "choice", expects: `one of ${values.join(", ")}`, parse, format: formatText, keep: true }, options);
}

/** The truth of a text, by the rule of `bool`. @internal */
export function parseBool(text: string): boolean | undefined {
  const word = trim(text).toLowerCase();
  if (/^(1|true|yes|on)$/.test(word)) return true;
  return /^(0|false|no|off|)$/.test(word) ? false : undefined;
}

/** The safe integer that a text spells, by the rule of `int`. @internal */
export function parseInteger(text: string): number | undefined {
  const value = /^[+-]?\d(_?\d)*$/.test((text = trim(text))) ? Number(text.replaceAll("_", "")) : NaN;
  // `+ 0`: there is no negative zero among the integers.
  return Number.isSafeInteger(value) ? value + 0 : undefined;
}

/** The number that a text spells, by the rule of `float`. @internal */
export function parseFloating(text: string): number | undefined {
  text = trim(text).toLowerCase();
  const words = /^([+-]?)(?:inf(?:inity)?|(nan))$/.exec(text);
  if (words) return words[2] ? NaN : words[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?(\d(_?\d)*(\.(\d(_?\d)*)?)?|\.\d(_?\d)*)(e[+-]?\d(_?\d)*)?$/.test(text) ? Number(text.replaceAll("_", "")) : undefined;
}

/** A text without the blanks around it: space, tab, line feed, carriage return, form feed, vertical tab. @internal */
export function trim(text: string): string {
  // The look-behind starts a match only where a run of blanks starts: without it, blanks within cost their square.
  return text.replace(/^[ \t-\r]+|(?<![ \t-\r])[ \t-\r]+$/g, "");
}

/** The number, if it lies in the range (`nan` lies in none). @internal */
export function inRange(value: number | undefined, { min, max }: Range): number | undefined {
  return value === undefined || (min !== undefined && !(value >= min)) || (max !== undefined && !(value <= max)) ? undefined : value;
}

/** " from 1 to 9", " of at least 1", " of at most 9" or nothing. @internal */
export function within({ min, max }: Range): string {
  if (min === undefined) return max === undefined ? "" : ` of at most ${max}`;
  return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`;
}

/** The shortest decimal that reads as the number. @internal */
export function formatNumber(value: number): string | undefined {
  return typeof value === "number" ? String(value) : undefined;
}

function formatText(value: string): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function expandHome(text: string, environ: Environ): string | undefined {
  if (!/^~(?![^/\\])/.test(text)) return text;
  const home = environ["HOME"] || environ["USERPROFILE"];
  return home && (home.replace(/\/+$/, "") + text.slice(1) || "/");
}
