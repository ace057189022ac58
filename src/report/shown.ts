/** What of a verdict is reported, whatever the format. */
import { line } from "../verdict.ts";
import type { Verdict, Violation } from "../verdict.ts";

/** `new`: what is new, and every violation of a line of which more is found than listed. `all`: known and allowed ones too. */
export type Extent = "new" | "all";

/** The violations to report, in the order of the verdict. */
export function shown(verdict: Verdict, extent: Extent): readonly Violation[] {
  if (extent === "all") return verdict.violations;
  const surplus = new Set(verdict.violations.filter((violation) => violation.status === "new").map(keyOf));
  return verdict.violations.filter((violation) => violation.status !== "allowed" && surplus.has(keyOf(violation)));
}

/** For each violation of a line of which more is found than listed: `3 found, 1 listed`. */
export function surpluses(verdict: Verdict): ReadonlyMap<Violation, string> {
  const open = verdict.violations.filter((violation) => violation.status !== "allowed");
  const counts = new Map<string, { found: number; listed: number }>();
  for (const violation of open) {
    const count = counts.get(keyOf(violation)) ?? { found: 0, listed: 0 };
    counts.set(keyOf(violation), { found: count.found + 1, listed: count.listed + (violation.status === "known" ? 1 : 0) });
  }
  return new Map(
    open.flatMap((violation): [Violation, string][] => {
      const { found, listed } = counts.get(keyOf(violation))!;
      return listed > 0 && found > listed ? [[violation, `${found} found, ${listed} listed`]] : [];
    }),
  );
}

/** A line is one of its configuration: others may have the same. */
function keyOf(violation: Violation): string {
  return `${violation.folder}\0${line(violation)}`;
}
