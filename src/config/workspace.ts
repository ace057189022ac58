/** Finds every configuration of a tree, and which of them a run covers (SPEC §5, nested configurations). */
import { join, relative, resolve, sep } from "node:path";
import { load, unconfigured, workTree } from "../config.ts";
import type { Loaded } from "../config.ts";
import { matcher } from "../globs.ts";
import type { Settings, Workspace } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";
import { assertFolder, upwards } from "./folders.ts";
import { candidateFolders, configurationIn, locate, named } from "./locate.ts";

export interface WorkspaceOptions {
  readonly cwd: string;
  /** Instead of the configuration that is found upwards. */
  readonly config: string | null;
  /** Every path below a folder, POSIX and relative to it. */
  readonly list: (top: string) => Promise<readonly string[]>;
}

export interface LoadedWorkspace {
  readonly workspace: Workspace;
  readonly notices: readonly string[];
}

/**
 * The tree that `cwd` stands in, and its configurations. Covered are the one that governs `cwd` and those below it; all of
 * them where none governs it. The tree is the git work tree, or outside one what the outermost configuration governs; a
 * configuration that an outer one excludes is no part of the outer one's tree. Raises UsageError for a fault in any of them.
 */
export async function loadWorkspace(options: WorkspaceOptions): Promise<LoadedWorkspace> {
  const cwd = resolve(options.cwd);
  await assertFolder(cwd);
  const path = options.config === null ? await locate(cwd) : await named(cwd, options.config);
  const governing = path === null ? null : await load(path, cwd);
  const { top, outer } = governing === null ? { top: workTree(cwd) ?? cwd, outer: [] } : await above(governing, cwd);
  const known = new Map([...outer, ...(governing === null ? [] : [governing])].map((loaded) => [loaded.settings.folder, loaded]));
  const inner = await below(top, await options.list(top), known, cwd);
  const all = [...known.values(), ...inner];
  if (all.length === 0) all.push(await unconfigured(top));
  const configurations = all.map(({ settings }) => {
    return { settings, folder: seenFrom(top, settings.folder), covered: governing === null || isWithin(settings.folder, governing.settings.folder) };
  });
  const covered = new Set(configurations.filter((one) => one.covered).map(({ settings }) => settings));
  return {
    workspace: { top, configurations: configurations.sort((a, b) => byCodeUnit(order(a.folder), order(b.folder))) },
    notices: all.filter(({ settings }) => covered.has(settings)).flatMap(({ notices }) => notices),
  };
}

/** The configurations above the governing one, as far as none of them excludes what lies below it. */
async function above(governing: Loaded, cwd: string): Promise<{ top: string; outer: Loaded[] }> {
  const root = workTree(governing.settings.folder);
  const outer: Loaded[] = [];
  let innermost = governing.settings;
  for (const folder of upwards(governing.settings.folder).slice(1)) {
    if (root !== null && !isWithin(folder, root)) break;
    const path = await configurationIn(folder, cwd);
    if (path === null) continue;
    const loaded = await load(path, cwd);
    if (excludes(loaded.settings, innermost)) return { top: innermost.folder, outer };
    outer.push(loaded);
    innermost = loaded.settings;
  }
  return { top: root ?? innermost.folder, outer };
}

/** The configurations in the tree that are not known yet. */
async function below(top: string, paths: readonly string[], known: ReadonlyMap<string, Loaded>, cwd: string): Promise<Loaded[]> {
  const found = new Map<string, Loaded>();
  for (const folder of candidateFolders(paths).sort((a, b) => byCodeUnit(order(a), order(b))).map((one) => join(top, one))) {
    if (known.has(folder)) continue;
    const path = await configurationIn(folder, cwd);
    if (path === null) continue;
    const loaded = await load(path, cwd);
    const outer = upwards(folder).slice(1).map((one) => found.get(one) ?? known.get(one)).find((one) => one !== undefined);
    if (outer === undefined || !excludes(outer.settings, loaded.settings)) found.set(folder, loaded);
  }
  return [...found.values()];
}

/** The outer configuration takes the inner one's folder out of what it checks. */
function excludes(outer: Settings, inner: Settings): boolean {
  return matcher(outer.exclude)(seenFrom(outer.folder, join(inner.folder, inner.file ?? "")));
}

/** POSIX, "." for the folder itself. */
function seenFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A folder before what lies in it. */
function order(folder: string): string {
  return folder === "." ? "" : folder;
}
