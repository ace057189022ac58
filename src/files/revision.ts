/** A revision of the repository as a folder of its own: nothing is checked out, and nothing runs. */
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { UsageError } from "../verdict.ts";
import { git, gitObjects } from "./git.ts";
import { isSource } from "./names.ts";

export interface Revision {
  /** The commit's full id. */
  readonly commit: string;
  /** Absolute: what stands for `folder`; empty where the revision has no such folder. */
  readonly folder: string;
  /** What stands for a path inside the repository, absolute both. */
  readonly place: (path: string) => string;
}

/** What settings, resolution and extraction read: sources, and JSON of any kind. */
export function isContractFile(path: string): boolean {
  return isSource(path) || /\.jsonc?$/.test(path);
}

/**
 * Runs `use` on the files that `wanted` picks (by their path from the top) of a revision of the repository around the
 * absolute `folder`, written to a temporary folder that is removed afterwards. Raises UsageError where there is no
 * repository, or no such revision in it.
 */
export async function atRevision<T>(folder: string, ref: string, wanted: (path: string) => boolean, use: (revision: Revision) => Promise<T>): Promise<T> {
  const top = await topOf(folder);
  const commit = await commitOf(folder, ref);
  const tree = realpathSync(await mkdtemp(join(tmpdir(), "env-contract-")));
  try {
    // Searches for a configuration or a repository end at the top, as in the work tree; git takes an empty one for none.
    mkdirSync(join(tree, ".git"));
    await write(tree, { folder, ref, commit, wanted });
    const place = (path: string): string => join(tree, relative(top, path));
    const inside = place(realpathSync(folder));
    mkdirSync(inside, { recursive: true });
    return await use({ commit, folder: inside, place });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

async function topOf(folder: string): Promise<string> {
  const answer = await git(folder, ["rev-parse", "--show-toplevel"]);
  if (answer.is === "done") return realpathSync(answer.out.replace(/\r?\n$/, ""));
  if (answer.is === "missing") throw new UsageError("git is not installed, and older revisions are read with it", "install git, and run this in a clone of the repository");
  throw new UsageError(`no git repository holds ${folder}`, "run this in a clone of the repository");
}

async function commitOf(folder: string, ref: string): Promise<string> {
  const found = await resolved(folder, ref);
  if (found !== null) return found;
  if (ref.includes("..")) throw new UsageError(`${ref} is a range`, "name one revision: the other side is the work tree");
  const shallow = await git(folder, ["rev-parse", "--is-shallow-repository"]);
  const remote = (await resolved(folder, `origin/${ref}`)) === null ? null : `did you mean origin/${ref}?`;
  const mend = remote ?? (shallow.is === "done" && shallow.out.trim() === "true" ? `the clone is shallow: run git fetch --unshallow --tags, or let CI fetch the whole history (fetch-depth: 0)` : "see git tag and git branch --all; run git fetch --tags if it is new");
  throw new UsageError(`git knows no revision ${JSON.stringify(ref)}`, mend);
}

async function resolved(folder: string, ref: string): Promise<string | null> {
  const answer = await git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return answer.is === "done" ? answer.out.trim() : null;
}

interface Snapshot {
  readonly folder: string;
  readonly ref: string;
  readonly commit: string;
  readonly wanted: (path: string) => boolean;
}

interface Blob {
  readonly path: string;
  readonly id: string;
  readonly size: number;
  readonly isLink: boolean;
}

/** Bytes that are held in memory at once, and files. */
const BATCH = { bytes: 32_000_000, files: 2_000 };

async function write(tree: string, { folder, ref, commit, wanted }: Snapshot): Promise<void> {
  const blobs = (await blobsOf(folder, commit)).filter(({ path, isLink }) => isLink || wanted(path));
  // Links last: no file is then written through one.
  for (const batch of batches(blobs.sort((a, b) => Number(a.isLink) - Number(b.isLink)))) {
    const contents = await gitObjects(folder, batch.map(({ id }) => id));
    for (const [index, { path, isLink }] of batch.entries()) {
      const content = contents[index];
      if (content === null || content === undefined) throw new UsageError(`the clone lacks files of ${ref}, such as ${path}`, "run git fetch, without a filter");
      const file = join(tree, path);
      mkdirSync(dirname(file), { recursive: true });
      if (isLink) link(content.toString(), file);
      else writeFileSync(file, content);
    }
  }
}

async function blobsOf(folder: string, commit: string): Promise<Blob[]> {
  const answer = await git(folder, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit]);
  if (answer.is !== "done") throw new Error(`git ls-tree failed: ${answer.is === "failed" ? answer.warnings : "git is gone"}`);
  const blobs: Blob[] = [];
  for (const [, mode, id, size, path] of answer.out.matchAll(/(\d+) blob ([0-9a-f]+) +(\d+)\t([^\0]+)\0/g)) {
    // A tree that was made by hand may hold such names; no checkout would write them.
    if (path!.split("/").some((part) => part === ".." || part === "." || part.toLowerCase() === ".git")) continue;
    blobs.push({ path: path!, id: id!, size: Number(size), isLink: mode === "120000" });
  }
  return blobs;
}

function batches(blobs: readonly Blob[]): Blob[][] {
  const found: Blob[][] = [];
  let room = 0;
  for (const blob of blobs) {
    const last = found.at(-1);
    if (last === undefined || last.length >= BATCH.files || blob.size > room) {
      found.push([blob]);
      room = BATCH.bytes - blob.size;
    } else {
      last.push(blob);
      room -= blob.size;
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
