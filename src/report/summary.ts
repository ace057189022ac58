/** The last lines of a run, for people: what was found, what was looked at, what to run next. */
import { byCodeUnit, printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import type { Paint } from "./text.ts";

export interface SummaryOptions {
  readonly paint: Paint;
  readonly elapsedMs: number;
  /** What to run or write next, most urgent first. */
  readonly next: readonly string[];
}

/** Notices first, then one line of result and a few of detail. */
export function renderSummary(verdict: Verdict, { paint, elapsedMs, next }: SummaryOptions): string {
  const rows: [label: string, text: string][] = [["checked", checked(verdict, elapsedMs)]];
  const fresh = newByKind(verdict);
  if (fresh.length > 1) rows.unshift(["new", fresh.join(", ")]);
  if (verdict.skipped.length > 0) rows.push(["skipped", some(verdict.skipped.map(({ path, reason }) => `${path} (${reason})`))]);
  if (verdict.off.length > 0) rows.push(["off", verdict.off.join(", ")]);
  for (const one of next) rows.push(["next", one]);
  const notices = verdict.notices.map((notice) => `${paint.warn("notice")} ${printable(notice)}\n`);
  return `${notices.join("")}${headline(verdict, paint)}\n${rows.map(([label, text]) => `  ${paint.dim(label.padEnd(8))} ${printable(text)}\n`).join("")}`;
}

function headline(verdict: Verdict, paint: Paint): string {
  const { summary } = verdict;
  const counts = [summary.new > 0 ? `${summary.new} new` : "", summary.stale > 0 ? `${summary.stale} stale` : "", summary.grown > 0 ? `${summary.grown} grown` : ""].filter((text) => text !== "");
  const rest = [summary.known > 0 ? `${summary.known} known` : "", summary.allowed > 0 ? `${summary.allowed} allowed` : ""].filter((text) => text !== "");
  const aside = rest.length === 0 ? "" : paint.dim(` (${rest.join(", ")})`);
  if (verdict.unparsed.length > 0) return `${paint.bad(`✖ incomplete: ${amount(verdict.unparsed.length, "file")} not parsed`)}${counts.length > 0 ? `; ${counts.join(", ")}` : ""}${aside}`;
  if (!verdict.complete) return `${paint.bad("✖ incomplete")}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}${aside}`;
  return counts.length > 0 ? `${paint.bad(`✖ ${counts.join(", ")}`)}${aside}` : `${paint.good("✔ nothing new")}${aside}`;
}

function checked(verdict: Verdict, elapsedMs: number): string {
  const not = verdict.skipped.length;
  return `${amount(verdict.filesChecked, "file")}${not > 0 ? `, ${not} not checked` : ""}, in ${elapsedMs < 1000 ? `${Math.round(elapsedMs)} ms` : `${(elapsedMs / 1000).toFixed(1)} s`}`;
}

function newByKind(verdict: Verdict): string[] {
  const counts = new Map<string, number>();
  for (const { status, kind } of verdict.violations) if (status === "new") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0])).map(([kind, count]) => `${count} ${kind}`);
}

function some(items: readonly string[]): string {
  return items.length <= 3 ? items.join(", ") : `${items.slice(0, 3).join(", ")} and ${items.length - 3} more`;
}

/** `1 file`, `2 files`. */
export function amount(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
