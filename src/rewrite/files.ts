/** Files that a command changes: shown as a diff, or written all together. */
import { randomBytes } from "node:crypto";
import { createTwoFilesPatch } from "diff";
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { UsageError } from "../verdict.ts";

export interface Rewriting {
  /** Absolute. */
  readonly path: string;
  /** How messages and diffs call it. */
  readonly shown: string;
  /** Null for a new file. */
  readonly before: string | null;
  readonly after: string;
}

/** A unified diff of what would be written. */
export function patchOf({ shown, before, after }: Pick<Rewriting, "shown" | "before" | "after">): string {
  return createTwoFilesPatch(before === null ? "/dev/null" : `a/${shown}`, `b/${shown}`, before ?? "", after, undefined, undefined, { headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true } });
}

/** Writes every existing file anew, mode and links kept; each whole or not at all. Throws a UsageError where one cannot be written, or is not as it was read: then all are as they were. */
export function writeAll(rewritings: readonly Rewriting[]): void {
  const ready: { readonly temporary: string; readonly path: string; readonly one: Rewriting }[] = [];
  const done: Rewriting[] = [];
  let current: Rewriting | undefined;
  try {
    for (const one of rewritings) {
      current = one;
      const path = realpathSync(one.path);
      if (readFileSync(path, "utf8") !== one.before) throw new UsageError(`${one.shown} changed meanwhile`, "run the command again");
      const temporary = `${path}.${randomBytes(6).toString("hex")}.new`;
      ready.push({ temporary, path, one });
      writeFileSync(temporary, one.after, { flag: "wx" });
      chmodSync(temporary, statSync(path).mode & 0o7777);
    }
    for (const { temporary, path, one } of ready) {
      current = one;
      renameSync(temporary, path);
      done.push(one);
    }
  } catch (error) {
    for (const { temporary } of ready) rmSync(temporary, { force: true });
    for (const { path, before } of done) writeFileSync(realpathSync(path), before!);
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`cannot write ${current?.shown ?? "a file"} (${code})`, "make it writable; every file is as it was");
  }
}
