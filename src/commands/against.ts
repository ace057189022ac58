/** `check --against <ref>`: reads the two states of the repository between which nothing may grow. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { readBaseline } from "../baseline.ts";
import { baselineFile, rootOf } from "../check.ts";
import { collectDeclared } from "../collect.ts";
import { changedSince, renamesSince } from "../files/changes.ts";
import { isConfiguration } from "../config/locate.ts";
import { selected } from "../files/discover.ts";
import { isSource, isWithin } from "../files/names.ts";
import { wayFrom } from "../files/repository.ts";
import { isContractFile } from "../files/revision.ts";
import type { Configuration, Workspace } from "../settings.ts";
import type { Debt } from "../shrink/debt.ts";
import { growthBetween } from "../shrink/growth.ts";
import type { State, StatePart } from "../shrink/growth.ts";
import { placeOf } from "../verdict.ts";
import type { Grown } from "../verdict.ts";
import { readWorkspace } from "./analyse.ts";
import type { GrownSince, Tree } from "./analyse.ts";
import type { Ground } from "./ground.ts";
import { atFork, configOf, forkFrom } from "./merge-base.ts";
import type { Fork } from "./merge-base.ts";
import { openAtFork } from "./open.ts";

export interface Against {
  readonly ref: string;
  /** Whether a baseline that the merge base does not have is growth. */
  readonly absent: "growth" | "allowed";
  /** Whether an entry is growth that this version finds at the merge base too, where a list is that lacks it. */
  readonly unlisted: "growth" | "allowed";
}

/** What grew since the merge base with a revision. Raises UsageError where that cannot be found or read. */
export async function grownSince({ ref, absent, unlisted }: Against, tree: Tree, ground: Ground): Promise<GrownSince> {
  const { workspace } = tree;
  const fork = await forkFrom(ground.onDisk(workspace.top), ref);
  const config = configOf(ground.bench);
  const named = config === null ? null : ground.onDisk(config);
  const has = contractFiles(workspace, fork, named);
  // What is written as it was has not grown.
  if (![...(await changedSince(fork.top, fork.commit, ground.side))].some(has)) return { grown: new Map(), notices: [] };
  const { origins, split, notices } = await renamesSince(fork.top, fork.commit, ground.side);
  const now = await stateOf(tree, fork.prefix, ground.bench.cwd);
  const before = await atFork(fork, { config: named, wanted: (path) => isContractFile(path) || has(path) }, async ({ revision, bench }) => {
    const then = await readWorkspace(bench);
    return stateOf(then, wayFrom(revision.top, then.workspace.top), bench.cwd);
  });
  const strict = growthBetween(before, now, origins);
  const found = unlisted === "allowed" && strict.length > 0 ? (await openAtFork(fork, named, ground.bench)).filter(({ violation }) => violation.status === "new") : [];
  const growth = (found.length === 0 ? strict : growthBetween(withUnlisted(before, found), now, origins)).filter((one) => absent === "growth" || !one.isFirst);
  const located = growth.map(({ folder, path, entry, line }) => ({ folder: posix.relative(fork.prefix, folder) || ".", path, entry, line }));
  const first = [...new Set(growth.filter(({ isFirst }) => isFirst).map(placeOf))];
  return {
    grown: shared(located, workspace),
    notices: [
      ...notices,
      ...(located.length === 0 ? [] : [...split].map(([from, to]) => `${from} lives on in ${to.join(" and ")}: no one of them takes its entries along`)),
      ...first.map((path) => `the merge base has no ${path}: --allow-new-baseline accepts a first one`),
    ],
  };
}

/** Answers which paths, from the top of the repository, are those of configurations, of the baselines and registries that they name today. */
function contractFiles({ configurations }: Workspace, { top, prefix }: Fork, config: string | null): (path: string) => boolean {
  const named = configurations.flatMap(({ settings, folder }) => [settings.baseline, ...settings.registry].map((path) => posix.join(prefix, folder, path)));
  const all = new Set(config === null ? named : [...named, wayFrom(top, config)]);
  return (path) => isConfiguration(path) || all.has(path);
}

/** `prefix` leads from the top of the repository to that of the workspace. */
async function stateOf({ workspace, listing }: Tree, prefix: string, cwd: string): Promise<State> {
  const { top, configurations } = workspace;
  const discovery = selected(workspace, listing);
  const written = configurations.filter(({ settings }) => settings.file !== null);
  const parts = written.map(async (configuration): Promise<StatePart> => {
    const { settings } = configuration;
    const folder = posix.join(prefix, configuration.folder);
    const { entries, text } = await readBaseline(baselineFile(settings, cwd), { named: false });
    const registries = settings.registry.length === 0 ? [] : collectDeclared(workspace, discovery, configuration).linked.registries;
    const own = registries.filter(({ site }) => settings.registry.some((path) => posix.join(configuration.folder, path) === site.path));
    return {
      configuration: { ...configuration, folder },
      debt: entries.map(({ entry, line }) => ({ folder, entry, line })),
      hasBaseline: text !== null,
      prefixes: own.flatMap(({ site, prefix: stated }) => (stated === null ? [] : [{ path: posix.join(prefix, site.path), prefix: stated }])),
    };
  });
  const present = listing.paths.filter((path) => isSource(path) && (!listing.unsure.has(path) || existsSync(join(top, path))));
  return { parts: await Promise.all(parts), sources: new Set(present.map((path) => posix.join(prefix, path))), exists: (path) => existsSync(join(top, posix.relative(prefix, path))) };
}

/** The state as if its lists had held what is found there; one that is not there still holds nothing. */
function withUnlisted(state: State, found: readonly Debt[]): State {
  const parts = state.parts.map((part) => (part.hasBaseline ? { ...part, debt: [...part.debt, ...found.filter(({ folder }) => folder === part.configuration.folder).map((one) => ({ ...one, line: 1 }))] } : part));
  return { ...state, parts };
}

/** Each by the covered configuration at or above it; what lies beside all of them, but in the run, by the first. */
function shared(grown: readonly Grown[], { configurations }: Workspace): Map<Configuration, Grown[]> {
  const covered = configurations.filter((one) => one.covered);
  const root = rootOf(covered);
  const found = new Map<Configuration, Grown[]>();
  for (const one of grown) {
    const owner = covered.findLast(({ folder }) => isWithin(one.folder, folder)) ?? (isWithin(one.folder, root) ? covered[0] : undefined);
    if (owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), one]);
  }
  return found;
}
