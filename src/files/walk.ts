import { relative, sep } from "node:path";
import type { Entry, FileSystemAdapter } from "fast-glob";
import { readdirSync } from "../disk.ts";
import type { Dirent } from "../disk.ts";
import { byCodeUnit } from "../verdict.ts";
import { whyUnreadable } from "./decode.ts";
import type { NoListing } from "./git.ts";
import type { Listing } from "./listing.ts";
import { underNodeModules } from "./names.ts";

/** Matches any path: `*` and `**` alone stop at a line break. */
const EVERYTHING = "**/[\u0001-\uFFFF]+";

/** Lists every file below the folder as a git work tree without ignored files would: no link is followed, `.git` and node_modules are not opened. */
export async function walk(folder: string, why: NoListing): Promise<Listing> {
  const nested: string[] = [];
  const unopened: { path: string; why: string }[] = [];
  const open = (at: string): Dirent[] => {
    const path = relative(folder, at).split(sep).join("/");
    try {
      const entries = readdirSync(at, { withFileTypes: true });
      // Only inside a repository is another one nested; side by side in a plain folder they are its parts.
      const isNested = why === "unusable-repository" && path !== "" && entries.some(({ name }) => name === ".git");
      if (!isNested) return entries.filter((entry) => !entry.isDirectory() || !underNodeModules(`${entry.name}/`));
      nested.push(path);
    } catch (error) {
      unopened.push({ path: path || ".", why: whyUnreadable(error) });
    }
    return [];
  };
  // Loaded late: where git answers, no run needs it. It asks for entries with their types, never for bare names.
  const { default: glob } = await import("fast-glob");
  const fs = { readdirSync: open as unknown as FileSystemAdapter["readdirSync"] };
  const found = glob.sync(EVERYTHING, { cwd: folder, fs, dot: true, followSymbolicLinks: false, onlyFiles: false, unique: false, objectMode: true });
  const where = (holds: (entry: Entry["dirent"]) => boolean): string[] => found.filter(({ dirent }) => !dirent.isDirectory() && holds(dirent)).map(({ path }) => path);
  const paths = where(() => true);
  const notices = why === "unusable-repository" ? ["git is not installed or cannot read the repository: files that it ignores are checked too"] : [];
  return { top: folder, paths, unsure: new Set(where((entry) => !entry.isFile())), ids: new Map(), digest: null, untracked: new Set(paths), sparse: new Set(), links: where((entry) => entry.isSymbolicLink()), submodules: [], nested: nested.sort(byCodeUnit), unopened, notices };
}
