/** Folders and how their files are named to a user. */
import { dirname, relative, sep } from "node:path";
import { readdir, stat } from "../disk.ts";
import { UsageError } from "../verdict.ts";

/** The path as a user sees it from `cwd`, POSIX. */
export function shown(cwd: string, path: string): string {
  return relative(cwd, path).split(sep).join("/") || ".";
}

/** The folder and its parents, up to the root of the file system. */
export function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

/** The names of the files of a folder; none where it cannot be listed. */
export async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}

/** Raises a usage error unless `cwd` is a folder. */
export async function assertFolder(cwd: string): Promise<void> {
  const isFolder = await stat(cwd).then((found) => found.isDirectory(), () => false);
  if (!isFolder) throw new UsageError(`${cwd}: no such folder`, "name an existing folder");
}
