/** Where what is kept from run to run lies, and how it is written. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { hashOf } from "./hash.ts";

/** The cache of a run in `cwd`: the folder that is named, or the one beside the nearest `node_modules` up to the repository's top; null where there is none. */
export function cacheFolder(cwd: string, named: string | undefined): string | null {
  if (named !== undefined) return resolve(cwd, named);
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules"))) return join(folder, "node_modules", ".cache", "env-contract");
    if (existsSync(join(folder, ".git")) || dirname(folder) === folder) return null;
  }
}

/** What was kept under a name; null where it is not there, cannot be read, or is not as it was written. */
export function recalled(folder: string, name: string): Buffer | null {
  try {
    const kept = readFileSync(join(folder, name));
    const end = kept.indexOf(10);
    const content = kept.subarray(end + 1);
    return end > 0 && kept.toString("latin1", 0, end) === hashOf(content) ? content : null;
  } catch {
    return null;
  }
}

/** Keeps the content under a name: whole or not at all, and never fails. Of the names that begin alike only the `most` latest stay. */
export function keep(folder: string, name: string, content: Uint8Array, most: number): void {
  const temporary = join(folder, `${name}.${randomBytes(6).toString("hex")}.new`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${hashOf(content)}\n`), content]));
    renameSync(temporary, join(folder, name));
    forget(folder, name.slice(0, name.indexOf("-") + 1), most);
  } catch {
    // A full disk, a folder of somebody else: the next run works anew.
    remove(temporary);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // No folder at all.
  }
}

function forget(folder: string, begin: string, most: number): void {
  const files = readdirSync(folder).filter((file) => file.startsWith(begin));
  if (files.length <= most) return;
  const byAge = files.map((file) => ({ file, age: statSync(join(folder, file)).mtimeMs })).sort((a, b) => b.age - a.age);
  for (const { file } of byAge.slice(most)) rmSync(join(folder, file), { force: true });
}
