import type { Constant, Entry } from "../../src/linked.ts";
import type { Clause } from "./fault.ts";

/** Its default is a value that its own builder would reject. */
export const defaultValue: Clause = function* ({ entry }) {
  if (!("default" in entry.options)) return;
  const value = entry.options["default"];
  if (isComputed(value)) return;
  const fault = PARSERS[entry.builder ?? ""]?.(value, entry) ?? null;
  if (fault !== null) yield { what: `its default ${entry.sources["default"] ?? JSON.stringify(value)} ${fault}`, mend: "correct the default, or the type" };
};

function isComputed(value: Constant): value is { readonly computed: string } {
  return typeof value === "object" && value !== null;
}

type Parser = (value: Exclude<Constant, { computed: string }>, entry: Entry) => string | null;

const PARSERS: Readonly<Record<string, Parser>> = {
  bool: (value) => (typeof value === "boolean" ? null : "is no boolean"),
  int: (value, entry) => (typeof value !== "number" ? "is no number" : Number.isSafeInteger(value) ? outside(value, entry) : "is no safe integer"),
  float: (value, entry) => (typeof value !== "number" ? "is no number" : entry.options["finite"] === true && !Number.isFinite(value) ? "is not finite" : outside(value, entry)),
  str: text,
  path: text,
  choice: (value, entry) => {
    if (typeof value !== "string") return "is no text";
    // The parser trims and lower-cases a value before it looks for the choice.
    if (entry.choices === null || (entry.choices.includes(value) && value === value.trim().toLowerCase())) return null;
    return entry.choices.includes(value) ? "is never matched, since values are lower-cased" : `is none of ${entry.choices.join(", ") || "its choices"}`;
  },
};

function text(value: Constant): string | null {
  return typeof value === "string" ? null : "is no text";
}

function outside(value: number, entry: Entry): string | null {
  const { min, max } = entry.options;
  if (typeof min === "number" && value < min) return `is below its min ${min}`;
  if (typeof max === "number" && value > max) return `is above its max ${max}`;
  return null;
}
