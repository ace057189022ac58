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
  // The types of `@env-contract/registry/types`, by the rules of its own parsers.
  port: (value, entry) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value)) return "is no port number";
    const least = entry.options["min"] === 0 ? 0 : 1;
    return value < least || value > 65_535 ? `is no port number from ${least} to 65535` : outside(value, entry);
  },
  url: (value) => (typeof value === "string" && URL.canParse(value) ? null : "is no absolute URL"),
  duration: (value, entry) => {
    const time = typeof value === "string" ? milliseconds(value) : value;
    return typeof time === "number" && Number.isSafeInteger(time) && time >= 0 ? outside(time, entry) : "is no duration such as 500ms, 1.5s or 1h30m";
  },
  list: () => "is no list",
};

/** The whole milliseconds of a text such as `1h30m`; null for another text. */
function milliseconds(text: string): number | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "0") return 0;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd])[ \t]*)+$/.test(trimmed)) return null;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  let sum = 0;
  for (const [, count, unit] of trimmed.matchAll(/([\d.]+)(ms|[smhd])/g)) sum += Number(count) * units[unit!]!;
  return Math.abs(Math.round(sum) - sum) < 1e-6 ? Math.round(sum) : null;
}

function text(value: Constant): string | null {
  return typeof value === "string" ? null : "is no text";
}

function outside(value: number, entry: Entry): string | null {
  const { min, max } = entry.options;
  if (typeof min === "number" && value < min) return `is below its min ${min}`;
  if (typeof max === "number" && value > max) return `is above its max ${max}`;
  return null;
}
