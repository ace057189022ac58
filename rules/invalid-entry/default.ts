import { declaredOf, isComputed } from "../../src/declared.ts";
import type { Entry } from "../../src/linked.ts";
import type { Clause } from "./fault.ts";

/** Its default is a value that its own builder would reject. */
export const defaultValue: Clause = function* ({ entry }) {
  if (!("default" in entry.options)) return;
  const fault = faultOf(entry);
  if (fault !== null) yield { what: `its default ${entry.sources["default"] ?? JSON.stringify(entry.options["default"])} ${fault}`, mend: "correct the default, or the type" };
};

function faultOf(entry: Entry): string | null {
  const value = entry.lists["default"] ?? entry.options["default"];
  const declared = declaredOf(entry);
  if (declared === null || (entry.lists["default"] === undefined && isComputed(entry.options["default"]))) return null;
  const { lift, format, parse, expects } = declared.kind;
  const text = format(value);
  if (text !== undefined && (lift ? lift(value, SOMEWHERE) : parse(text, SOMEWHERE)) !== undefined) return null;
  if (typeof value === "string" && entry.choices?.includes(value)) return "is never matched, since values are lower-cased";
  return WORDS[entry.builder ?? ""] ?? `is not ${expects}`;
}

/** A path may start with `~`. */
const SOMEWHERE = { HOME: "/home" };

/** Where what is expected of a text says nothing of a value. */
const WORDS: Readonly<Record<string, string>> = { bool: "is no boolean", str: "is no text", path: "is no text" };
