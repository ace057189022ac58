import { readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { join } from "node:path";
import { whyUnreadable } from "./decode.ts";
import type { NoListing } from "./git.ts";
import type { Listing } from "./listing.ts";

/** Lists every file below the folder as a git work tree without ignored files would: no link is followed, `.git` and node_modules are not opened. */
export function walk(folder: string, why: NoListing): Listing {
  const paths: string[] = [];
  const links: string[] = [];
  const special: string[] = [];
  const nested: string[] = [];
  const unopened: { path: string; why: string }[] = [];
  const pending = [""];
  while (pending.length > 0) {
    const path = pending.pop()!;
    let entries: Dirent[];
    try {
      entries = readdirSync(join(folder, path), { withFileTypes: true });
    } catch (error) {
      unopened.push({ path: path === "" ? "." : path, why: whyUnreadable(error) });
      continue;
    }
    // Only inside a repository is another one nested; side by side in a plain folder they are its parts.
    if (why === "unusable-repository" && path !== "" && entries.some((entry) => entry.name === ".git")) {
      nested.push(path);
      continue;
    }
    for (const entry of entries) {
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isSymbolicLink()) links.push(below);
      if (!entry.isDirectory() && !entry.isFile()) special.push(below);
      if (!entry.isDirectory()) paths.push(below);
      else if (entry.name !== ".git" && entry.name !== "node_modules") pending.push(below);
    }
  }
  const notices = why === "unusable-repository" ? ["git is not installed or cannot read the repository: files that it ignores are checked too"] : [];
  return { top: folder, paths, unsure: new Set(special), untracked: new Set(paths), sparse: new Set(), links, submodules: [], nested, unopened, notices };
}
