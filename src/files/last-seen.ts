/** Files that are gone, in the history. */
import { entries, git } from "./git.ts";

/** The last revision that had each path (`HEAD`, or the parent of the commit that removed it); a path that no commit had, or that a shallow clone does not reach, is left out. */
export async function lastSeen(top: string, paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (paths.length === 0) return found;
  const [head, history] = await Promise.all([
    git(top, ["--literal-pathspecs", "ls-tree", "-z", "--name-only", "--full-tree", "HEAD", "--", ...paths]),
    git(top, ["--literal-pathspecs", "log", "-z", "--no-show-signature", "--no-renames", "--diff-filter=D", "--name-only", "--format=%x00%H", "--", ...paths]),
  ]);
  if (head.is === "done") for (const path of entries(head.out)) found.set(path, "HEAD");
  let commit = "";
  for (const word of history.is === "done" ? entries(history.out).map((text) => text.replace(/^\n/, "")) : []) {
    if (/^[0-9a-f]{40,64}$/.test(word)) commit = word;
    else if (!found.has(word)) found.set(word, `${commit}^`);
  }
  return found;
}
