/** The part that the commands share: configurations, files, check. */
import { check } from "../check.ts";
import type { CheckResult } from "../check.ts";
import { loadWorkspace } from "../config/workspace.ts";
import { list, selected } from "../files/discover.ts";
import type { Listing } from "../files/listing.ts";
import { matchPaths } from "../files/paths.ts";
import type { Configuration, Settings, Workspace } from "../settings.ts";
import { placeOf, UsageError } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import type { Bench } from "./bench.ts";

export interface Analysis extends CheckResult {
  readonly workspace: Workspace;
  /** The configurations that the run covers. */
  readonly covered: readonly Configuration[];
  /** Files that the command line names, from the workspace's top; null where it names none. */
  readonly only: ReadonlySet<string> | null;
}

/** Checks the project that governs `bench.cwd`; `paths` only filter. Throws a UsageError where there is nothing to check. */
export async function analyse(paths: readonly string[], bench: Bench, adjust: (settings: Settings) => Settings = (settings) => settings): Promise<Analysis> {
  const { workspace, listing, notices } = await readWorkspace(bench, adjust);
  const covered = workspace.configurations.filter((one) => one.covered);
  const discovery = selected(workspace, listing);
  if (discovery.files.length === 0 && discovery.unreadable.length === 0) throw noFiles(covered[0]!);
  const match = paths.length === 0 ? null : matchPaths(paths, bench.cwd, workspace, discovery);
  const only = match?.files ?? null;
  const result = await check({ workspace, rules: bench.rules, only, discovery });
  // All that was found may be binary.
  for (const [configuration, verdict] of result.verdicts) if (verdict.filesChecked === 0 && verdict.unparsed.length === 0) throw noFiles(configuration);
  const verdict = { ...result.verdict, notices: [...notices, ...(match?.notices ?? []), ...result.verdict.notices] };
  return { ...result, verdict, workspace, covered, only };
}

export interface Tree {
  readonly workspace: Workspace;
  readonly listing: Listing;
  readonly notices: readonly string[];
}

/** The configurations of the tree around `bench.cwd`, and what lies in it. */
export async function readWorkspace(bench: Pick<Bench, "cwd" | "config">, adjust: (settings: Settings) => Settings = (settings) => settings): Promise<Tree> {
  let listing: Listing | null = null;
  const { workspace, notices } = await loadWorkspace({
    cwd: bench.cwd,
    config: bench.config,
    list: async (top) => {
      listing = await list(top);
      return listing.paths;
    },
  });
  const configurations = workspace.configurations.map((one) => ({ ...one, settings: adjust(one.settings) }));
  return { workspace: { ...workspace, configurations }, listing: listing!, notices };
}

/** Why a run that saw only a part of the code proves nothing about the rest: one sentence. */
export function incompleteness({ unparsed }: Pick<Verdict, "unparsed">): string {
  const [first] = unparsed;
  const more = unparsed.length - 1;
  if (first === undefined) return "no file was checked";
  return `${placeOf(first)}:${first.at[0]}:${first.at[1]} could not be parsed (${first.message})${more > 0 ? `, and ${more} more` : ""}`;
}

function noFiles({ settings }: Configuration): UsageError {
  const exclude = settings.exclude.length > 0 ? ` without ${settings.exclude.join(" ")}` : "";
  return new UsageError(`no source file found in ${settings.folder} by ${settings.include.join(" ")}${exclude}`, settings.file === null ? "run it in the project's folder, or name one with -C" : `mend "include" and "exclude" in ${settings.file}`);
}
