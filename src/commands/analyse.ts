/** The part that the commands share: settings, files, check. */
import { check } from "../check.ts";
import type { CheckResult } from "../check.ts";
import { loadSettings } from "../config.ts";
import { discover } from "../files/discover.ts";
import { matchPaths } from "../files/paths.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import type { Bench } from "./bench.ts";

export interface Analysis extends CheckResult {
  readonly settings: Settings;
  /** Files that the command line names; null where it names none. */
  readonly only: ReadonlySet<string> | null;
}

/** Checks the project that governs `bench.cwd`; `paths` only filter. Throws a UsageError where there is nothing to check. */
export async function analyse(paths: readonly string[], bench: Bench, adjust: (settings: Settings) => Settings = (settings) => settings): Promise<Analysis> {
  const loaded = await loadSettings({ cwd: bench.cwd, ...(bench.config !== null && { config: bench.config }) });
  const settings = adjust(loaded.settings);
  const discovery = await discover(settings);
  if (discovery.files.length === 0 && discovery.unreadable.length === 0) throw noFiles(settings);
  const match = paths.length === 0 ? null : matchPaths(paths, bench.cwd, settings, discovery);
  const only = match?.files ?? null;
  const result = await check({ settings, rules: bench.rules, only, discovery });
  // All that was found may be binary.
  if (result.verdict.filesChecked === 0 && result.verdict.unparsed.length === 0) throw noFiles(settings);
  const notices = [...loaded.notices, ...(match?.notices ?? []), ...result.verdict.notices];
  return { ...result, verdict: { ...result.verdict, notices }, settings, only };
}

/** Why a run that saw only a part of the code proves nothing about the rest: one sentence. */
export function incompleteness({ unparsed }: Pick<Verdict, "unparsed">): string {
  const [first] = unparsed;
  const more = unparsed.length - 1;
  if (first === undefined) return "no file was checked";
  return `${first.path}:${first.at[0]}:${first.at[1]} could not be parsed (${first.message})${more > 0 ? `, and ${more} more` : ""}`;
}

function noFiles(settings: Settings): UsageError {
  const exclude = settings.exclude.length > 0 ? ` without ${settings.exclude.join(" ")}` : "";
  return new UsageError(`no source file found in ${settings.folder} by ${settings.include.join(" ")}${exclude}`, settings.file === null ? "run it in the project's folder, or name one with -C" : `mend "include" and "exclude" in ${settings.file}`);
}
