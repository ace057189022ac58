/** The repository around a folder: where it lies, and what its names mean. */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { realpathSync } from "../disk.ts";
import { UsageError } from "../verdict.ts";
import { git } from "./git.ts";
import type { GitVariables } from "./git.ts";

/** The top of the work tree around the folder: absolute, links followed. Raises UsageError where there is none. */
export async function topOf(folder: string): Promise<string> {
  const answer = await git(folder, ["rev-parse", "--show-toplevel"]);
  if (answer.is === "done") return realpathSync(answer.out.replace(/\r?\n$/, ""));
  if (answer.is === "missing") throw new UsageError("git is not installed, and older revisions are read with it", "install git, and run this in a clone of the repository");
  if (answer.warnings.includes("must be run in a work tree")) throw new UsageError(`${folder} lies in a repository without a work tree`, "run this in a clone that has its files checked out");
  if (answer.warnings.includes("dubious ownership")) throw new UsageError("git refuses to read the repository: it belongs to another user", `run: git config --global --add safe.directory '${folder}'`);
  throw new UsageError(`no git repository holds ${folder}`, "run this in a clone of the repository");
}

/** The full id of the commit that a name means. Raises UsageError with what to fetch where git knows none. */
export async function commitOf(folder: string, ref: string): Promise<string> {
  const found = await resolved(folder, ref);
  if (found !== null) return found;
  if (ref.includes("..")) throw new UsageError(`${ref} is a range`, "name one revision: the other side is the work tree");
  const remote = (await resolved(folder, `origin/${ref}`)) === null ? null : `did you mean origin/${ref}?`;
  throw new UsageError(`git knows no revision ${JSON.stringify(ref)}`, remote ?? (await whatToFetch(folder, ref)));
}

/** The full id of the commit that the work tree stands on; null before the first one. */
export function headOf(folder: string): Promise<string | null> {
  return resolved(folder, "HEAD");
}

/** The full id of the commit where the name and HEAD parted. Raises UsageError where git knows no such name or they have none in common, as in a shallow clone. */
export async function mergeBase(folder: string, ref: string): Promise<string> {
  const commit = await commitOf(folder, ref);
  if ((await headOf(folder)) === null) throw new UsageError(`there is no commit yet to compare with ${ref}`, "commit first");
  const answer = await git(folder, ["merge-base", commit, "HEAD"]);
  if (answer.is === "done") return answer.out.trim();
  if (!(await isShallow(folder))) throw new UsageError(`${ref} and HEAD have no commit in common`, "name the branch that this one began at");
  throw new UsageError(`the clone is shallow and ends before ${ref} and HEAD meet`, "run git fetch --deepen=100 until they do, or let CI fetch the whole history (fetch-depth: 0)");
}

/** What git answers, and its warnings. Raises UsageError with git's words where it fails. */
export async function answerOf(folder: string, args: readonly string[], variables: GitVariables): Promise<{ readonly out: string; readonly warnings: string }> {
  const answer = await git(folder, args, variables);
  if (answer.is === "done") return answer;
  const warnings = answer.is === "failed" ? answer.warnings : "git is not installed";
  const words = warnings.split("\n").find((line) => /^(?:fatal|error): /.test(line)) ?? warnings.trim();
  throw new UsageError(`git ${args[0]} failed: ${words.replace(/^(?:fatal|error): /, "")}`, `see what \`git status\` says in ${folder}`);
}

/** The same without the warnings. */
export async function outputOf(folder: string, args: readonly string[], variables: GitVariables): Promise<string> {
  return (await answerOf(folder, args, variables)).out;
}

/** The way from a folder to a path, absolute both: POSIX, "." where they are one. */
export function wayFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}

/** The path with links followed, as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

/** The path is the folder, or lies below it; absolute both, links followed. */
export function liesIn(path: string, folder: string): boolean {
  const way = relative(folder, realPath(path));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Variables under which git takes the index that a hook names, such as that of `git commit --all`, if it is one of this repository; none else. */
export async function indexVariables(top: string, named: string | undefined): Promise<GitVariables> {
  const answer = await git(top, ["rev-parse", "--absolute-git-dir"]);
  if (named === undefined || named === "" || answer.is !== "done") return {};
  const path = resolve(top, named);
  return liesIn(path, realpathSync(answer.out.replace(/\r?\n$/, ""))) ? { GIT_INDEX_FILE: path } : {};
}

async function resolved(folder: string, ref: string): Promise<string | null> {
  const answer = await git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`]);
  return answer.is === "done" ? answer.out.trim() : null;
}

async function isShallow(folder: string): Promise<boolean> {
  const answer = await git(folder, ["rev-parse", "--is-shallow-repository"]);
  return answer.is === "done" && answer.out.trim() === "true";
}

async function whatToFetch(folder: string, ref: string): Promise<string> {
  const [remotes, shallow] = await Promise.all([git(folder, ["remote"]), isShallow(folder)]);
  const remote = remotes.is === "done" ? remotes.out.split("\n").find((name) => name !== "" && ref.startsWith(`${name}/`)) : undefined;
  const deepen = shallow ? " --unshallow" : "";
  if (remote !== undefined) {
    const branch = ref.slice(remote.length + 1);
    return `run git fetch${deepen} ${remote} ${branch}:refs/remotes/${ref}${shallow ? ", or let CI fetch the whole history (fetch-depth: 0)" : ""}`;
  }
  if (shallow) return "the clone is shallow: run git fetch --unshallow --tags, or let CI fetch the whole history (fetch-depth: 0)";
  return "see git tag and git branch --all; run git fetch --tags if it is new";
}
