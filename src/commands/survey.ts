/** What a project without a configuration looks like: where it stands, and how to begin. */
import type { FileFacts } from "../facts.ts";
import { amount } from "../report/summary.ts";
import type { Paint } from "../report/text.ts";
import { byCodeUnit, printable } from "../verdict.ts";
import type { Violation } from "../verdict.ts";
import type { Analysis } from "./analyse.ts";

/** Counts per kind, the names that are read most, and the libraries that already hold a list of variables. */
export function renderSurvey({ verdict, files }: Pick<Analysis, "verdict" | "files">, paint: Paint): string {
  const rows: [label: string, text: string][] = [];
  const kinds = tally(verdict.violations, (violation) => violation.kind);
  rows.push(["found", kinds.length === 0 ? "no use of the environment" : kinds.map(([kind, count]) => `${count} ${kind}`).join(", ")]);
  const reads = verdict.violations.filter((violation) => violation.kind === "read" && !violation.name.startsWith("<"));
  const names = tally(reads, (violation) => violation.name);
  if (names.length > 0) rows.push(["names", `${amount(names.length, "name")} read, most often ${names.slice(0, 5).map(([name, count]) => `${name} (${count})`).join(", ")}`]);
  const libraries = librariesIn(files, new Set(verdict.violations.map((violation) => violation.path)));
  if (libraries.length > 0) rows.push(["present", libraries.join(", ")]);
  rows.push(["begin", "write env-contract.json, as the README shows: {} is enough to begin with"]);
  const heading = `${paint.bold("no configuration")}${paint.dim(": only read, write and whole-environ are checked")}`;
  return `${heading}\n${rows.map(([label, text]) => `  ${paint.dim(label.padEnd(8))} ${printable(text)}\n`).join("")}`;
}

const LIBRARIES = [
  "dotenv",
  "dotenv-expand",
  "dotenv-flow",
  "dotenv-safe",
  "@dotenvx/dotenvx",
  "envalid",
  "znv",
  "env-var",
  "env-schema",
  "envsafe",
  "convict",
  "varlock",
  "@t3-oss/env-core",
  "@t3-oss/env-nextjs",
  "@t3-oss/env-nuxt",
  "@nestjs/config",
] as const;

/** Validators that say something about the environment only where a file uses both. */
const VALIDATORS = ["zod", "valibot", "arktype", "joi"] as const;

function librariesIn(files: readonly FileFacts[], reading: ReadonlySet<string>): string[] {
  const seen = new Map<string, string[]>();
  for (const file of files) {
    const known = reading.has(file.path) ? [...LIBRARIES, ...VALIDATORS] : LIBRARIES;
    const used = known.filter((library) => file.imports.some(({ from, typeOnly }) => !typeOnly && (from === library || from.startsWith(`${library}/`))));
    for (const library of used) seen.set(library, [...(seen.get(library) ?? []), file.path]);
  }
  return [...seen].sort((a, b) => byCodeUnit(a[0], b[0])).map(([library, paths]) => {
    const [first = "", ...rest] = paths.sort(byCodeUnit);
    return `${library} in ${first}${rest.length > 0 ? ` and ${rest.length} more` : ""}`;
  });
}

function tally(violations: readonly Violation[], keyOf: (violation: Violation) => string): [key: string, count: number][] {
  const counts = new Map<string, number>();
  for (const violation of violations) counts.set(keyOf(violation), (counts.get(keyOf(violation)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0]));
}
