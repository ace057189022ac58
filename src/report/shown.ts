/** What of a verdict is reported, whatever the format. */
import { line } from "../verdict.ts";
import type { Verdict, Violation } from "../verdict.ts";

/** `new`: what is new, and every violation of a line of which more is found than listed. `all`: known and allowed ones too. */
export type Extent = "new" | "all";

/** The violations to report, in the order of the verdict. */
export function shown(verdict: Verdict, extent: Extent): readonly Violation[] {
  if (extent === "all") return verdict.violations;
  const surplus = new Set(verdict.violations.filter((violation) => violation.status === "new").map(line));
  return verdict.violations.filter((violation) => violation.status !== "allowed" && surplus.has(line(violation)));
}

/** For each line of which more is found than listed: `3 found, 1 listed`. */
export function surpluses(verdict: Verdict): ReadonlyMap<string, string> {
  const counts = new Map<string, { found: number; listed: number }>();
  for (const violation of verdict.violations) {
    if (violation.status === "allowed") continue;
    const key = line(violation);
    const count = counts.get(key) ?? { found: 0, listed: 0 };
    counts.set(key, { found: count.found + 1, listed: count.listed + (violation.status === "known" ? 1 : 0) });
  }
  const surplus = [...counts].filter(([, { found, listed }]) => listed > 0 && found > listed);
  return new Map(surplus.map(([key, { found, listed }]) => [key, `${found} found, ${listed} listed`]));
}
