/** The last lines of a run, for people: what was found, what was looked at, what to run next. */
import { byCodeUnit, placeOf, printable } from "../verdict.ts";
import type { Part, Verdict } from "../verdict.ts";
import { elapsed } from "./elapsed.ts";
import { renderRows } from "./rows.ts";
import type { LabelRow, Page } from "./rows.ts";
import { painter } from "./text.ts";
import type { Paint } from "./text.ts";
import { wrap } from "./wrap.ts";
import type { Span } from "./wrap.ts";

export interface Step {
  readonly command?: string;
  readonly text: string;
}

export interface SummaryOptions extends Page {
  readonly elapsedMs: number;
  /** What to run or write next, most urgent first. */
  readonly next: readonly Step[];
}

/** Notices first, then one line of result and a few of detail. */
export function renderSummary(verdict: Verdict, options: SummaryOptions): string {
  const { paint, columns, elapsedMs, next } = options;
  const rows: LabelRow[] = [];
  if (verdict.summary.new > 0) rows.push({ label: "new", text: newByKind(verdict).join(", ") });
  rows.push({ label: "checked", text: checked(verdict, elapsedMs) });
  if (verdict.skipped.length > 0) rows.push({ label: "skipped", text: some(verdict.skipped.map((one) => `${placeOf(one)} (${one.reason})`)) });
  if (verdict.parts.length > 1) for (const part of verdict.parts) rows.push({ label: "in", text: partText(part) });
  else if (verdict.parts[0] !== undefined && verdict.parts[0].off.length > 0) rows.push({ label: "off", text: verdict.parts[0].off.join(", ") });
  for (const step of next) rows.push({ label: "next", ...step });
  const notices = verdict.notices.map((notice) => outdented([{ text: "notice", paint: paint.warn }, { text: ` ${printable(notice)}` }], columns));
  return `${notices.join("")}${headline(verdict, options)}${renderRows(rows, options)}`;
}

/** The result in one line: `✖ 3 new, 1 stale (2 known)`. */
export function headlineOf(verdict: Verdict): string {
  return headlineSpans(verdict, painter("none")).map(({ text }) => text).join("");
}

function headline(verdict: Verdict, { paint, columns }: Page): string {
  return outdented(headlineSpans(verdict, paint), columns);
}

function headlineSpans(verdict: Verdict, paint: Paint): Span[] {
  const { summary } = verdict;
  const counts = [summary.new > 0 ? `${summary.new} new` : "", summary.stale > 0 ? `${summary.stale} stale` : "", summary.grown > 0 ? `${summary.grown} grown` : ""].filter((text) => text !== "").join(", ");
  const rest = [summary.known > 0 ? `${summary.known} known` : "", summary.allowed > 0 ? `${summary.allowed} allowed` : ""].filter((text) => text !== "").join(", ");
  return [...result(verdict, counts, paint), { text: rest === "" ? "" : ` (${rest})`, paint: paint.dim }];
}

/** A line of its own; further rows of it stand two cells to the right. */
export function outdented(spans: readonly Span[], columns: number): string {
  return wrap(spans, columns - 2).map((row, index) => `${index === 0 ? "" : "  "}${row}\n`).join("");
}

function result({ unparsed, complete }: Verdict, counts: string, paint: Paint): Span[] {
  const files = new Set(unparsed.map(placeOf)).size;
  if (files > 0) return [{ text: `✖ incomplete: ${amount(files, "file")} not parsed`, paint: paint.bad }, { text: counts === "" ? "" : `; ${counts}` }];
  if (!complete) return [{ text: "✖ incomplete", paint: paint.bad }, { text: counts === "" ? "" : `: ${counts}` }];
  return [counts === "" ? { text: "✔ nothing new", paint: paint.good } : { text: `✖ ${counts}`, paint: paint.bad }];
}

/** `packages/mail: 3 new, 2 known; 40 files; off: prefix`. */
function partText({ folder, summary, complete, filesChecked, off }: Part): string {
  const counts = (["new", "stale", "grown", "known", "allowed"] as const).flatMap((word) => (summary[word] > 0 ? [`${summary[word]} ${word}`] : []));
  const found = counts.length === 0 ? "nothing found" : counts.join(", ");
  return [`${folder}: ${complete ? "" : "incomplete, "}${found}`, amount(filesChecked, "file"), ...(off.length > 0 ? [`off: ${off.join(", ")}`] : [])].join("; ");
}

function checked(verdict: Verdict, elapsedMs: number): string {
  const not = verdict.skipped.length;
  return `${amount(verdict.filesChecked, "file")}${not > 0 ? `, ${not} not checked` : ""}, in ${elapsed(elapsedMs)}`;
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
export function amount(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}
