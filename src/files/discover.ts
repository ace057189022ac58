import { join, posix } from "node:path";
import { existsSync, lstatSync } from "../disk.ts";
import type { Stats } from "../disk.ts";
import { matcher, reachesInto } from "../globs.ts";
import type { Problem } from "../facts.ts";
import { governors } from "../settings.ts";
import type { Configuration, Workspace } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";
import { whyUnreadable } from "./decode.ts";
import { gitListing } from "./git.ts";
import { followLinks, withLinks } from "./links.ts";
import type { Listing, Passed } from "./listing.ts";
import { isSource, namesModules, underNodeModules } from "./names.ts";
import { walk } from "./walk.ts";

/** The files to check. Paths are POSIX, relative to the workspace's top, sorted by code unit. */
export interface Discovery {
  readonly files: readonly string[];
  readonly skipped: readonly Passed[];
  readonly notices: readonly string[];
  /** Folders and files that could not be looked at. */
  readonly unreadable: readonly Broken[];
  /** Source files that a sparse checkout leaves off the disk: not checked, and not gone either. */
  readonly unseen: readonly string[];
  /** The package.json files and their kin (`namesModules`), whatever the configurations select; some may be off the disk. */
  readonly manifests: readonly string[];
  /** Where each link (of a file or folder) really leads, relative to the top; broken links are missing. */
  readonly links: ReadonlyMap<string, string>;
}

/** A file or folder that cannot be read. */
export interface Broken extends Problem {
  readonly path: string;
}

/** What lies below the folder: the same for the same tree on every machine; opens no ignored folder. */
export async function list(folder: string): Promise<Listing> {
  const listed = await gitListing(folder);
  return typeof listed === "string" ? walk(folder, listed) : listed;
}

/** The source files that the configurations select, each from what it governs; those that nothing governs are read to resolve names. */
export function selected(workspace: Workspace, listing: Listing): Discovery {
  const { top } = workspace;
  const { included, matters, covered } = choice(workspace);
  const sources = listing.paths.filter((path) => isSource(path) && !underNodeModules(path));
  const chosen = sources.filter(included).sort(byCodeUnit);
  const seen = look(top, chosen, listing);
  const links = followLinks(top, listing, [...new Set([...seen.links, ...listing.links.filter((path) => !isSource(path) && matters(path))])].sort(byCodeUnit));
  const files = withLinks(seen.files, links);
  const noted = (paths: readonly string[]): readonly string[] => paths.filter((path) => covered(path) && matters(path));

  return {
    files,
    skipped: [...seen.special, ...links.special].sort((a, b) => byCodeUnit(a.path, b.path)),
    notices: [
      ...listing.notices,
      ...workspace.configurations.filter((one) => one.covered).flatMap((one) => idlePatterns(one, sources)),
      ...links.notices.filter(({ path }) => covered(path)).map(({ text }) => text),
      ...summed("tracked file is", "tracked files are", "missing on disk", seen.missing.filter(covered)),
      ...(seen.unseen.length > 0 ? [`${seen.unseen.length} ${seen.unseen.length === 1 ? "file is" : "files are"} not checked: the sparse checkout leaves them out`] : []),
      ...summed("submodule is", "submodules are", "not checked", noted(listing.submodules)),
      ...summed("nested repository is", "nested repositories are", "not checked", noted(listing.nested)),
      ...components(noted(listing.paths.filter((path) => /\.(?:vue|svelte|astro)$/.test(path)))),
    ],
    unreadable: [...listing.unopened.filter(({ path }) => path === "." || matters(path)), ...seen.unreadable].map(({ path, why }) => ({ path, reason: "unreadable", at: [1, 1, 1, 1], message: why })),
    unseen: seen.unseen,
    manifests: listing.paths.filter(namesModules),
    links: links.real,
  };
}

interface Choice {
  readonly included: (path: string) => boolean;
  /** Something that is included may lie at or below the path. */
  readonly matters: (path: string) => boolean;
  readonly covered: (path: string) => boolean;
}

/** Which paths are chosen, by the configuration that governs each. */
function choice(workspace: Workspace): Choice {
  const governor = governors(workspace);
  const matchers = new Map(workspace.configurations.map((one) => [one, matchersOf(one)]));
  const judged = (path: string, by: (matchers: Matchers, path: string) => boolean): boolean => {
    const configuration = governor(path);
    if (configuration === null) return !underNodeModules(path);
    return by(matchers.get(configuration)!, configuration.folder === "." ? path : path.slice(configuration.folder.length + 1));
  };
  return {
    included: (path) => judged(path, ({ included, excluded }, own) => included(own) && !excluded(own)),
    matters: (path) => judged(path, ({ reached, excluded }, own) => reached(own) && !underNodeModules(own) && !excluded(own)),
    covered: (path) => governor(path)?.covered ?? false,
  };
}

type Matchers = Record<"included" | "excluded" | "reached", (path: string) => boolean>;

function matchersOf({ settings }: Configuration): Matchers {
  const isPath = (path: string): boolean => existsSync(join(settings.folder, path));
  return { included: matcher(settings.include, isPath), excluded: matcher(settings.exclude, isPath), reached: reachesInto(settings.include, isPath) };
}

/** A pattern of `include` that matches nothing is misspelt. */
function idlePatterns({ settings, folder }: Configuration, sources: readonly string[]): string[] {
  const isPath = (path: string): boolean => existsSync(join(settings.folder, path));
  const own = folder === "." ? sources : sources.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
  return settings.include.filter((pattern) => !pattern.startsWith("!") && !own.some(matcher([pattern], isPath))).map((pattern) => `include pattern ${pattern} matches no source file${folder === "." ? "" : ` in ${folder}`}`);
}

interface Seen {
  readonly files: string[];
  readonly links: string[];
  readonly missing: string[];
  readonly unseen: string[];
  readonly special: Passed[];
  readonly unreadable: { path: string; why: string }[];
}

/** Tells by the disk what each chosen path is where the listing does not. */
function look(folder: string, chosen: readonly string[], listing: Listing): Seen {
  const seen: Seen = { files: [], links: [], missing: [], unseen: [], special: [], unreadable: [] };
  const inPlace = foldersInPlace(folder);
  for (const path of chosen) {
    if (!listing.unsure.has(path)) {
      seen.files.push(path);
      continue;
    }
    let stats: Stats | undefined;
    try {
      // A tracked path below what is now a link to a folder is not this file any more.
      stats = inPlace(posix.dirname(path)) ? lstatSync(join(folder, path), { throwIfNoEntry: false }) : undefined;
    } catch (error) {
      if (!listing.unopened.some((one) => path.startsWith(`${one.path}/`))) seen.unreadable.push({ path, why: whyUnreadable(error) });
      continue;
    }
    if (stats === undefined) absent(path, listing, seen);
    else if (stats.isSymbolicLink()) seen.links.push(path);
    else if (stats.isFile()) seen.files.push(path);
    else if (listing.untracked.has(path)) seen.special.push({ path, reason: "no regular file" });
    else seen.missing.push(path);
  }
  return seen;
}

function absent(path: string, listing: Listing, seen: Seen): void {
  if (listing.sparse.has(path)) seen.unseen.push(path);
  else if (path.includes("\uFFFD")) seen.unreadable.push({ path, why: "cannot be read: its name is not valid UTF-8" });
  else if (!listing.untracked.has(path)) seen.missing.push(path);
}

function foldersInPlace(folder: string): (path: string) => boolean {
  const known = new Map([[".", true]]);
  const inPlace = (path: string): boolean => {
    let answer = known.get(path);
    if (answer === undefined) {
      answer = inPlace(posix.dirname(path)) && lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink() !== true;
      known.set(path, answer);
    }
    return answer;
  };
  return inPlace;
}

function components(paths: readonly string[]): string[] {
  const counts = [".vue", ".svelte", ".astro"].map((extension) => ({ extension, count: paths.filter((path) => path.endsWith(extension)).length }));
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return [];
  const one = found.length === 1 && found[0]!.count === 1;
  return [`${found.map(({ extension, count }) => `${count} ${extension}`).join(" and ")} ${one ? "file is" : "files are"} not checked`];
}

/** `2 submodules are not checked: a, b`. */
function summed(one: string, many: string, what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  return [`${paths.length} ${paths.length === 1 ? one : many} ${what}: ${paths.slice(0, 3).join(", ")}${more}`];
}
