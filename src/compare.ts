/** Says what is new, known and stale: violations against the baseline, as multisets. Pure. */
import type { Settings } from "./settings.ts";
import { byCodeUnit, line, listedLine, NEVER_KNOWN, parseLine, printable } from "./verdict.ts";
import type { BaselineEntry, Grown, Moved, Skipped, Stale, Status, Summary, Unparsed, Verdict, Violation } from "./verdict.ts";

/** What is known about a path: parsed cleanly; conclusively not there; or neither (excluded, unparsed, unreadable). */
export type Scanned = "clean" | "gone" | "unsure";

export interface CompareInput {
  readonly settings: Settings;
  /** The folder of the configuration, from the root of the run. */
  readonly folder: string;
  /** `new` or `allowed`, in any order. */
  readonly violations: readonly Violation[];
  readonly baseline: readonly BaselineEntry[];
  /** False if something elsewhere could not be read, whatever `unparsed` says: what is not found may still be there. */
  readonly sure: boolean;
  readonly scanned: (path: string) => Scanned;
  /** Kinds that ran. */
  readonly ran: ReadonlySet<string>;
  /** Report only these paths; null is all. */
  readonly only: ReadonlySet<string> | null;
  /** What grew since a revision; empty where none is compared with. */
  readonly grown: readonly Grown[];
  readonly filesChecked: number;
  readonly skipped: readonly Skipped[];
  readonly unparsed: readonly Unparsed[];
  readonly notices: readonly string[];
}

/** Never throws: n equal entries cover n violations, the last ones found are new, and nothing is stale in a run that did not see everything. */
export function compare(input: CompareInput): Verdict {
  const listed = groupBy(input.baseline, (entry) => entry.entry);
  const found = groupBy(input.violations, listedLine);
  const all = [...found.keys()].sort(byCodeUnit).flatMap((key) => withStatus(found.get(key) ?? [], listed.get(key)?.length ?? 0));
  const complete = input.unparsed.length === 0 && input.filesChecked > 0;
  const stale = complete && input.sure && input.only === null ? findStale(input, listed, found) : [];
  const only = input.only;
  const violations = only === null ? all : all.filter((violation) => only.has(violation.path));
  const summary = { ...summarise(violations, stale), grown: input.grown.length };
  const { settings, folder, filesChecked } = input;
  return {
    root: settings.folder,
    parts: [{ folder, config: settings.file, baseline: settings.baseline, complete, filesChecked, summary, off: settings.off.toSorted(byCodeUnit) }],
    complete,
    filesChecked,
    skipped: input.skipped.toSorted((a, b) => byCodeUnit(a.path, b.path)),
    unparsed: input.unparsed.toSorted((a, b) => byCodeUnit(a.path, b.path) || byPlace(a, b)),
    violations,
    stale,
    moved: findMoved(violations, stale, input),
    grown: input.grown,
    notices: [...input.notices, ...unknownKinds(input)],
    summary,
  };
}

function withStatus(equal: readonly Violation[], listed: number): Violation[] {
  let left = listed;
  return equal.toSorted(byPlace).map((violation) => {
    if (violation.status === "allowed") return violation;
    const known = left > 0 && !NEVER_KNOWN.has(violation.kind);
    if (known) left -= 1;
    return { ...violation, status: known ? "known" : "new" };
  });
}

function findStale(input: CompareInput, listed: ReadonlyMap<string, readonly BaselineEntry[]>, found: ReadonlyMap<string, readonly Violation[]>): Stale[] {
  const stale: Stale[] = [];
  for (const [entry, lines] of listed) {
    const parts = parseLine(entry);
    if (parts === null || !input.ran.has(parts.kind)) continue;
    const scanned = input.scanned(parts.path);
    if (scanned === "unsure") continue;
    const same = found.get(entry) ?? [];
    const open = same.filter((violation) => violation.status !== "allowed").length;
    const reason = reasonFor(scanned, lines.length, open, same.length - open);
    for (const surplus of lines.slice(open)) stale.push({ ...surplus, path: input.settings.baseline, folder: input.folder, reason });
  }
  return stale.sort((a, b) => byCodeUnit(a.entry, b.entry) || a.line - b.line);
}

function reasonFor(scanned: Scanned, listed: number, open: number, allowed: number): string {
  if (open > 0) return `${listed} listed, ${open} found`;
  if (allowed > 0) return "the configuration allows it now";
  return scanned === "gone" ? "the file is gone" : "no such violation any more";
}

/** Pairs whole files first: two paths that share most lines are the likeliest rename, a file that is gone likelier than one that is not. */
function findMoved(violations: readonly Violation[], stale: readonly Stale[], { settings, folder, scanned }: CompareInput): Moved[] {
  const fresh = groupBy(
    violations.filter((violation) => violation.status === "new" && !NEVER_KNOWN.has(violation.kind)),
    (violation) => `${violation.kind} ${violation.name}`,
  );
  const pairs = new Map<string, { readonly from: string; readonly to: string; readonly entries: string[] }>();
  for (const { entry } of stale) {
    const parts = parseLine(entry);
    if (parts === null) continue;
    const targets = new Set((fresh.get(`${parts.kind} ${parts.name}`) ?? []).map((violation) => violation.path));
    for (const to of targets) {
      const key = `${parts.path}\0${to}`;
      const pair = pairs.get(key) ?? { from: parts.path, to, entries: [] };
      pair.entries.push(entry);
      pairs.set(key, pair);
    }
  }
  const score = (pair: { readonly from: string; readonly to: string; readonly entries: readonly string[] }): number =>
    (scanned(pair.from) === "gone" ? 2e6 : 0) + pair.entries.length * 2 + (baseName(pair.from) === baseName(pair.to) ? 1 : 0);
  const order = [...pairs.values()].sort((a, b) => score(b) - score(a) || byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to));
  const leftStale = count(stale.map((one) => one.entry));
  const leftNew = count([...fresh.values()].flat().map(line));
  const moved: Moved[] = [];
  for (const { from, to, entries } of order) {
    for (const entry of entries) {
      const target = printable(to) + entry.slice(from.length);
      if (!take(leftStale, leftNew, entry, target)) continue;
      moved.push({ path: settings.baseline, folder, from, to, entry });
    }
  }
  return moved.sort((a, b) => byCodeUnit(a.entry, b.entry) || byCodeUnit(a.to, b.to));
}

function take(stale: Map<string, number>, fresh: Map<string, number>, entry: string, target: string): boolean {
  const left = stale.get(entry) ?? 0;
  const open = fresh.get(target) ?? 0;
  if (left === 0 || open === 0) return false;
  stale.set(entry, left - 1);
  fresh.set(target, open - 1);
  return true;
}

function unknownKinds(input: CompareInput): string[] {
  if (input.settings.file === null) return [];
  const kinds = new Set([...input.ran, ...input.settings.off]);
  return input.baseline.flatMap(({ entry, line: at }) => {
    const kind = parseLine(entry)?.kind ?? "";
    return kinds.has(kind) ? [] : [`${input.settings.baseline}:${at}: this version has no kind ${kind}: the entry covers nothing`];
  });
}

function summarise(violations: readonly Violation[], stale: readonly Stale[]): Summary {
  const of = (status: Status): number => violations.filter((violation) => violation.status === status).length;
  const open = violations.filter((violation) => violation.status !== "allowed").map((violation) => violation.kind);
  const byKind = Object.fromEntries([...count(open)].sort((a, b) => byCodeUnit(a[0], b[0])));
  return { new: of("new"), known: of("known"), allowed: of("allowed"), stale: stale.length, grown: 0, byKind };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function byPlace(a: { readonly at: Violation["at"] }, b: { readonly at: Violation["at"] }): number {
  for (let index = 0; index < a.at.length; index += 1) {
    const difference = (a.at[index] ?? 0) - (b.at[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
