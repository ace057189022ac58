/** Files of the repository's store as a folder of their own: nothing is checked out, and nothing runs. */
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { UsageError } from "../verdict.ts";
import { gitObjects, gitSizes } from "./git.ts";

export interface Snapshot {
  /** Absolute: what stands for the folder that was asked for; empty where there is no such folder. */
  readonly folder: string;
  /** Absolute: what stands for the top of the repository. */
  readonly top: string;
  /** What stands for a path inside the repository, absolute both. */
  readonly place: (path: string) => string;
}

/** A file as the store has it. */
export interface Blob {
  readonly path: string;
  readonly id: string;
  readonly isLink: boolean;
}

export interface Store {
  /** Absolute, links followed. */
  readonly top: string;
  readonly blobs: readonly Blob[];
  /** How a message calls it. */
  readonly label: string;
}

/** Runs `use` on the files that `wanted` picks by their path from the top, written to a temporary folder that is removed afterwards. */
export async function inSnapshot<T>(folder: string, { top, blobs, label }: Store, wanted: (path: string) => boolean, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const tree = realpathSync(await mkdtemp(join(tmpdir(), "env-contract-")));
  try {
    // Searches for a configuration or a repository end at the top, as in the work tree; git takes an empty one for none.
    mkdirSync(join(tree, ".git"));
    await write(tree, { top, label, blobs: blobs.filter(({ path, isLink }) => !isOdd(path) && (isLink || wanted(path))) });
    const place = (path: string): string => join(tree, relative(top, path));
    const inside = place(realpathSync(folder));
    mkdirSync(inside, { recursive: true });
    return await use({ folder: inside, top: tree, place });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** A tree that was made by hand may hold such names; no checkout would write them. */
function isOdd(path: string): boolean {
  return path.split("/").some((part) => part === ".." || part === "." || part.toLowerCase() === ".git");
}

/** What is held in memory at once, but for a single larger file. */
const BATCH = { bytes: 32_000_000, files: 2_000 };

async function write(tree: string, { top, blobs, label }: Store): Promise<void> {
  // Links last: no file is then written through one.
  const ordered = [...blobs].sort((a, b) => Number(a.isLink) - Number(b.isLink));
  const made = new Set<string>();
  for (const batch of batches(ordered, await gitSizes(top, ordered.map(({ id }) => id)))) {
    const contents = await gitObjects(top, batch.map(({ id }) => id));
    for (const [index, { path, isLink }] of batch.entries()) {
      const content = contents[index];
      if (content === null || content === undefined) throw new UsageError(`the clone lacks files of ${label}, such as ${path}`, "run git fetch, without a filter");
      const file = join(tree, path);
      if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
      made.add(dirname(file));
      if (isLink) link(content.toString(), file);
      else writeFileSync(file, content);
    }
  }
}

function batches(blobs: readonly Blob[], sizes: readonly (number | null)[]): Blob[][] {
  const found: Blob[][] = [];
  let room = 0;
  for (const [index, blob] of blobs.entries()) {
    const size = sizes[index] ?? 0;
    const last = found.at(-1);
    if (last === undefined || last.length >= BATCH.files || size > room) {
      found.push([blob]);
      room = BATCH.bytes - size;
    } else {
      last.push(blob);
      room -= size;
    }
  }
  return found;
}

/** Where the system makes no links (or the name is taken, in another case), what lies behind it is not read through it. */
function link(target: string, file: string): void {
  try {
    symlinkSync(target, file);
  } catch {
    return;
  }
}
