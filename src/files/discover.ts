import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { matcher, reachesInto } from "../globs.ts";
import type { Settings } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";
import type { Skipped, Unparsed } from "../verdict.ts";
import { whyUnreadable } from "./decode.ts";
import { gitListing } from "./git.ts";
import type { Listing } from "./listing.ts";
import { isSource, underNodeModules } from "./names.ts";
import { walk } from "./walk.ts";

/** The files to check. Paths are POSIX, relative to the settings' folder, sorted by code unit. */
export interface Discovery {
  readonly files: readonly string[];
  readonly skipped: readonly Skipped[];
  readonly notices: readonly string[];
  /** Folders and files that could not be looked at. */
  readonly unreadable: readonly Unparsed[];
  /** Source files that a sparse checkout leaves off the disk: not checked, and not gone either. */
  readonly unseen: readonly string[];
  /** Where each link (of a file or folder) really leads, relative to the folder; broken links are missing. */
  readonly links: ReadonlyMap<string, string>;
}

/** Finds the source files that the settings select: the same for the same tree on every machine; opens no ignored folder. */
export async function discover(settings: Settings): Promise<Discovery> {
  const listed = await gitListing(settings.folder);
  return selected(settings, typeof listed === "string" ? await walk(settings.folder, listed) : listed);
}

/** The source files that the settings select from what lies in their folder. */
export function selected(settings: Settings, listing: Listing): Discovery {
  const { folder } = settings;
  const isPath = (path: string): boolean => existsSync(join(folder, path));
  const excluded = matcher(settings.exclude, isPath);
  const out = (path: string): boolean => underNodeModules(path) || excluded(path);
  const included = matcher(settings.include, isPath);
  const reached = reachesInto(settings.include, isPath);
  const matters = (path: string): boolean => reached(path) && !out(path);

  const sources = listing.paths.filter((path) => isSource(path) && !underNodeModules(path));
  const chosen = sources.filter((path) => included(path) && !excluded(path)).sort(byCodeUnit);
  const seen = look(folder, chosen, listing);
  const links = followLinks(folder, listing, [...new Set([...seen.links, ...listing.links.filter((path) => !isSource(path) && matters(path))])].sort(byCodeUnit));
  const files = withLinks(seen.files, links);

  return {
    files,
    skipped: [...seen.special, ...links.special].sort((a, b) => byCodeUnit(a.path, b.path)),
    notices: [
      ...listing.notices,
      ...settings.include.filter((pattern) => !pattern.startsWith("!") && !sources.some(matcher([pattern], isPath))).map((pattern) => `include pattern ${pattern} matches no source file`),
      ...links.notices,
      ...list("tracked file is", "tracked files are", "missing on disk", seen.missing),
      ...(seen.unseen.length > 0 ? [`${seen.unseen.length} ${seen.unseen.length === 1 ? "file is" : "files are"} not checked: the sparse checkout leaves them out`] : []),
      ...list("submodule is", "submodules are", "not checked", listing.submodules.filter(matters)),
      ...list("nested repository is", "nested repositories are", "not checked", listing.nested.filter(matters)),
      ...components(listing.paths.filter((path) => /\.(?:vue|svelte|astro)$/.test(path) && matters(path))),
    ],
    unreadable: [...listing.unopened.filter(({ path }) => path === "." || matters(path)), ...seen.unreadable].map(({ path, why }) => ({ path, reason: "unreadable", at: [1, 1, 1, 1], message: why })),
    unseen: seen.unseen,
    links: links.real,
  };
}

interface Seen {
  readonly files: string[];
  readonly links: string[];
  readonly missing: string[];
  readonly unseen: string[];
  readonly special: Skipped[];
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

interface Links {
  readonly real: Map<string, string>;
  /** Links to files inside. */
  readonly files: string[];
  readonly special: Skipped[];
  readonly notices: string[];
}

function followLinks(folder: string, listing: Listing, paths: readonly string[]): Links {
  const links: Links = { real: new Map(), files: [], special: [], notices: [] };
  if (paths.length === 0) return links;
  const base = realpathSync(folder);
  const top = realpathSync(listing.top);
  for (const path of paths) {
    const source = isSource(path);
    let stats: Stats;
    let target: string;
    try {
      if (!source && !lstatSync(join(folder, path)).isSymbolicLink()) continue;
      target = realpathSync(join(folder, path));
      stats = statSync(target);
    } catch (error) {
      if (source) links.notices.push(`${path} is not checked: the link ${broken(error)}`);
      continue;
    }
    if (target !== top && !target.startsWith(top.endsWith(sep) ? top : top + sep)) {
      if (source || stats.isDirectory()) links.notices.push(`${path} is not checked: the link leads out of the project`);
      continue;
    }
    const real = relative(base, target).split(sep).join("/");
    links.real.set(path, real);
    if (!source || stats.isDirectory()) continue;
    if (!stats.isFile()) links.special.push({ path, reason: "no regular file" });
    else if (underNodeModules(real)) links.notices.push(`${path} is not checked: the link leads into node_modules`);
    else links.files.push(path);
  }
  return links;
}

/** Each real file once: under its own path if that is checked, else under the first link. */
function withLinks(files: readonly string[], links: Links): string[] {
  const taken = new Set(files);
  const first = links.files.filter((path) => {
    const real = links.real.get(path)!;
    const free = !taken.has(real);
    taken.add(real);
    return free;
  });
  return [...files, ...first].sort(byCodeUnit);
}

function broken(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ELOOP") return "leads in a circle";
  return code === "ENOENT" || code === "ENOTDIR" ? "leads nowhere" : whyUnreadable(error);
}

function components(paths: readonly string[]): string[] {
  const counts = [".vue", ".svelte", ".astro"].map((extension) => ({ extension, count: paths.filter((path) => path.endsWith(extension)).length }));
  const found = counts.filter(({ count }) => count > 0);
  if (found.length === 0) return [];
  const one = found.length === 1 && found[0]!.count === 1;
  return [`${found.map(({ extension, count }) => `${count} ${extension}`).join(" and ")} ${one ? "file is" : "files are"} not checked`];
}

/** `2 submodules are not checked: a, b`. */
function list(one: string, many: string, what: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  return [`${paths.length} ${paths.length === 1 ? one : many} ${what}: ${paths.slice(0, 3).join(", ")}${more}`];
}
