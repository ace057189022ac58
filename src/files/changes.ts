/** What changed since a commit, and where renamed files were before. Paths are POSIX, from the top of the repository. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { entries, git } from "./git.ts";
import type { GitVariables } from "./git.ts";
import { answerOf, outputOf } from "./repository.ts";

/** What is compared with a commit: the files on disk, untracked ones too, or the index. */
export type Side = { readonly is: "work-tree" } | { readonly is: "index"; readonly variables: GitVariables };

export interface Renames {
  /** Where each renamed file was, by where it is; each was one file and is one file. */
  readonly origins: ReadonlyMap<string, string>;
  /** Files that are gone and live on in several, with those: no one of them can be said to be the file. */
  readonly split: ReadonlyMap<string, readonly string[]>;
  readonly notices: readonly string[];
}

/** The paths that differ between a commit (null: before the first one) and the other side. `top` is that of the repository. */
export async function changedSince(top: string, commit: string | null, side: Side): Promise<Set<string>> {
  const variables = side.is === "index" ? side.variables : {};
  const tracked = commit === null ? ["ls-files", "-z"] : ["diff", ...(side.is === "index" ? ["--cached"] : []), ...PLAIN, "--no-renames", "--name-only", commit];
  const untracked = side.is === "index" ? "" : await outputOf(top, UNTRACKED, {});
  return new Set([...entries(await outputOf(top, tracked, variables)), ...entries(untracked)]);
}

/** The files that git takes for renamed since the commit: by content, at least half the same. */
export async function renamesSince(top: string, commit: string, side: Side): Promise<Renames> {
  if (side.is === "index") return readRenames(top, ["--cached", commit], side.variables);
  const untracked = entries(await outputOf(top, UNTRACKED, {})).filter((path) => !path.endsWith("/"));
  return untracked.length === 0 ? readRenames(top, [commit], {}) : withAnnounced(top, untracked, (variables) => readRenames(top, [commit], variables));
}

const UNTRACKED = ["ls-files", "-z", "--others", "--exclude-standard", "--exclude=node_modules/"];
const PLAIN = ["-z", "--no-ext-diff", "--no-textconv", "--ignore-submodules"];
/** Of more than these, git compares only those that are the same to the byte. */
const LIMIT = 3000;

async function readRenames(top: string, args: readonly string[], variables: GitVariables): Promise<Renames> {
  const read = (detect: string): ReturnType<typeof statusOf> => statusOf(top, ["diff", ...PLAIN, detect, `-l${LIMIT}`, "--name-status", "--diff-filter=RC", ...args], variables);
  const renamed = await read("--find-renames");
  const copied = renamed.pairs.length === 0 ? renamed : await read("--find-copies");
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of [...renamed.pairs, ...copied.pairs]) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const split = new Map<string, string[]>();
  const origins = new Map<string, string>();
  for (const { from, to } of renamed.pairs) {
    const all = [...targets.get(from)!].sort();
    if (all.length > 1) split.set(from, all);
    else origins.set(to, from);
  }
  return { origins, split, notices: [...new Set([...renamed.notices, ...copied.notices])] };
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

async function statusOf(top: string, args: readonly string[], variables: GitVariables): Promise<{ pairs: Pair[]; notices: string[] }> {
  const answer = await answerOf(top, args, variables);
  const words = entries(answer.out);
  const pairs: Pair[] = [];
  for (let at = 0; at + 2 < words.length; at += 3) pairs.push({ from: words[at + 1]!, to: words[at + 2]! });
  const skipped = answer.warnings.includes("rename detection was skipped") ? ["too many files were added and deleted for git to compare: only those that are the same to the byte count as renamed"] : [];
  return { pairs, notices: skipped };
}

/** Lets git see files that are not added, in an index beside its own; nothing is written to the repository. */
async function withAnnounced<T>(top: string, paths: readonly string[], use: (variables: GitVariables) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "env-contract-"));
  try {
    const [index, objects] = (await outputOf(top, ["rev-parse", "--git-path", "index", "--git-path", "objects"], {})).split(/\r?\n/).map((path) => resolve(top, path));
    const variables = { GIT_INDEX_FILE: join(folder, "index"), GIT_OBJECT_DIRECTORY: join(folder, "objects"), GIT_ALTERNATE_OBJECT_DIRECTORIES: /[:;"]/.test(objects!) ? JSON.stringify(objects) : objects! };
    mkdirSync(variables.GIT_OBJECT_DIRECTORY);
    const list = join(folder, "paths");
    writeFileSync(list, paths.join("\0"));
    // By its time git tells which files it must compare by content.
    if (existsSync(index!)) cpSync(index!, variables.GIT_INDEX_FILE, { preserveTimestamps: true });
    // A file that cannot be read is passed over: it then counts as none that was renamed.
    await git(top, ["-c", "core.splitIndex=false", "-c", "core.safecrlf=false", "--literal-pathspecs", "add", "--intent-to-add", "--ignore-errors", `--pathspec-from-file=${list}`, "--pathspec-file-nul"], variables);
    return await use(variables);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
