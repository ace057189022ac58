/** A revision of the repository, and its index, as folders of their own. */
import { UsageError } from "../verdict.ts";
import { entries } from "./git.ts";
import type { GitVariables } from "./git.ts";
import { isSource } from "./names.ts";
import { commitOf, outputOf, topOf } from "./repository.ts";
import { inSnapshot } from "./snapshot.ts";
import type { Blob, Snapshot } from "./snapshot.ts";

export interface Revision extends Snapshot {
  /** The commit's full id. */
  readonly commit: string;
}

/** What settings, resolution and extraction read: sources, and JSON and YAML of any kind. */
export function isContractFile(path: string): boolean {
  return isSource(path) || /\.(?:jsonc?|ya?ml)$/.test(path);
}

/** Whatever a check may read: all but what is no text by its name. */
export function mayBeText(path: string): boolean {
  return !/\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|mp[34g]|mov|avi|webm|wav|ogg|flac|woff2?|ttf|otf|eot|pdf|zip|t?gz|br|bz2|xz|7z|jar|wasm|exe|dll|so|dylib|node|bin|dat|db|sqlite3?)$/i.test(path);
}

/**
 * Runs `use` on the files that `wanted` picks (by their path from the top) of a revision of the repository around the
 * absolute `folder`, written to a temporary folder that is removed afterwards. Raises UsageError where there is no
 * repository, or no such revision in it.
 */
export async function atRevision<T>(folder: string, ref: string, wanted: (path: string) => boolean, use: (revision: Revision) => Promise<T>): Promise<T> {
  const top = await topOf(folder);
  const commit = await commitOf(folder, ref);
  return inSnapshot(folder, { top, blobs: await blobsOf(folder, commit), label: ref }, wanted, (snapshot) => use({ ...snapshot, commit }));
}

/** The same of what the index holds. Raises UsageError while it holds both sides of a conflict. */
export async function atIndex<T>(folder: string, wanted: (path: string) => boolean, variables: GitVariables, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const top = await topOf(folder);
  return inSnapshot(folder, { top, blobs: await stagedBlobs(top, variables), label: "the index" }, wanted, use);
}

async function blobsOf(folder: string, commit: string): Promise<Blob[]> {
  const out = await outputOf(folder, ["ls-tree", "-r", "-z", "--full-tree", commit], {});
  return [...out.matchAll(/(\d+) blob ([0-9a-f]+)\t([^\0]+)\0/g)].map(([, mode, id, path]) => ({ path: path!, id: id!, isLink: mode === "120000" }));
}

async function stagedBlobs(top: string, variables: GitVariables): Promise<Blob[]> {
  const [staged, announced] = await Promise.all([
    outputOf(top, ["ls-files", "--stage", "-z"], variables),
    // `git add --intent-to-add` announces a file whose content is not staged.
    outputOf(top, ["diff-files", "--name-only", "--diff-filter=A", "-z"], variables),
  ]);
  const absent = new Set(entries(announced));
  const blobs: Blob[] = [];
  for (const [, mode, id, stage, path] of staged.matchAll(/(\d+) ([0-9a-f]+) (\d)\t([^\0]+)\0/g)) {
    if (stage !== "0") throw new UsageError(`the index holds a conflict: ${path}`, "resolve it and git add the file, then run this again");
    if (mode !== "160000" && !absent.has(path!)) blobs.push({ path: path!, id: id!, isLink: mode === "120000" });
  }
  return blobs;
}
