/** What may differ between two declarations of one variable, and whom it concerns. */
import { isComputed } from "../declared.ts";
import type { Entry } from "../linked.ts";
import type { Change, Impact } from "./change.ts";

/** One change for each option that differs, its impact as of a public, stable entry. `was` may have another name. */
export function fieldChanges(was: Entry, is: Entry): Change[] {
  const typeChanged = typeText(was) !== typeText(is);
  const found = [...(typeChanged ? [typeChange(was, is)] : limits(was, is)), presence(was, is), secrecy(was, is), lifecycle(was, is), audience(was, is), ...words(was, is)];
  const note = is.options["lifecycleNote"];
  return found.flatMap((one) => (one === null ? [] : [{ name: is.name, change: "changed" as const, note: one.what === "lifecycle" && typeof note === "string" ? note : null, at: is.site, ...one }]));
}

/** `int`, `list of int`. */
export function typeText({ builder, options }: Entry): string {
  const type = builder ?? "unknown";
  return type === "list" ? `list of ${String(options["item"] ?? "str")}` : type;
}

/** `required`, `optional`, `falls back to ACME_HOST`, `default 8025`; the default of a secret is not shown. */
export function presenceText(entry: Entry): string {
  if (entry.options["required"] === true) return "required";
  if (entry.options["fallbackTo"] !== undefined) return `falls back to ${String(entry.options["fallbackTo"])}`;
  return "default" in entry.sources ? `default ${shown(entry)}` : "optional";
}

interface Difference {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly impact: Impact;
}

function typeChange(was: Entry, is: Entry): Difference {
  const widens = (WIDER[was.builder ?? ""] ?? []).includes(is.builder ?? "");
  return { what: "type", before: typeText(was), after: typeText(is), impact: widens ? "additive" : "breaking" };
}

/** Types that take every text of the first, for the same value. */
const WIDER: Readonly<Record<string, readonly string[]>> = { port: ["int", "float"], int: ["float"] };

/** What a text may be: less is breaking, more is additive, another is breaking. */
function limits(was: Entry, is: Entry): (Difference | null)[] {
  return [
    bound(was, is, "min", (before, after) => after > before),
    bound(was, is, "max", (before, after) => after < before),
    set("choices", was.choices, is.choices),
    set("protocols", was.lists["protocols"] ?? null, is.lists["protocols"] ?? null),
    flag(was, is, "finite"),
    option(was, is, "separator", "breaking"),
    option(was, is, "emptyIsUnset", "breaking"),
  ];
}

function bound(was: Entry, is: Entry, what: string, narrows: (before: number, after: number) => boolean): Difference | null {
  const [before, after] = [was.options[what], is.options[what]];
  if (typeof before !== "number" && typeof after !== "number") return option(was, is, what, "breaking");
  if (before === after) return null;
  const narrower = typeof after === "number" && (typeof before !== "number" || narrows(before, after));
  return { what, before: textOf(was, what), after: textOf(is, what), impact: narrower ? "breaking" : "additive" };
}

/** A list of what is taken; null takes all. */
function set(what: string, before: readonly string[] | null, after: readonly string[] | null): Difference | null {
  const lost = after !== null && (before === null || before.some((one) => !after.includes(one)));
  const won = before !== null && (after === null || after.some((one) => !before.includes(one)));
  return lost || won ? { what, before: before?.join(", ") ?? null, after: after?.join(", ") ?? null, impact: lost ? "breaking" : "additive" } : null;
}

function flag(was: Entry, is: Entry, what: string): Difference | null {
  const [before, after] = [was.options[what] === true, is.options[what] === true];
  return before === after ? null : { what, before: String(before), after: String(after), impact: after ? "breaking" : "additive" };
}

/** What happens where nobody sets it. */
function presence(was: Entry, is: Entry): Difference | null {
  const [before, after] = [presenceText(was), presenceText(is)];
  const sameDefault = "default" in was.sources && "default" in is.sources;
  if (sameDefault ? defaultKey(was) === defaultKey(is) : before === after) return null;
  const impact = was.options["required"] === true ? "additive" : "breaking";
  return sameDefault ? { what: "default", before: shown(was), after: shown(is), impact } : { what: "presence", before, after, impact };
}

/** Equal for equal constants, however they are spelled; a computed default counts by its text. */
function defaultKey(entry: Entry): string {
  const value = entry.options["default"];
  return entry.lists["default"] !== undefined ? JSON.stringify(entry.lists["default"]) : isComputed(value) ? value.computed.replace(/\s+/g, " ") : `${typeof value} ${String(value)}`;
}

/** As it is written, or (`default: PORT`) what that stands for. */
function shown({ options, sources }: Entry): string {
  if (options["secret"] === true) return "(secret)";
  const value = options["default"];
  const source = sources["default"] ?? "";
  if (isComputed(value)) return typeof options["defaultDoc"] === "string" ? options["defaultDoc"] : source;
  return /^[-+.\d'"`]|^(true|false|null)$/.test(source) ? source : (JSON.stringify(value) ?? source);
}

/** A value that was hidden and is not any more is a promise broken. */
function secrecy(was: Entry, is: Entry): Difference | null {
  const [before, after] = [was.options["secret"] === true, is.options["secret"] === true];
  return before === after ? null : { what: "secret", before: String(before), after: String(after), impact: before ? "breaking" : "additive" };
}

function lifecycle(was: Entry, is: Entry): Difference | null {
  const [before, after] = [word(was, "lifecycle", "stable"), word(is, "lifecycle", "stable")];
  if (before === after) return null;
  const withdrawn = before === "stable" && (after === "experimental" || after === "diagnostic");
  return { what: "lifecycle", before, after, impact: withdrawn ? "breaking" : "additive" };
}

function audience(was: Entry, is: Entry): Difference | null {
  const [before, after] = [word(was, "audience", "public"), word(is, "audience", "public")];
  return before === after ? null : { what: "audience", before, after, impact: after === "internal" ? "breaking" : "additive" };
}

/** What only people read; and which source wins, which is no such thing. */
function words(was: Entry, is: Entry): (Difference | null)[] {
  return [
    option(was, is, "precedence", "breaking"),
    ...["category", "description"].map((what) => {
      const [before, after] = what === "category" ? [was.category, is.category] : [was.description, is.description];
      return before === after ? null : { what, before, after, impact: "documentation" as const };
    }),
    ...["lifecycleNote", "disposition", "owner", "unprefixed", "argument", "appliesTo", "defaultDoc", "example", "readIn", "client"].map((what) => option(was, is, what, "documentation")),
    aliasTerms(was, is),
  ];
}

function aliasTerms(was: Entry, is: Entry): Difference | null {
  const terms = ({ aliases }: Entry, others: Entry): string => aliases.filter(({ name }) => others.aliases.some((other) => other.name === name)).map(({ name, removeIn }) => `${name}${removeIn === undefined ? "" : ` until ${removeIn}`}`).sort().join(", ");
  const [before, after] = [terms(was, is), terms(is, was)];
  return before === after ? null : { what: "aliases", before, after, impact: "documentation" };
}

function option(was: Entry, is: Entry, what: string, impact: Impact): Difference | null {
  const [before, after] = [textOf(was, what), textOf(is, what)];
  return before === after ? null : { what, before, after, impact };
}

/** A constant by its value, anything else by its source. */
function textOf(entry: Entry, what: string): string | null {
  const value = entry.options[what];
  if (value === undefined || value === false) return null;
  return isComputed(value) ? (entry.lists[what]?.join(", ") ?? value.computed.replace(/\s+/g, " ")) : String(value);
}

function word(entry: Entry, what: string, otherwise: string): string {
  const value = entry.options[what];
  return typeof value === "string" ? value : otherwise;
}
