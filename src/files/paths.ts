import { distance } from "fastest-levenshtein";
import { join, posix, relative, resolve, sep } from "node:path";
import { lstatSync } from "../disk.ts";
import type { Stats } from "../disk.ts";
import { matcher, normalise, plainHead } from "../globs.ts";
import { governors } from "../settings.ts";
import type { Workspace } from "../settings.ts";
import { UsageError } from "../verdict.ts";
import type { Discovery } from "./discover.ts";
import { isDeclaration, isSource, underNodeModules } from "./names.ts";

/** The checked files that the paths of the command line name, and what is to be said about paths that name none. */
export interface PathMatch {
  readonly files: ReadonlySet<string>;
  readonly notices: readonly string[];
}

/** Reads each path, relative to `cwd`, as a file or folder first and as a glob after that; a UsageError for one that is neither. */
export function matchPaths(paths: readonly string[], cwd: string, workspace: Workspace, discovery: Discovery): PathMatch {
  const files = new Set<string>();
  const notices: string[] = [];
  const governor = governors(workspace);
  const covered = { ...discovery, files: discovery.files.filter((file) => governor(file)?.covered) };
  for (const path of paths) {
    if (path === "") throw new UsageError("a path is empty", "name files, folders or globs, or nothing to check the whole project");
    const { found, notice } = existing(path, cwd, workspace, covered) ?? globbed(path, cwd, workspace, covered);
    for (const file of found) files.add(file);
    if (notice !== null) notices.push(notice);
  }
  return { files, notices };
}

interface Match {
  readonly found: readonly string[];
  readonly notice: string | null;
}

function existing(path: string, cwd: string, workspace: Workspace, discovery: Discovery): Match | null {
  const place = inFolder(path, cwd, workspace);
  const stats = statsOf(resolve(cwd, path));
  const around = /^(?:\.\.(?:\/\.\.)*)?$/.test(place);
  const found = discovery.files.filter((file) => around || file === place || file.startsWith(`${place}/`));
  if (found.length > 0) return { found, notice: null };
  if (discovery.unseen.some((file) => file === place || file.startsWith(`${place}/`))) return { found, notice: `${path} is not checked: the sparse checkout leaves it out` };
  if (stats === undefined) return null;
  const real = discovery.links.get(place);
  const behind = real === undefined ? [] : discovery.files.filter((file) => file === real || file.startsWith(`${real}/`) || discovery.links.get(file) === real);
  if (behind.length > 0) return { found: behind, notice: `${path} is checked as ${behind.length === 1 ? behind[0] : real}` };
  return { found, notice: stats.isDirectory() ? `${path} holds no file that is checked` : `${path} is not checked: ${reason(place, workspace)}` };
}

function reason(place: string, workspace: Workspace): string {
  if (place.startsWith("../")) return "it lies outside the folder that is checked";
  if (underNodeModules(place)) return "code in node_modules is not the project's";
  if (isDeclaration(place)) return "declaration files are not checked";
  if (!isSource(place)) return "it is no TypeScript or JavaScript file";
  const governor = governors(workspace)(place);
  if (governor === null) return "no configuration governs it";
  if (!governor.covered) return `it is checked by a run in ${shown(governor.folder, workspace.top, workspace)}`;
  const { settings, folder } = governor;
  const isPath = (path: string): boolean => statsOf(join(settings.folder, path)) !== undefined;
  const own = posix.relative(folder, place);
  const exclude = settings.exclude.find((pattern) => matcher([pattern], isPath)(own));
  if (exclude !== undefined) return `exclude pattern ${exclude} covers it`;
  if (!matcher(settings.include, isPath)(own)) return "no include pattern matches it";
  return "git ignores it, or it is no file of this repository";
}

function globbed(path: string, cwd: string, workspace: Workspace, discovery: Discovery): Match {
  const pattern = inFolder(normalise(path), cwd, workspace);
  const known = new Set(discovery.files.flatMap(withFolders));
  const found = discovery.files.filter(matcher([pattern], (one) => known.has(one)));
  if (found.length > 0) return { found, notice: null };
  const isGlob = plainHead(pattern) !== pattern;
  const close = suggestion(pattern, [...known]);
  const mend = close === null ? `paths are relative to ${cwd}` : `did you mean ${shown(close, cwd, workspace)}?`;
  throw new UsageError(isGlob ? `no checked file matches ${path}` : `${path} does not exist`, mend);
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A long glob is no possible file name, and says so by an error.
    return undefined;
  }
}

/** POSIX, relative to the top. */
function inFolder(path: string, cwd: string, workspace: Workspace): string {
  return relative(workspace.top, resolve(cwd, path)).split(sep).join("/");
}

function shown(path: string, cwd: string, workspace: Workspace): string {
  return relative(cwd, join(workspace.top, path)).split(sep).join("/");
}

function withFolders(file: string): string[] {
  const all = [file];
  for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) all.push(file.slice(0, end));
  return all;
}

/** The nearest known path: a file of the same name elsewhere, else a path of nearly the same spelling; a glob keeps its glob. */
function suggestion(pattern: string, known: readonly string[]): string | null {
  const head = plainHead(pattern);
  if (head === "" || known.includes(head)) return null;
  const sameName = known.filter((path) => posix.basename(path) === posix.basename(head));
  const candidates = sameName.length > 0 ? sameName : known.filter((path) => distance(path, head) <= Math.max(2, head.length * 0.4));
  let best: string | null = null;
  for (const path of candidates) if (best === null || distance(path, head) < distance(best, head)) best = path;
  return best === null ? null : best + pattern.slice(head.length);
}
