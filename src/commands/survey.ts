/** What a project without a configuration looks like: where it stands, and how to begin. */
import type { Named } from "../files/select.ts";
import { renderRows } from "../report/rows.ts";
import type { LabelRow, Page } from "../report/rows.ts";
import { amount, outdented } from "../report/summary.ts";
import { byCodeUnit } from "../verdict.ts";
import type { Violation } from "../verdict.ts";
import type { Analysis } from "./analyse.ts";

/** What the summary does not say: the names that are read most, the libraries that already hold a list of variables, and those through which variables are read unseen. */
export function renderSurvey({ verdict, named }: Pick<Analysis, "verdict" | "named">, page: Page): string {
  const rows: LabelRow[] = [];
  if (verdict.violations.length === 0) rows.push({ label: "found", text: "no use of the environment" });
  const reads = verdict.violations.filter((violation) => violation.kind === "read" && !violation.name.startsWith("<"));
  const names = tally(reads, (violation) => violation.name);
  if (names.length > 0) rows.push({ label: "names", text: `${amount(names.length, "name")} read, most often ${names.slice(0, 5).map(([name, count]) => `${name} (${count})`).join(", ")}` });
  const reading = new Set(verdict.violations.map((violation) => violation.path));
  const present = [...librariesIn(named, LIBRARIES), ...librariesIn(new Map([...named].filter(([path]) => reading.has(path))), VALIDATORS)];
  if (present.length > 0) rows.push({ label: "present", text: present.join(", ") });
  const unseen = librariesIn(named, READERS);
  if (unseen.length > 0) rows.push({ label: "unseen", text: `what is read through ${unseen.join(", ")}` });
  rows.push({ label: "begin", command: "env-contract init", text: "declares what the code reads, and lists today's debt" });
  const { bold, dim } = page.paint;
  const heading = outdented([{ text: "no configuration", paint: bold }, { text: ": only read, write and whole-environ are checked", paint: dim }], page.columns);
  return `${heading}${renderRows(rows, page)}`;
}

/** They load `.env` files, or are handed the environment: what they do with it stands in the code. */
const LIBRARIES = [
  "dotenv",
  "dotenv-expand",
  "dotenv-flow",
  "dotenv-safe",
  "@dotenvx/dotenvx",
  "envalid",
  "envsafe",
  "znv",
  "@t3-oss/env-core",
  "@t3-oss/env-nextjs",
  "@t3-oss/env-nuxt",
] as const;

/** They read the environment themselves: the code that asks them names no `process.env`. */
const READERS = ["std-env", "env-var", "env-schema", "convict", "nconf", "getenv", "varlock", "@nestjs/config", "@adonisjs/env"] as const;

/** They say something about the environment only where a file uses both. */
const VALIDATORS = ["zod", "valibot", "arktype", "joi"] as const;

/** `dotenv in src/main.ts`, `zod in 3 files`. */
function librariesIn(named: ReadonlyMap<string, readonly Named[]>, libraries: readonly string[]): string[] {
  return libraries.flatMap((library) => {
    const using = [...named].filter(([, modules]) => modules.some(({ specifier, typeOnly }) => !typeOnly && (specifier === library || specifier.startsWith(`${library}/`))));
    const [only, ...more] = using.map(([path]) => path);
    if (only === undefined) return [];
    return [`${library} in ${more.length === 0 ? only : amount(using.length, "file")}`];
  });
}

function tally(violations: readonly Violation[], keyOf: (violation: Violation) => string): [key: string, count: number][] {
  const counts = new Map<string, number>();
  for (const violation of violations) counts.set(keyOf(violation), (counts.get(keyOf(violation)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0]));
}
