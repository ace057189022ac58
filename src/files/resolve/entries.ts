/** What a package of the tree gives to those who import it by name: always a source. */
import { posix } from "node:path";
import { textsOf } from "../json.ts";
import { folderOf, type Manifest, type Manifests } from "../manifests.ts";
import type { Lookup } from "./lookup.ts";
import { exportTargets } from "./maps.ts";
import type { SourceOf } from "./sources.ts";

export interface Entries {
  /** The source of a sub-path (empty: the package itself) as others may import it; null where `exports` does not give it. */
  ofPackage(manifest: Manifest, subpath: string): string | null;
  /** The first target that leads to a source, sources as written before built files; targets are relative to the package. */
  ofTargets(manifest: Manifest, targets: readonly string[]): string | null;
  /** A file or folder at a path, as require finds it: by an extension, the folder's manifest, an index file; else what is built to it. */
  atPath(path: string): string | null;
  /** What is started by a path whose extension may be missing: the file there, and that which it is built from; no folder. */
  startedAt(path: string): string[];
  /** As `atPath` for a path that can only be a folder. */
  atFolder(path: string): string | null;
}

/** Fields that name a package's entry, best first. */
const FIELDS = ["source", "module", "main", "types", "typings"] as const;
/** Where the entry of a package lies whose manifest leads nowhere. */
const USUAL = ["src/index", "index", "src/main", "lib/index"] as const;

export function entriesIn(lookup: Lookup, manifests: Manifests, sourceOf: SourceOf): Entries {
  const known = new Map<string, string | null>();
  const entries: Entries = {
    ofPackage(manifest, subpath) {
      const key = `${manifest.folder}\0${subpath}`;
      let entry = known.get(key);
      if (entry === undefined) known.set(key, (entry = entryOf(manifest, subpath)));
      return entry;
    },
    ofTargets(manifest, targets) {
      const paths = targets.filter((target) => !target.startsWith("../")).map((target) => posix.join(manifest.folder, target));
      for (const path of paths) {
        const written = lookup.file(path);
        if (written !== null && /\.[cm]?tsx?$/.test(written)) return written;
      }
      for (const path of paths) {
        const found = sourceOf(manifest.folder, path) ?? fileOrIndex(path);
        if (found !== null) return found;
      }
      return null;
    },
    startedAt: (path) => [lookup.file(path), posix.extname(path) === "" ? null : sourceAt(path)].filter((file) => file !== null),
    atPath: (path) => lookup.file(path) ?? entries.atFolder(path),
    atFolder(path) {
      const inside = manifests.at(path);
      const found = (inside === null ? null : named(inside)) ?? lookup.index(path);
      return found ?? sourceAt(path);
    },
  };

  function entryOf(manifest: Manifest, subpath: string): string | null {
    const { folder, fields } = manifest;
    if (fields["exports"] !== undefined && fields["exports"] !== null) {
      const targets = exportTargets(fields["exports"], subpath === "" ? "." : `./${subpath}`);
      if (targets === null) return null;
      return entries.ofTargets(manifest, targets) ?? (subpath === "" ? main(manifest) : null);
    }
    if (subpath === "") return main(manifest);
    const path = posix.join(folder, subpath);
    // Packages that are published from their build have no `src` in their sub-paths.
    return entries.atPath(path) ?? fileOrIndex(posix.join(folder, "src", subpath));
  }

  function main(manifest: Manifest): string | null {
    return named(manifest) ?? first(USUAL, (name) => lookup.stem(posix.join(manifest.folder, name)));
  }

  function named(manifest: Manifest): string | null {
    return entries.ofTargets(manifest, FIELDS.flatMap((field) => textsOf(manifest.fields[field])));
  }

  function sourceAt(path: string): string | null {
    return sourceOf(manifests.around(folderOf(path))?.folder ?? ".", path);
  }

  function fileOrIndex(path: string): string | null {
    return lookup.file(path) ?? lookup.index(path);
  }

  return entries;
}

function first<T>(items: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
