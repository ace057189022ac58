/** The part that the commands share: configurations, files, check. */
import { relative } from "node:path";
import { check } from "../check.ts";
import type { CheckResult } from "../check.ts";
import { textMemo } from "../cache/texts.ts";
import type { TextMemo } from "../cache/texts.ts";
import { workTree } from "../config.ts";
import { loadWorkspace } from "../config/workspace.ts";
import { list, selected } from "../files/discover.ts";
import type { Listing } from "../files/listing.ts";
import { matchPaths } from "../files/paths.ts";
import type { Timed } from "../link/link.ts";
import type { Configuration, Settings, Workspace } from "../settings.ts";
import { placeOf, UsageError } from "../verdict.ts";
import type { Grown, Verdict } from "../verdict.ts";
import type { Bench } from "./bench.ts";

export interface Analysis extends CheckResult {
  readonly workspace: Workspace;
  /** The configurations that the run covers. */
  readonly covered: readonly Configuration[];
  /** The only paths that are reported on, from the workspace's top; null for all. */
  readonly only: ReadonlySet<string> | null;
  /** What lies in the tree. */
  readonly listing: Listing;
}

export interface AnalyseOptions {
  /** `every` where the answer says when reads of the environment run; `registry` if not said. */
  readonly timed?: Timed;
  readonly adjust?: (settings: Settings) => Settings;
  /** Answers with the only paths to report on, from the workspace's top. */
  readonly narrow?: (tree: Tree) => Promise<ReadonlySet<string>>;
  /** Answers with what grew, and what is to be said about it. */
  readonly grown?: (tree: Tree) => Promise<GrownSince>;
}

export interface GrownSince {
  /** By the covered configuration that answers for it; folders lead from the workspace's top. */
  readonly grown: ReadonlyMap<Configuration, readonly Grown[]>;
  readonly notices: readonly string[];
}

/** Checks the project that governs `bench.cwd`; `paths` only filter. Throws a UsageError where there is nothing to check. */
export async function analyse(paths: readonly string[], bench: Bench, { timed = "registry", adjust, narrow, grown }: AnalyseOptions = {}): Promise<Analysis> {
  const tree = await readWorkspace(bench, adjust);
  const { workspace, listing, notices } = tree;
  const covered = workspace.configurations.filter((one) => one.covered);
  const discovery = selected(workspace, listing);
  if (discovery.files.length === 0 && discovery.unreadable.length === 0) throw noFiles(covered[0]!);
  const match = paths.length === 0 ? null : matchPaths(paths, bench.cwd, workspace, discovery);
  const narrowed = narrow === undefined ? null : await narrow(tree);
  const only = match === null || narrowed === null ? (match?.files ?? narrowed) : new Set([...match.files].filter((path) => narrowed.has(path)));
  const growth = await grown?.(tree);
  const memo = memoOf(tree, bench);
  const result = await check({ workspace, rules: bench.rules, only, discovery, cwd: bench.cwd, timed, means: { progress: bench.progress, ...(memo && { memo }) }, ...(growth && { grown: growth.grown }) });
  memo?.save();
  // All that was found may be binary.
  for (const [configuration, verdict] of result.verdicts) if (verdict.filesChecked === 0 && verdict.unparsed.length === 0) throw noFiles(configuration);
  const verdict = { ...result.verdict, notices: [...notices, ...(match?.notices ?? []), ...(growth?.notices ?? []), ...result.verdict.notices] };
  return { ...result, verdict, workspace, covered, only, listing };
}

/** What earlier runs found out about the files of the tree, revisions of it among them; null where nothing is kept. */
function memoOf({ workspace: { top }, listing }: Tree, { cache }: Bench): TextMemo | null {
  return cache === null ? null : textMemo({ folder: cache, top, listing, name: relative(workTree(top) ?? top, top) });
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
  return new UsageError(`no source file found in ${settings.folder} by ${settings.include.join(" ")}${exclude}`, settings.file === null ? "run it in the project's folder, or name one with -C" : `change "include" or "exclude" in ${settings.file}`);
}
