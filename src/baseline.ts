/** The baseline file: read leniently, written canonically and atomically. It only shrinks once it exists. */
import { randomBytes } from "node:crypto";
import { constants, copyFile, link, open, readdir, realpath, rename as move, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { readFile } from "./disk.ts";
import { byCodeUnit, NEVER_KNOWN, parseLine, printable, slashed, UsageError } from "./verdict.ts";
import type { BaselineEntry } from "./verdict.ts";

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
  /** As it stands on disk; null where there is no file. */
  readonly text: string | null;
}

/** The baseline at an absolute path, and what messages call it. */
export interface BaselineFile {
  readonly path: string;
  readonly shown: string;
}

/** The entries of the file. Throws a UsageError that names file, line and column where it is broken, or where a `named` file is missing; a missing default one is empty. */
export async function readBaseline({ path, shown }: BaselineFile, options: { readonly named: boolean }): Promise<Baseline> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw new UsageError(`cannot read the baseline ${shown} (${codeOf(error)})`, "it must be a readable file");
    if (options.named) throw new UsageError(`the configuration names the baseline ${shown}, which does not exist`, "write it with: env-contract baseline create");
    return { entries: [], text: null };
  }
  return { entries: parseBaseline(text, shown), text };
}

/** The canonical text: a JSON array, one entry a line, sorted by code unit, 2-space indent, LF; `[]` when empty. */
export function formatBaseline(entries: readonly string[]): string {
  if (entries.length === 0) return "[]\n";
  const lines = entries.toSorted(byCodeUnit).map((entry) => `  ${JSON.stringify(entry)}`);
  return `[\n${lines.join(",\n")}\n]\n`;
}

/** Writes a first baseline. Throws a UsageError if anything stands at its path; of two processes at once one wins. */
export async function createBaseline({ path, shown }: BaselineFile, entries: readonly string[]): Promise<void> {
  const temporary = `${path}.${mark()}.new`;
  try {
    await writeWhole(temporary, formatBaseline(entries), 0o666);
    await linkOrCopy(temporary, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw new UsageError(`the baseline ${shown} exists already`, "a baseline only shrinks: remove what is fixed with env-contract baseline prune");
    throw cannotWrite(shown, error);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

export interface Rewritten {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Replaces the file's entries by what `change` makes of them, read anew under a lock: leaves the bytes alone where nothing
 * changes, and the old or the new file whenever it is interrupted. Throws a UsageError if the file cannot be read, locked or written.
 */
export async function rewriteBaseline({ path, shown }: BaselineFile, change: (current: readonly string[]) => readonly string[]): Promise<Rewritten> {
  const real = await realpath(path).catch(() => null);
  if (real === null) throw new UsageError(`the baseline ${shown} does not exist`, "write it with: env-contract baseline create");
  const held = await lockFile({ path: real, shown });
  try {
    await removeOrphans(real);
    const { entries, text } = await readBaseline({ path: real, shown }, { named: false });
    const current = entries.map((entry) => entry.entry);
    const next = change(current);
    const rewritten = { removed: subtract(current, next), added: subtract(next, current) };
    if (rewritten.removed.length + rewritten.added.length === 0) return rewritten;
    const { mode } = await stat(real);
    const temporary = `${real}.${mark()}.tmp`;
    try {
      await writeWhole(temporary, formatBaseline(next), mode);
      if (held.lost() || (await readFile(real, "utf8")) !== text) throw new UsageError(`${shown} changed while it was rewritten`, "run the command again");
      await rename(temporary, real);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error instanceof UsageError ? error : cannotWrite(shown, error);
    }
    return rewritten;
  } finally {
    await held.release();
  }
}

/** Replaces the entries by those that `keep` returns of them; never adds. Returns what it removed: nothing where there is no file. */
export async function pruneBaseline(file: BaselineFile, keep: (current: readonly string[]) => readonly string[]): Promise<readonly string[]> {
  if ((await realpath(file.path).catch(() => null)) === null) return [];
  const { removed } = await rewriteBaseline(file, (current) => {
    const kept = keep(current);
    if (subtract(kept, current).length > 0) throw new Error("a baseline never grows: keep returned an entry that was not there");
    return kept;
  });
  return removed;
}

function parseBaseline(text: string, shown: string): BaselineEntry[] {
  const source = text.replace(/^\uFEFF/u, "");
  const at = (offset: number): string => {
    const before = source.slice(0, offset).split("\n");
    return `${shown}:${before.length}:${before.at(-1)!.length + 1}`;
  };
  if (source.trim() === "") throw new UsageError(`${at(0)}: the baseline is empty: it holds no JSON`, "restore it from version control; a baseline without entries is []");
  const conflict = /^(?:<{7}|={7}|>{7})/mu.exec(source);
  if (conflict !== null) throw new UsageError(`${at(conflict.index)}: the baseline holds a merge conflict`, "keep the lines that both sides kept, then run env-contract check");
  const errors: ParseError[] = [];
  const root = parseStrictly(source, errors);
  const first = errors[0];
  if (first !== undefined || root === undefined) {
    const what = first === undefined ? "no value" : printParseErrorCode(first.error).replace(/(?<=[a-z])(?=[A-Z])/gu, " ").toLowerCase();
    throw new UsageError(`${at(first?.offset ?? 0)}: the baseline is broken JSON (${what})`, "restore it from version control: it is a JSON array of strings");
  }
  if (root.type !== "array") throw new UsageError(`${at(root.offset)}: the baseline is no JSON array`, "it is an array of strings, each a line that env-contract check prints");
  return readEntries(root.children ?? [], source, shown);
}

/** Nesting deeper than the stack is broken input like any other. */
function parseStrictly(source: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(source, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readEntries(nodes: readonly Node[], source: string, shown: string): BaselineEntry[] {
  let line = 1;
  let start = 0;
  let offset = 0;
  return nodes.map((node) => {
    for (; offset < node.offset; offset += 1) {
      if (source.charCodeAt(offset) !== 10) continue;
      line += 1;
      start = offset + 1;
    }
    const where = `${shown}:${line}:${node.offset - start + 1}`;
    const value: unknown = node.value;
    if (typeof value !== "string") throw new UsageError(`${where}: an entry of the baseline is no string`, "every entry is a line that env-contract check prints");
    return { entry: normalise(value, where), line };
  });
}

function normalise(value: string, where: string): string {
  const parts = parseLine(printable(value));
  if (parts === null) throw new UsageError(`${where}: ${JSON.stringify(value)} is no line of env-contract check`, "an entry reads <path>: <kind> <name>");
  if (NEVER_KNOWN.has(parts.kind)) throw new UsageError(`${where}: ${parts.kind} can never be known`, "correct it, and remove the entry");
  const path = slashed(parts.path).replace(/^(?:\.\/)+/u, "");
  if (/^(?:\/|[A-Za-z]:\/)/u.test(path)) throw new UsageError(`${where}: the path ${parts.path} is absolute`, "write it relative to the folder of the configuration");
  return `${path}: ${parts.kind} ${parts.name}`;
}

/** Node's own write loops until all is written; a short write on a full disk must never reach the rename. */
async function writeWhole(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(text, "utf8");
    if (mode !== 0o666) await file.chmod(mode & 0o7777);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Some file systems (exFAT, shared folders of virtual machines) have no hard links; a copy is exclusive too. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(codeOf(error))) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Where a program that watches the file holds it open (Windows), the rename fails for a moment. */
async function rename(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await move(from, to);
    } catch (error) {
      if (attempt === 10 || !["EPERM", "EBUSY", "EACCES"].includes(codeOf(error)) || process.platform !== "win32") throw error;
      await sleep(20 * attempt);
    }
  }
}

const LOCK_STALE_MS = 10_000;
const LOCK_WAIT_MS = 60_000;

async function lockFile({ path, shown }: BaselineFile): Promise<{ readonly lost: () => boolean; readonly release: () => Promise<void> }> {
  const { default: lockfile } = await import("proper-lockfile");
  const deadline = Date.now() + LOCK_WAIT_MS;
  let lost = false;
  const onCompromised = (): void => {
    lost = true;
  };
  for (;;) {
    try {
      const release = await lockfile.lock(path, { realpath: false, stale: LOCK_STALE_MS, onCompromised });
      return { lost: () => lost, release: () => release().catch(() => undefined) };
    } catch (error) {
      if (codeOf(error) !== "ELOCKED") throw cannotWrite(shown, error);
      if (Date.now() > deadline) throw new UsageError(`another process has locked ${shown} for a minute`, `if none runs, delete ${shown}.lock`);
      await sleep(20 + Math.random() * 60);
    }
  }
}

/** Whoever holds the lock is the only writer of an existing file, so the temporary files there belong to processes that were killed. */
async function removeOrphans(path: string): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix) && /^\d+-[0-9a-f]{8}\.(?:tmp|new)$/u.test(name.slice(prefix.length))) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

/** What of the first is not in the second, as multisets. */
function subtract(from: readonly string[], taken: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of taken) left.set(entry, (left.get(entry) ?? 0) + 1);
  return from.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

function mark(): string {
  return `${process.pid}-${randomBytes(4).toString("hex")}`;
}

function cannotWrite(shown: string, error: unknown): UsageError {
  const code = codeOf(error);
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return new UsageError(`cannot write ${shown}: its folder is read-only (${code})`, "make the folder writable for this user");
  if (code === "ENOENT" || code === "ENOTDIR") return new UsageError(`cannot write ${shown}: its folder does not exist`, "create the folder or mend \"baseline\" in the configuration");
  return new UsageError(`cannot write ${shown} (${code === "" ? String(error) : code})`, code === "ENOSPC" || code === "EDQUOT" ? "make room on the disk; the file is as it was" : "the file is as it was");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
