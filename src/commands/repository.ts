/** Where a run stands in its repository, and where that is shown. */
import { relative, sep } from "node:path";
import { workTree } from "../config.ts";
import type { GithubFacts } from "../environment.ts";

/** The way from the top of the repository to the absolute folder `root`: POSIX, "." where they are one. Outside a git work tree the workspace of GitHub Actions counts as the top, if the folder lies in it. */
export function baseOf(root: string, { workspace }: Pick<Partial<GithubFacts>, "workspace">): string {
  const top = workTree(root) ?? workspace;
  const way = top === undefined || top === "" ? "" : relative(top, root).split(sep).join("/");
  return way === "" || way.startsWith("../") || way === ".." || /^[A-Za-z]:/u.test(way) ? "." : way;
}

/** The address below which GitHub shows the files of this revision; null where it is not known. */
export function treeOf({ server, repository, revision }: Partial<GithubFacts>): string | null {
  return server === undefined || repository === undefined || revision === undefined ? null : `${server}/${repository}/blob/${revision}`;
}
