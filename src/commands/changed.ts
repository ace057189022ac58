/** `--changed` and `--staged`: the files that a report is narrowed to. */
import { existsSync, realpathSync } from "node:fs";
import { posix, resolve } from "node:path";
import { changedSince } from "../files/changes.ts";
import { headOf, mergeBase, topOf, wayFrom } from "../files/repository.ts";
import { UsageError } from "../verdict.ts";
import type { Tree } from "./analyse.ts";
import type { Ground } from "./ground.ts";

/** Null: since the last commit. */
export interface Since {
  readonly ref: string | null;
}

/** The paths that changed since the branch left the ref, committed or not, untracked ones too, from the workspace's top; in the index only what is staged. Raises UsageError where git cannot tell. */
export async function changedPaths({ ref }: Since, { workspace }: Tree, ground: Ground): Promise<ReadonlySet<string>> {
  const folder = realpathSync(ground.onDisk(workspace.top));
  const top = await topOf(folder);
  const commit = ref === null ? await headOf(folder) : await forkOf(folder, ref, ground);
  const paths = await changedSince(top, commit, ground.side);
  const prefix = wayFrom(top, folder);
  return new Set([...paths].map((path) => posix.relative(prefix, path)));
}

/** `--changed src` takes the path for the ref. */
async function forkOf(folder: string, ref: string, { bench }: Ground): Promise<string> {
  try {
    return await mergeBase(folder, ref);
  } catch (error) {
    if (error instanceof UsageError && existsSync(resolve(bench.cwd, ref))) throw new UsageError(error.message, `to name a path, write it before the option: env-contract check ${ref} --changed`);
    throw error;
  }
}
