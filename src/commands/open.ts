/** The part that commands share which ask what today's rules find, whatever is listed. */
import { posix } from "node:path";
import { wayFrom } from "../files/repository.ts";
import { mayBeText } from "../files/revision.ts";
import type { Configuration } from "../settings.ts";
import type { Debt } from "../shrink/debt.ts";
import { line, NEVER_KNOWN, UsageError } from "../verdict.ts";
import type { Verdict, Violation } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Analysis } from "./analyse.ts";
import type { Bench } from "./bench.ts";
import { atFork } from "./merge-base.ts";
import type { Fork } from "./merge-base.ts";

/** A violation that a baseline may list; its folder leads from the top of the repository. */
export interface Open extends Debt {
  readonly configuration: Configuration;
  readonly violation: Violation;
}

/** What a baseline may list of an analysis, known before new; `prefix` leads from the top of the repository to that of the workspace. */
export function openIn({ verdicts }: Pick<Analysis, "verdicts">, prefix: string): Open[] {
  const all = [...verdicts].flatMap(([configuration, { violations }]) =>
    violations.filter(({ kind, status }) => status !== "allowed" && !NEVER_KNOWN.has(kind)).map((violation) => ({ configuration, violation, folder: posix.join(prefix, configuration.folder), entry: line(violation) })),
  );
  return [...all.filter(({ violation }) => violation.status === "known"), ...all.filter(({ violation }) => violation.status === "new")];
}

/** What today's rules find in the code and under the configuration of the merge base, `known` where a baseline there lists it. Raises UsageError where that code cannot be checked in full. */
export function openAtFork(fork: Fork, config: string | null, bench: Bench): Promise<Open[]> {
  return atFork(fork, { config, wanted: mayBeText }, async (then) => {
    // Whether a list that is named was there is no matter.
    const analysis = await analyse([], { ...bench, ...then.bench }, { adjust: (settings) => ({ ...settings, baselineNamed: false }) });
    refuseIncomplete(analysis.verdict);
    return openIn(analysis, wayFrom(then.revision.top, analysis.workspace.top));
  });
}

/** Raises UsageError where a part of the code was not seen. */
export function refuseIncomplete(verdict: Verdict): void {
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "correct that first: what was not seen cannot be told from what is new");
}
