/** Links in the tree: where they lead, and which files they add. */
import { join, relative, sep } from "node:path";
import { lstatSync, realpathSync, statSync } from "../disk.ts";
import type { Stats } from "../disk.ts";
import { byCodeUnit } from "../verdict.ts";
import { whyUnreadable } from "./decode.ts";
import type { Listing, Passed } from "./listing.ts";
import { isSource, underNodeModules } from "./names.ts";

/** Where the links of a tree lead. */
export interface Links {
  readonly real: Map<string, string>;
  /** Links to files inside. */
  readonly files: string[];
  readonly special: Passed[];
  readonly notices: { path: string; text: string }[];
}

/** Follows each path that is a link; one that leads nowhere, out of the listed tree or into node_modules gives a notice. */
export function followLinks(folder: string, listing: Listing, paths: readonly string[]): Links {
  const links: Links = { real: new Map(), files: [], special: [], notices: [] };
  if (paths.length === 0) return links;
  const base = realpathSync(folder);
  const top = realpathSync(listing.top);
  for (const path of paths) {
    const source = isSource(path);
    let stats: Stats;
    let target: string;
    try {
      if (!source && !lstatSync(join(folder, path)).isSymbolicLink()) continue;
      target = realpathSync(join(folder, path));
      stats = statSync(target);
    } catch (error) {
      if (source) links.notices.push({ path, text: `${path} is not checked: the link ${broken(error)}` });
      continue;
    }
    if (target !== top && !target.startsWith(top.endsWith(sep) ? top : top + sep)) {
      if (source || stats.isDirectory()) links.notices.push({ path, text: `${path} is not checked: the link leads out of the project` });
      continue;
    }
    const real = relative(base, target).split(sep).join("/");
    links.real.set(path, real);
    if (!source || stats.isDirectory()) continue;
    if (!stats.isFile()) links.special.push({ path, reason: "no regular file" });
    else if (underNodeModules(real)) links.notices.push({ path, text: `${path} is not checked: the link leads into node_modules` });
    else links.files.push(path);
  }
  return links;
}

/** The files with those behind links: each real file once: under its own path if that is checked, else under the first link. */
export function withLinks(files: readonly string[], links: Links): string[] {
  const taken = new Set(files);
  const first = links.files.filter((path) => {
    const real = links.real.get(path)!;
    const free = !taken.has(real);
    taken.add(real);
    return free;
  });
  return [...files, ...first].sort(byCodeUnit);
}

function broken(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "ELOOP") return "leads in a circle";
  return code === "ENOENT" || code === "ENOTDIR" ? "leads nowhere" : whyUnreadable(error);
}
