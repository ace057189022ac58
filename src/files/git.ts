import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { dirname, join, posix, relative } from "node:path";
import { existsSync, realpathSync } from "../disk.ts";
import { UsageError } from "../verdict.ts";
import type { Listing } from "./listing.ts";

/** `failed` holds git's words, in English. */
export type GitAnswer =
  | { readonly is: "done"; readonly out: string; readonly warnings: string }
  | { readonly is: "failed"; readonly code: number; readonly warnings: string }
  | { readonly is: "missing" };

/** Variables for one run of git, on top of the user's. */
export type GitVariables = Readonly<Record<string, string>>;

/** A file system monitor is a program that the repository's own configuration names. */
const SETTINGS = ["-c", "core.fsmonitor=false", "-c", "core.excludesFile="];

/** The contents of objects by their ids, in the order given; null for one that the repository lacks. Git must be there. */
export async function gitObjects(folder: string, ids: readonly string[]): Promise<(Buffer | null)[]> {
  const out = await fed(folder, ["cat-file", "--batch"], ids);
  let at = 0;
  return ids.map(() => {
    const end = out.indexOf(10, at);
    const head = out.toString("latin1", at, end);
    at = end + 1;
    const size = / \w+ (\d+)$/.exec(head)?.[1];
    if (size === undefined) return null;
    const from = at;
    at += Number(size) + 1;
    return out.subarray(from, at - 1);
  });
}

/** The sizes of objects in bytes, likewise. */
export async function gitSizes(folder: string, ids: readonly string[]): Promise<(number | null)[]> {
  const lines = (await fed(folder, ["cat-file", "--batch-check"], ids)).toString("latin1").split("\n");
  return ids.map((_, index) => {
    const size = / \w+ (\d+)$/.exec(lines[index]!)?.[1];
    return size === undefined ? null : Number(size);
  });
}

/** What git answers to lines on its input. */
function fed(folder: string, args: readonly string[], lines: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile("git", ["-C", folder, ...SETTINGS, ...args], { env: environment(), encoding: "buffer", maxBuffer: Infinity, windowsHide: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
    // A git that dies closes the pipe; its exit says why.
    child.stdin!.on("error", () => undefined);
    child.stdin!.end(lines.map((line) => `${line}\n`).join(""));
  });
}

/** Runs git on the repository that the folder lies in, whatever repository a hook's environment names; changes nothing. */
export function git(folder: string, args: readonly string[], variables: GitVariables = {}): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    execFile("git", ["-C", folder, ...SETTINGS, ...args], { env: { ...environment(), ...variables }, maxBuffer: Infinity, windowsHide: true }, (error, out, warnings) => {
      if (error === null) resolve({ is: "done", out, warnings });
      else if (error.code === "ENOENT") resolve({ is: "missing" });
      else if (typeof error.code === "number") resolve({ is: "failed", code: error.code, warnings });
      else reject(error);
    });
  });
}

/** Why git lists nothing: the folder is in no work tree (or ignored by one), or it is but git is not installed or does not know the repository. */
export type NoListing = "no-repository" | "unusable-repository";

/** What git says of the files below a folder; the same words, the same files but for those that it does not vouch for. */
export interface GitWords {
  readonly tracked: GitAnswer;
  readonly changed: GitAnswer;
  readonly others: GitAnswer;
}

/** Asks git for its index, for tracked files that are not as they stand there, and for files that it neither tracks nor ignores. */
export async function gitWords(folder: string): Promise<GitWords> {
  const [tracked, changed, others] = await Promise.all([
    git(folder, ["ls-files", "-z", "-v", "--stage"]),
    // Compares the index with the disk by file status alone, in parallel, about five times as fast as a look from here.
    git(folder, ["diff-files", "-z", "--name-only", "--relative", "--ignore-submodules"]),
    git(folder, ["ls-files", "-z", "--others", "--exclude-standard", "--exclude=node_modules/"]),
  ]);
  return { tracked, changed, others };
}

/** One text for what git says; null where it refuses. */
export function digestOf({ tracked, changed, others }: GitWords): string | null {
  const hash = createHash("sha1");
  for (const answer of [tracked, changed, others]) {
    if (answer.is !== "done") return null;
    hash.update(`${answer.out.length}\n${answer.out}${answer.warnings}\n`);
  }
  return hash.digest("hex");
}

/** Lists what git would show below the folder: tracked files, and untracked ones that the repository does not ignore. */
export async function gitListing(folder: string): Promise<Listing | NoListing> {
  // Git would say so too, and four processes cost more than a small project.
  if (!isRepository(folder) && !isRepository(realpathSync(folder))) return "no-repository";
  const [top, words] = await Promise.all([git(folder, ["rev-parse", "--show-toplevel"]), gitWords(folder)]);
  const { tracked, changed, others } = words;
  if (top.is === "missing" || tracked.is === "missing" || changed.is === "missing" || others.is === "missing") return isRepository(folder) ? "unusable-repository" : "no-repository";
  for (const answer of [top, tracked, changed, others]) {
    if (answer.is !== "failed") continue;
    // A `.git` file that leads nowhere: a work tree or submodule that was copied without its repository.
    if (answer.warnings.includes("not a git repository: ")) return "unusable-repository";
    if (/not a git repository|must be run in a work tree/.test(answer.warnings)) return "no-repository";
  }
  if (top.is === "failed") throw refused(folder, top.warnings);
  if (tracked.is === "failed") throw refused(folder, tracked.warnings);
  if (changed.is === "failed") throw refused(folder, changed.warnings);
  if (others.is === "failed") throw refused(folder, others.warnings);
  const root = top.out.replace(/\r?\n$/, "");
  const index = readIndex(tracked.out);
  const untracked = entries(others.out);
  if (index.paths.length === 0 && untracked.length === 0 && (await isIgnored(folder))) return "no-repository";
  const loose = untracked.filter((path) => !path.endsWith("/"));
  const unopened = others.warnings === "" ? [] : unopenedIn(others.warnings, relative(root, realpathSync(folder)));
  const hidden = index.paths.filter((path) => unopened.some((one) => path.startsWith(`${one.path}/`)));
  return {
    top: root,
    paths: [...index.paths, ...loose],
    unsure: new Set([...index.unsure, ...entries(changed.out), ...hidden, ...loose]),
    ids: index.ids,
    digest: digestOf(words),
    untracked: new Set(loose),
    sparse: index.sparse,
    links: [...index.links, ...loose],
    submodules: index.submodules,
    nested: untracked.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1)),
    unopened,
    notices: [],
  };
}

/** Git names folders from the top; the listed folder lies at `prefix` below it. */
function unopenedIn(warnings: string, prefix: string): { path: string; why: string }[] {
  const found = [];
  for (const [, path, why] of warnings.matchAll(/^warning: could not open directory '([^]*?)\/?': (.*)$/gm)) {
    found.push({ path: posix.relative(prefix, path!), why: `cannot be opened: ${why!.toLowerCase()}` });
  }
  return found;
}

/** Variables by which a hook points git at one repository, index or folder: here the folder decides. */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GIT_DIR: undefined,
    GIT_WORK_TREE: undefined,
    GIT_INDEX_FILE: undefined,
    GIT_COMMON_DIR: undefined,
    GIT_PREFIX: undefined,
    GIT_OBJECT_DIRECTORY: undefined,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: undefined,
    GIT_NAMESPACE: undefined,
    GIT_OPTIONAL_LOCKS: "0",
    LC_ALL: "C",
  };
}

/** The items of an answer to `-z`. */
export function entries(out: string): string[] {
  return out.split("\0").filter((path) => path !== "");
}

interface Index {
  readonly paths: string[];
  readonly ids: Map<string, string>;
  readonly unsure: string[];
  readonly sparse: Set<string>;
  readonly links: string[];
  readonly submodules: string[];
}

function readIndex(out: string): Index {
  const paths: string[] = [];
  const ids = new Map<string, string>();
  const unsure: string[] = [];
  const sparse = new Set<string>();
  const links: string[] = [];
  const submodules: string[] = [];
  let last = "";
  for (const line of entries(out)) {
    const path = line.slice(line.indexOf("\t") + 1);
    // An unmerged path stands there once for each side.
    if (path === last) continue;
    last = path;
    const mode = line.slice(2, 8);
    if (mode === "160000") {
      submodules.push(path);
      continue;
    }
    paths.push(path);
    ids.set(path, line.slice(9, line.indexOf(" ", 9)));
    if (mode === "120000") links.push(path);
    const tag = line[0]!;
    if (tag === "S" || tag === "s") sparse.add(path);
    // Git itself looks at no file with one of its flags: skip-worktree, or (a small letter) assume-unchanged.
    if (mode === "120000" || tag !== "H") unsure.push(path);
  }
  return { paths, ids, unsure, sparse, links, submodules };
}

async function isIgnored(folder: string): Promise<boolean> {
  return (await git(folder, ["check-ignore", "--quiet", "."])).is === "done";
}

function isRepository(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return true;
    if (dirname(at) === at) return false;
  }
}

function refused(folder: string, warnings: string): UsageError {
  if (warnings.includes("dubious ownership")) {
    const named = /safe\.directory '?([^'\n]+)'?/.exec(warnings)?.[1] ?? folder;
    return new UsageError("git refuses to list the files: the repository belongs to another user", `run: git config --global --add safe.directory '${named}'`);
  }
  const words = warnings.split("\n").find((line) => /^(?:fatal|error): /.test(line)) ?? warnings.trim();
  return new UsageError(`git cannot list the files: ${words.replace(/^(?:fatal|error): /, "")}`, `see what \`git status\` says in ${folder}`);
}
