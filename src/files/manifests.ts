/** The package.json files of the tree, each read once. */
import { join, posix } from "node:path";
import { existsSync } from "../disk.ts";
import { byCodeUnit } from "../verdict.ts";
import { type Fields, isFields, readJson } from "./json.ts";
import { isWithin } from "./names.ts";

/** What a scan found; paths are POSIX, relative to the absolute folder `top`. */
export interface Scan {
  readonly top: string;
  readonly files: ReadonlySet<string>;
  /** The files that say what modules are called (`Discovery.manifests`). */
  readonly manifests: ReadonlySet<string>;
  /** From the path of a link to the path behind it (`Discovery.links`): modules behind a link resolve from where they really are, as in Node and TypeScript. */
  readonly links: ReadonlyMap<string, string>;
}

/** One package.json; `folder` is POSIX, relative to the top, which is `.`. */
export interface Manifest {
  readonly folder: string;
  readonly name: string | null;
  readonly fields: Fields;
}

export interface Manifests {
  /** Those that can be read, those of outer folders before those within. */
  all(): readonly Manifest[];
  /** The manifest in the folder; null where there is none, or a broken one. */
  at(folder: string): Manifest | null;
  /** The manifest of the package that the folder is part of. */
  around(folder: string): Manifest | null;
  /** One for each broken manifest with files of the scan below it, in words. */
  notices(): string[];
}

/** Reads the package.json files among `manifests` of a scan, those of folders without its files too: they may hold what others extend. */
export function manifestsIn({ top, files, manifests }: Pick<Scan, "top" | "files" | "manifests">): Manifests {
  const known = new Map<string, Manifest>();
  const nearest = new Map<string, Manifest | null>();
  const broken: string[] = [];
  for (const path of [...manifests].filter((one) => posix.basename(one) === "package.json").sort(byDepth)) {
    const json = readJson(top, path);
    const folder = posix.dirname(path);
    if (json.is === "object") known.set(folder, { folder, name: typeof json.fields["name"] === "string" ? json.fields["name"] : null, fields: json.fields });
    else if ([...files].some((file) => isWithin(file, folder)) && existsSync(join(top, path))) broken.push(`${path}: ${json.why}, so what it says of modules and scripts is not followed`);
  }
  const around = (folder: string): Manifest | null => {
    let manifest = nearest.get(folder);
    if (manifest === undefined) {
      const parent = parentOf(folder);
      manifest = known.get(folder) ?? (parent === null ? null : around(parent));
      nearest.set(folder, manifest);
    }
    return manifest;
  };
  return { all: () => [...known.values()], at: (folder) => known.get(folder) ?? null, around, notices: () => broken };
}

/** The folder of a file: posix.dirname, for paths as they are written here. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end);
}

/** The folder around a folder of the tree; null at the top, and for what lies outside. */
export function parentOf(folder: string): string | null {
  return folder === "." || folder === ".." || folder.startsWith("../") ? null : folderOf(folder);
}

/** What a manifest says of a dependency (`^1.2.0`, `link:../core`); null where it names none. */
export function dependencyOf({ fields }: Manifest, name: string): string | null {
  for (const key of DEPENDENCIES) {
    const all = fields[key];
    if (!isFields(all) || !Object.hasOwn(all, name)) continue;
    const version = all[name];
    if (typeof version === "string") return version;
  }
  return null;
}

/** Fields whose packages are installed for a package; a peer is installed by somebody else. */
export const DEPENDENCIES = ["dependencies", "devDependencies", "optionalDependencies"] as const;

function byDepth(a: string, b: string): number {
  return a.split("/").length - b.split("/").length || byCodeUnit(a, b);
}
