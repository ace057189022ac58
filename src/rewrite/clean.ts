/** Whether what a command is about to change can be had back. */
import { git } from "../files/git.ts";
import { UsageError } from "../verdict.ts";

/** Raises a UsageError where the work tree around the folder has changes that are not committed, or git cannot tell. */
export async function assertClean(folder: string): Promise<void> {
  const answer = await git(folder, ["status", "--porcelain", "-z", "--untracked-files=no", "--ignore-submodules"]);
  if (answer.is !== "done") throw new UsageError("this is no git work tree, so what is rewritten could not be had back", "add --allow-dirty to rewrite it all the same");
  const changed = answer.out.split("\0").filter((line) => line !== "").map((line) => line.slice(3));
  if (changed.length === 0) return;
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  throw new UsageError(`the work tree has changes that are not committed: ${changed.slice(0, 3).join(", ")}${more}`, "commit or stash them, or add --allow-dirty");
}
