/** `env-contract baseline`: lists today's debt once, and takes from the list what is mended. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { createBaseline, pruneBaseline } from "../baseline.ts";
import { baselineFile } from "../check.ts";
import { PRUNE, renderAdvice } from "../report/plain.ts";
import { amount } from "../report/summary.ts";
import { byCodeUnit, line, listedLine, NEVER_KNOWN, placeOf, printable, UsageError } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";

/** Writes every violation of today that may be known, for each configuration that has no baseline yet. Throws a UsageError if all have one, the check is incomplete, or there is no configuration. */
export async function baselineCreate(bench: Bench): Promise<Outcome> {
  // That a named file is missing is what this command is for.
  const { verdict, verdicts } = await analyse([], bench, { adjust: (settings) => ({ ...settings, baselineNamed: false }) });
  const configured = [...verdicts].filter(([{ settings }]) => settings.file !== null);
  if (configured.length === 0) throw new UsageError("there is no configuration, and so no rules to be in debt to", "run env-contract init first, or write env-contract.json");
  const missing = configured.filter(([{ settings }]) => lstatSync(join(settings.folder, settings.baseline), { throwIfNoEntry: false }) === undefined);
  if (missing.length === 0) throw new UsageError(`the baseline ${configured.map(([, own]) => baselineOf(own)).join(", ")} exists already`, `a baseline only shrinks: remove what is mended with ${PRUNE}`);
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "correct that first: a baseline must hold all of today's debt");
  const { paint } = bench.stderr;
  const said: string[] = [];
  for (const [{ settings }, own] of missing) {
    const open = own.violations.filter((violation) => violation.status === "new");
    const debt = open.filter((violation) => !NEVER_KNOWN.has(violation.kind));
    // Of many only those that are needed: a missing one is empty.
    if (debt.length === 0 && missing.length > 1) continue;
    await createBaseline(baselineFile(settings, bench.cwd), debt.map(line));
    const rest = open.length - debt.length;
    said.push(`${paint.good(`✔ wrote ${baselineOf(own)}`)} with ${amount(debt.length, "violation")}: commit it\n`);
    if (rest > 0) said.push(`${paint.warn(`${amount(rest, "violation")} can never be known`)}: mend them now; env-contract check names them\n`);
  }
  return { stdout: "", stderr: `${said.join("")}${paint.dim("next")}  env-contract check in CI fails on what is new from now on\n`, code: 0 };
}

/** Removes the entries whose violations are gone; never adds. The exit code is that of a check right after. Throws a UsageError if the check is incomplete. */
export async function baselinePrune(manner: "write" | "dry-run", bench: Bench): Promise<Outcome> {
  const { verdict, verdicts } = await analyse([], bench);
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "correct that first: what was not seen may still be there");
  const { paint } = bench.stderr;
  const removed: string[] = [];
  const said: string[] = [];
  for (const [{ settings }, own] of verdicts) {
    const gone = manner === "dry-run" ? own.stale.map((stale) => stale.entry) : await pruneBaseline(baselineFile(settings, bench.cwd), keeper(own));
    removed.push(...gone);
    if (gone.length > 0) said.push(manner === "dry-run" ? `would remove ${entries(gone.length)} from ${baselineOf(own)}\n` : `${paint.good(`✔ removed ${entries(gone.length)}`)} from ${baselineOf(own)}\n`);
  }
  if (removed.length === 0) said.push(`${paint.good("✔ nothing to prune")} in ${[...verdicts.values()].map(baselineOf).join(", ")}\n`);
  const fresh = verdict.summary.new;
  const news = fresh === 0 ? "" : `${renderAdvice({ ...verdict, stale: [] })}${paint.bad(`✖ ${fresh} new`)}: not added, a baseline only shrinks\n`;
  const left = fresh + (manner === "dry-run" ? removed.length : 0);
  return { stdout: removed.toSorted(byCodeUnit).map((entry) => `${printable(entry)}\n`).join(""), stderr: `${said.join("")}${news}`, code: left > 0 ? 1 : 0 };
}

/** Where the baseline of a configuration stands, from the root of the run. */
function baselineOf({ parts }: Verdict): string {
  return parts.map(({ folder, baseline }) => placeOf({ folder, path: baseline })).join(", ");
}

/** Says how many of a line stay, not how many go: another process may have removed some since the check. */
function keeper(verdict: Verdict): (current: readonly string[]) => readonly string[] {
  const stay = new Map<string, number>(verdict.stale.map((stale) => [stale.entry, 0]));
  for (const violation of verdict.violations) {
    const found = stay.get(listedLine(violation));
    if (violation.status === "known" && found !== undefined) stay.set(listedLine(violation), found + 1);
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
