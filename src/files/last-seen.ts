/** Files that are gone, in the history. */
import { entries, git } from "./git.ts";

/** Paths on one command line: systems limit its length. */
const BATCH = 500;

/** The last revision that had each path (`HEAD`, or the parent of the commit that removed it); a path that no commit had, or that a shallow clone does not reach, is left out. */
export async function lastSeen(top: string, paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (paths.length === 0) return found;
  const head = await git(top, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", "HEAD"]);
  const inHead = new Set(head.is === "done" ? entries(head.out) : []);
  for (const path of paths) if (inHead.has(path)) found.set(path, "HEAD");
  const gone = paths.filter((path) => !inHead.has(path));
  for (let from = 0; from < gone.length; from += BATCH) await removals(top, gone.slice(from, from + BATCH), found);
  return found;
}

async function removals(top: string, paths: readonly string[], found: Map<string, string>): Promise<void> {
  const history = await git(top, ["--literal-pathspecs", "log", "-z", "--no-show-signature", "--no-renames", "--diff-filter=D", "--name-only", "--format=%x00%H", "--", ...paths]);
  let commit = "";
  for (const word of history.is === "done" ? entries(history.out).map((text) => text.replace(/^\n/, "")) : []) {
    if (/^[0-9a-f]{40,64}$/.test(word)) commit = word;
    else if (!found.has(word)) found.set(word, `${commit}^`);
  }
}
