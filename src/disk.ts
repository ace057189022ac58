/** The one way to what lies on the disk: a run can tell what it has looked at. */
import * as sync from "node:fs";
import * as later from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

export type { Dirent, Stats } from "node:fs";

let looked: Set<string> | null = null;

/** From now on every path that is read, or only looked for, is kept; answers with all of them so far, absolute. */
export function watchDisk(): () => ReadonlySet<string> {
  const paths = new Set<string>();
  looked = paths;
  return () => paths;
}

export const existsSync = noted(sync.existsSync);
export const lstatSync = noted(sync.lstatSync);
export const openSync = noted(sync.openSync);
export const readdirSync = noted(sync.readdirSync);
export const readFileSync = noted(sync.readFileSync);
export const realpathSync = noted(sync.realpathSync);
export const statSync = noted(sync.statSync);
export const lstat = noted(later.lstat);
export const readdir = noted(later.readdir);
export const readFile = noted(later.readFile);
export const stat = noted(later.stat);

/** The file that a specifier means in a file, as Node resolves it among what is installed; null where it means none. */
export function installedFile(from: string, specifier: string): string | null {
  const require = createRequire(from);
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  for (const folder of require.resolve.paths(specifier) ?? []) looked?.add(join(folder, name, "package.json"));
  try {
    return require.resolve(specifier);
  } catch {
    return null;
  }
}

function noted<F extends (path: any, ...rest: any[]) => unknown>(read: F): F {
  return ((path: unknown, ...rest: unknown[]) => {
    if (looked !== null && typeof path === "string") looked.add(resolve(path));
    return read(path, ...rest);
  }) as F;
}
