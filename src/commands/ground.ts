/** What a run stands on: the files on disk, or what the index holds. */
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Side } from "../files/changes.ts";
import { indexVariables, liesIn, realPath, topOf } from "../files/repository.ts";
import { atIndex, mayBeText } from "../files/revision.ts";
import { UsageError } from "../verdict.ts";
import type { Bench } from "./bench.ts";

export type Stand = Side["is"];

export interface Ground {
  /** Of the command, but in the folder that is read. */
  readonly bench: Bench;
  readonly side: Side;
  /** The path on disk that an absolute path of the ground stands for. */
  readonly onDisk: (path: string) => string;
  /** What a path of the command line names on the ground. */
  readonly place: (path: string) => string;
  /** The same text, or error, with paths on disk. */
  readonly told: (text: string) => string;
}

/** Runs `use` on the ground that is asked for. Raises UsageError where there is no index, or it holds a conflict. */
export async function onGround<T>(stand: Stand, bench: Bench, use: (ground: Ground) => Promise<T>): Promise<T> {
  const same = (text: string): string => text;
  if (stand === "work-tree") return use({ bench, side: { is: "work-tree" }, onDisk: same, place: same, told: same });
  const top = await topOf(bench.cwd);
  const variables = await indexVariables(top, bench.variable("GIT_INDEX_FILE"));
  return atIndex(bench.cwd, mayBeText, variables, async (snapshot) => {
    const tree = snapshot.top;
    const place = (path: string): string => (isAbsolute(path) && liesIn(path, top) ? snapshot.place(realPath(path)) : path);
    const config = bench.config === null ? null : place(resolve(bench.cwd, bench.config));
    const told = (text: string): string => text.replaceAll(tree, top);
    const onDisk = (path: string): string => join(top, relative(tree, path));
    try {
      return await use({ bench: { ...bench, cwd: snapshot.folder, config }, side: { is: "index", variables }, onDisk, place, told });
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(told(error.message), told(error.mend)) : error;
    }
  });
}
