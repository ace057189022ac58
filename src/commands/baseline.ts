/** `env-contract baseline`: lists today's debt once, and takes from the list what is mended. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { createBaseline, pruneBaseline } from "../baseline.ts";
import { loadSettings } from "../config.ts";
import { PRUNE, renderAdvice } from "../report/plain.ts";
import { amount } from "../report/summary.ts";
import { byCodeUnit, line, NEVER_KNOWN, printable, UsageError } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";

/** Writes every violation of today that may be known. Throws a UsageError if the file exists, the check is incomplete, or there is no configuration. */
export async function baselineCreate(bench: Bench): Promise<Outcome> {
  const { settings } = await loadSettings({ cwd: bench.cwd, ...(bench.config !== null && { config: bench.config }) });
  if (settings.file === null) throw new UsageError("there is no configuration, and so no rules to be in debt to", "write env-contract.json first, as the README shows");
  const path = join(settings.folder, settings.baseline);
  // Before the check, which may take long; what decides is the exclusive creation.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new UsageError(`the baseline ${settings.baseline} exists already`, `a baseline only shrinks: remove what is mended with ${PRUNE}`);
  // That the file is missing is what this command is for.
  const { verdict } = await analyse([], bench, (loaded) => ({ ...loaded, baselineNamed: false }));
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "mend that first: a baseline must hold all of today's debt");
  const open = verdict.violations.filter((violation) => violation.status === "new");
  const debt = open.filter((violation) => !NEVER_KNOWN.has(violation.kind));
  await createBaseline(path, debt.map(line));
  const { paint } = bench.stderr;
  const rest = open.length - debt.length;
  const remaining = rest === 0 ? "" : `${paint.warn(`${amount(rest, "violation")} can never be known`)}: mend them now; env-contract check names them\n`;
  return { stdout: "", stderr: `${paint.good(`✔ wrote ${settings.baseline}`)} with ${amount(debt.length, "violation")}: commit it\n${remaining}${paint.dim("next")}  env-contract check in CI fails on what is new from now on\n`, code: 0 };
}

/** Removes the entries whose violations are gone; never adds. The exit code is that of a check right after. Throws a UsageError if the check is incomplete. */
export async function baselinePrune(manner: "write" | "dry-run", bench: Bench): Promise<Outcome> {
  const { verdict, settings } = await analyse([], bench);
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "mend that first: what was not seen may still be there");
  const removed = manner === "dry-run" ? verdict.stale.map((stale) => stale.entry) : await pruneBaseline(join(settings.folder, settings.baseline), keeper(verdict));
  const { paint } = bench.stderr;
  const said = removed.length === 0 ? `${paint.good("✔ nothing to prune")} in ${settings.baseline}` : manner === "dry-run" ? `would remove ${entries(removed.length)} from ${settings.baseline}` : `${paint.good(`✔ removed ${entries(removed.length)}`)} from ${settings.baseline}`;
  const fresh = verdict.summary.new;
  const news = fresh === 0 ? "" : `${renderAdvice({ ...verdict, stale: [] })}${paint.bad(`✖ ${fresh} new`)}: not added, a baseline only shrinks\n`;
  const left = fresh + (manner === "dry-run" ? removed.length : 0);
  return { stdout: removed.toSorted(byCodeUnit).map((entry) => `${printable(entry)}\n`).join(""), stderr: `${said}\n${news}`, code: left > 0 ? 1 : 0 };
}

/** Says how many of a line stay, not how many go: another process may have removed some since the check. */
function keeper(verdict: Verdict): (current: readonly string[]) => readonly string[] {
  const stay = new Map<string, number>(verdict.stale.map((stale) => [stale.entry, 0]));
  for (const violation of verdict.violations) {
    const found = stay.get(line(violation));
    if (violation.status === "known" && found !== undefined) stay.set(line(violation), found + 1);
  }
  return (current) => {
    const left = new Map(stay);
    return current.filter((entry) => {
      const count = left.get(entry);
      if (count === undefined) return true;
      left.set(entry, count - 1);
      return count > 0;
    });
  };
}

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}
