/** Puts the verdicts of the configurations of one run together. Pure. */
import { byCodeUnit } from "./verdict.ts";
import type { Part, Summary, Verdict } from "./verdict.ts";

/** The verdict of a run below the absolute folder `root`; the parts stay apart in `parts`, and by `folder` in each item. */
export function merge(verdicts: readonly Verdict[], root: string): Verdict {
  const all = <T>(of: (verdict: Verdict) => readonly T[]): T[] => verdicts.flatMap(of);
  const parts = all((verdict) => verdict.parts);
  return {
    root,
    parts: parts.toSorted((a, b) => byCodeUnit(a.folder, b.folder)),
    complete: parts.every((part) => part.complete),
    filesChecked: parts.reduce((sum, part) => sum + part.filesChecked, 0),
    skipped: all((verdict) => verdict.skipped),
    unparsed: all((verdict) => verdict.unparsed),
    violations: all((verdict) => verdict.violations),
    stale: all((verdict) => verdict.stale),
    moved: all((verdict) => verdict.moved),
    grown: all((verdict) => verdict.grown),
    notices: [...new Set(all((verdict) => verdict.notices))],
    summary: total(parts),
  };
}

function total(parts: readonly Part[]): Summary {
  const sum = (of: (summary: Summary) => number): number => parts.reduce((before, { summary }) => before + of(summary), 0);
  const kinds = [...new Set(parts.flatMap(({ summary }) => Object.keys(summary.byKind)))].sort(byCodeUnit);
  return {
    new: sum((summary) => summary.new),
    known: sum((summary) => summary.known),
    allowed: sum((summary) => summary.allowed),
    stale: sum((summary) => summary.stale),
    grown: sum((summary) => summary.grown),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, sum((summary) => summary.byKind[kind] ?? 0)])),
  };
}
