/** Specifiers that a tsconfig.json gives a meaning: `paths`, `baseUrl`, `rootDirs`. */
import { posix } from "node:path";
import { isWithin } from "../names.ts";
import { bestKey } from "./maps.ts";
import type { Project } from "./projects.ts";

/** Answers with the file at a path relative to the top, or null. */
export type AtPath = (path: string) => string | null;

/** What a specifier that is not relative means by the project's `paths`, then `baseUrl`; null lets others answer. */
export function aliased({ paths, baseUrl }: Project, specifier: string, atPath: AtPath): string | null {
  const best = paths.size === 0 ? null : paths.has(specifier) ? { key: specifier, star: "" } : bestKey(paths.keys(), specifier);
  for (const target of (best && paths.get(best.key)) ?? []) {
    const found = atPath(target.replace("*", () => best!.star));
    if (found !== null) return found;
  }
  return baseUrl === null || specifier.startsWith("/") ? null : atPath(posix.join(baseUrl, specifier));
}

/** A relative path in the other folders that `rootDirs` lays over each other. */
export function overlaid({ rootDirs }: Project, path: string, atPath: AtPath): string | null {
  const own = rootDirs.filter((root) => isWithin(path, root)).sort((a, b) => b.length - a.length)[0];
  if (own === undefined) return null;
  for (const root of rootDirs) {
    const found = root === own ? null : atPath(posix.join(root, posix.relative(own, path)));
    if (found !== null) return found;
  }
  return null;
}
