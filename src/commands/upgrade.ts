/** `env-contract baseline upgrade`: adds what this version sees in code that was there before the change. */
import { posix } from "node:path";
import { rewriteBaseline } from "../baseline.ts";
import { baselineFile } from "../check.ts";
import { renamesSince } from "../files/changes.ts";
import { renderAdvice } from "../report/plain.ts";
import { amount } from "../report/summary.ts";
import { grownDebt } from "../shrink/debt.ts";
import { byCodeUnit, printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { analyse } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";
import { configOf, forkFrom } from "./merge-base.ts";
import { openAtFork, openIn, refuseIncomplete } from "./open.ts";

/** Adds to each baseline the violations that today's rules find at the merge base too and that are not listed; never what came since. The exit code is that of a check right after. Throws a UsageError where either state cannot be checked in full. */
export async function baselineUpgrade(ref: string, bench: Bench): Promise<Outcome> {
  const now = await analyse([], bench);
  refuseIncomplete(now.verdict);
  const fork = await forkFrom(now.workspace.top, ref);
  const { origins, notices } = await renamesSince(fork.top, fork.commit, { is: "work-tree" });
  const before = await openAtFork(fork, configOf(bench), bench);
  const open = openIn(now, fork.prefix);
  const came = new Set(grownDebt(before, open, origins));
  const added = open.filter((one) => one.violation.status === "new" && !came.has(one));
  const { paint } = bench.stderr;
  const said: string[] = [];
  for (const configuration of new Set(added.map((one) => one.configuration))) {
    const { settings } = configuration;
    const fresh = added.filter((one) => one.configuration === configuration).map(({ entry }) => entry);
    await rewriteBaseline(baselineFile(settings, bench.cwd), (current) => [...current, ...fresh]);
    said.push(`${paint.good(`✔ added ${amount(fresh.length, "entry", "entries")}`)} to ${posix.join(configuration.folder, settings.baseline)}: this version finds them at the merge base with ${ref} too\n`);
  }
  if (added.length === 0) said.push(`${paint.good("✔ nothing to add")}: all that this version finds at the merge base is listed\n`);
  else said.push(`check --against ${ref} takes them for growth, unless it is told to --allow-upgrade\n`);
  const listed = new Set(added.map(({ violation }) => violation));
  const rest: Verdict = { ...now.verdict, violations: now.verdict.violations.filter((violation) => !listed.has(violation)) };
  const left = now.verdict.summary.new - added.length;
  if (left > 0) said.push(`${paint.bad(`✖ ${left} new`)}: not added, since the merge base has none of it\n`);
  return {
    stdout: added.map(({ entry }) => `${printable(entry)}\n`).sort(byCodeUnit).join(""),
    stderr: [...notices.map((notice) => `notice ${notice}\n`), renderAdvice({ ...rest, stale: [], moved: [] }), ...said].join(""),
    code: left + now.verdict.summary.stale > 0 ? 1 : 0,
  };
}
