/** The part that commands share which look at the merge base. */
import { existsSync, realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { mergeBase, realPath, topOf, wayFrom } from "../files/repository.ts";
import { atRevision } from "../files/revision.ts";
import type { Revision } from "../files/revision.ts";
import { UsageError } from "../verdict.ts";
import type { Bench } from "./bench.ts";

/** Where a tree stands in its repository, and where the branch began. */
export interface Fork {
  /** Absolute, links followed: the top of the repository, and the folder that is looked at. */
  readonly top: string;
  readonly folder: string;
  /** The way from one to the other. */
  readonly prefix: string;
  readonly commit: string;
  readonly ref: string;
}

/** Finds the merge base of HEAD and the ref. Raises UsageError where there is none. */
export async function forkFrom(path: string, ref: string): Promise<Fork> {
  const folder = realpathSync(path);
  const top = await topOf(folder);
  return { top, folder, prefix: wayFrom(top, folder), commit: await mergeBase(folder, ref), ref };
}

export interface Then {
  readonly revision: Revision;
  /** `cwd` is what stands for the folder, `config` what stands for the one that is named, or null. */
  readonly bench: Pick<Bench, "cwd" | "config">;
}

export interface ThenOptions {
  /** The absolute path on disk of a configuration that is named. */
  readonly config: string | null;
  /** Which files are read, by their paths from the top. */
  readonly wanted: (path: string) => boolean;
}

/** Runs `use` on files of the merge base; a mistake that is met there is said to stand there. */
export function atFork<T>({ folder, top, commit, ref }: Fork, { config, wanted }: ThenOptions, use: (then: Then) => Promise<T>): Promise<T> {
  return atRevision(folder, commit, wanted, async (revision) => {
    const named = config === null ? null : join(revision.top, wayFrom(top, realPath(config)));
    try {
      return await use({ revision, bench: { cwd: revision.folder, config: named !== null && existsSync(named) ? named : null } });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const told = (text: string): string => text.replaceAll(`${revision.top}${sep}`, "").replaceAll(revision.top, top);
      throw new UsageError(`at the merge base with ${ref} (${commit.slice(0, 12)}): ${told(error.message)}`, told(error.mend));
    }
  });
}

/** The absolute path of the configuration that the command line names; null where it names none. */
export function configOf({ cwd, config }: Pick<Bench, "cwd" | "config">): string | null {
  return config === null ? null : resolve(cwd, config);
}
