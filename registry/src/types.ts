import { formatNumber, inRange, parseBool, parseFloating, parseInteger, trim, within } from "./builders.ts";
import type { Range } from "./builders.ts";
import { entry } from "./entry.ts";
import type { Declared, Options } from "./entry.ts";

export { schema } from "./schema.ts";
export type { InputOf, OutputOf, SchemaOptions, StandardSchema } from "./schema.ts";

/** The URL of the platform, where its types are loaded. */
export type UrlObject = typeof globalThis extends { URL: { prototype: infer U } } ? U : { readonly href: string; readonly protocol: string };

/** What a JSON text can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What the items of a list may be, by builder name. */
export interface ItemTypes {
  readonly str: string;
  readonly int: number;
  readonly float: number;
  readonly bool: boolean;
}

/** `protocols`: those that a URL may have, as `URL` writes them: `https:`. */
export interface UrlOptions {
  readonly protocols?: readonly `${string}:`[];
}

/** `separator`: `,` unless said. `item`: the rule for each item, `str` unless said. */
export interface ListOptions<I extends keyof ItemTypes> {
  readonly separator?: string;
  readonly item?: I;
}

/** A port number: a whole number from 1 to 65535; `min: 0` also lets the system choose. */
export function port<C extends string = never, O extends true = never, F extends string = never>(options: Options<number, C, O, F, Range>): Declared<number, number, C, O, F> {
  const range = { min: Math.max(options.min ?? 1, 0), max: Math.min(options.max ?? 65535, 65535) };
  return entry({ type: "port", expects: `a port number${within(range)}`, parse: (text) => inRange(parseInteger(text), range), format: formatNumber, keep: true }, options);
}

/** An absolute URL; each `get()` gives a new object. The default and `set()` take a text too. */
export function url<C extends string = never, O extends true = never, F extends string = never>(
  options: Options<string | UrlObject, C, O, F, UrlOptions>,
): Declared<UrlObject, string | UrlObject, C, O, F> {
  const { protocols } = options;
  const parse = (text: string): UrlObject | undefined => {
    const value = parseUrl(text);
    return value && (!protocols || (protocols as readonly string[]).includes(value.protocol)) ? value : undefined;
  };
  const format = (value: string | UrlObject): string | undefined => (typeof value === "string" ? value : value?.href);
  return entry({ type: "url", expects: `a URL${protocols ? ` with ${protocols.join(" or ")}` : ""}`, parse, format, lift: (value: string | UrlObject) => parse(format(value) ?? "") }, options);
}

/** Items between separators, blanks around them apart; `""` is the empty list, an empty item is refused. Each `get()` gives a new array. */
export function list<I extends keyof ItemTypes = "str", C extends string = never, O extends true = never, F extends string = never>(
  options: Options<readonly ItemTypes[NoInfer<I>][], C, O, F, ListOptions<I>>,
): Declared<ItemTypes[NoInfer<I>][], readonly ItemTypes[NoInfer<I>][], C, O, F> {
  type Item = ItemTypes[I];
  const { separator = ",", item = "str" as I } = options;
  const rules: { [K in keyof ItemTypes]: (text: string) => ItemTypes[K] | undefined } = { str: (text) => text, int: parseInteger, float: parseFloating, bool: parseBool };
  const parse = (text: string): Item[] | undefined => {
    if (trim(text) === "") return [];
    const parts = text.split(separator).map(trim);
    const items = parts.map((part) => (part === "" ? undefined : (rules[item](part) as Item | undefined)));
    return items.includes(undefined) ? undefined : (items as Item[]);
  };
  const format = (items: readonly Item[]): string | undefined => {
    if (!Array.isArray(items)) return undefined;
    const text = items.map((one) => (typeof one === "boolean" ? +one : one)).join(separator);
    const back = parse(text);
    // An item with a separator or blanks in it would come back as another list.
    return back?.length === items.length && back.every((one, index) => typeof one === typeof items[index] && String(one) === String(items[index])) ? text : undefined;
  };
  const lift = (items: readonly Item[]): Item[] | undefined => (format(items) === undefined ? undefined : [...items]);
  return entry({ type: "list", expects: `a list of ${item}, separated by ${JSON.stringify(separator)}`, parse, format, lift }, options);
}

/** A JSON text; each `get()` gives a new value. `schema(…, { input: "json" })` gives it a shape. */
export function json<C extends string = never, O extends true = never, F extends string = never>(options: Options<Json, C, O, F>): Declared<Json, Json, C, O, F> {
  return entry({ type: "json", expects: "a JSON text", parse: parseJson, format: formatJson, lift: (value: Json) => parseJson(formatJson(value) ?? "") }, options);
}

/** A length of time in whole milliseconds, from a text such as `500ms`, `1.5s`, `1h30m`, `2d`; a number without a unit is refused, `0` apart. The default and `set()` take a text too. */
export function duration<C extends string = never, O extends true = never, F extends string = never>(
  options: Options<number | string, C, O, F, Range>,
): Declared<number, number | string, C, O, F> {
  const parse = (text: string): number | undefined => inRange(parseDuration(text), options);
  const format = (value: number | string): string | undefined => {
    const time = typeof value === "string" ? parse(value) : value;
    return Number.isSafeInteger(time) && time! >= 0 ? `${time}ms` : undefined;
  };
  return entry({ type: "duration", expects: `a duration such as 500ms, 1.5s or 1h30m${within(options).replace(/-?\d+/g, "$&ms")}`, parse, format, lift: (value: number | string) => parse(format(value) ?? ""), keep: true }, options);
}

function parseUrl(text: string): UrlObject | undefined {
  try {
    return new (globalThis as unknown as { URL: new (text: string) => UrlObject }).URL(text);
  } catch {
    // The message of the platform quotes the text.
    return undefined;
  }
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function formatJson(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function parseDuration(text: string): number | undefined {
  text = trim(text).toLowerCase();
  if (text === "0") return 0;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd])[ \t]*)+$/.test(text)) return undefined;
  const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ms|[smhd])/g)) sum += Number(count) * units[unit!]!;
  const whole = Math.round(sum);
  return Number.isSafeInteger(whole) && Math.abs(whole - sum) < 1e-6 ? whole : undefined;
}
