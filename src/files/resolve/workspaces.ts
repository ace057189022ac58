/** The packages of the tree by name, and who sees which: what npm, yarn and pnpm would link into node_modules. */
import { posix } from "node:path";
import { matcher } from "../../globs.ts";
import { isFields, readText, textsOf } from "../json.ts";
import { DEPENDENCIES, dependencyOf, type Manifest, type Manifests, parentOf } from "../manifests.ts";
import { isWithin } from "../names.ts";
import { pnpmPackages } from "./pnpm.ts";

export interface Packages {
  /** False for a name that means no package of the tree in any file. */
  mayBeLocal(name: string): boolean;
  /** The package of the tree that a name means in files of a folder, or null. */
  seenFrom(folder: string, name: string): Manifest | null;
  /** The folders of the members and roots of workspaces. */
  folders(): string[];
  notices(): string[];
}

/** Workspaces are read when the first package is asked for; `paths` are those of all files that may describe one. */
export function packagesIn(top: string, paths: ReadonlySet<string>, manifests: Manifests): Packages {
  const notices: string[] = [];
  let found: Found | null = null;
  const all = (): Found => (found ??= findPackages(top, paths, manifests.all(), notices));
  return {
    mayBeLocal: (name) => all().names.has(name),
    seenFrom(folder, name) {
      for (let at = manifests.around(folder); at !== null; at = above(at, manifests)) {
        if (at.name === name) return at;
        const version = dependencyOf(at, name);
        const linked = version === null ? null : linkedFolder(version);
        if (linked !== null) return manifests.at(posix.join(at.folder, linked));
        const workspace = all().workspaceOf.get(at.folder);
        if (version !== null && (workspace === undefined || /^npm:|:\/\//.test(version))) return null;
        const member = workspace?.get(renamed(version) ?? name);
        if (member !== undefined) return member;
      }
      return null;
    },
    folders: () => [...all().workspaceOf.keys()],
    notices: () => [...notices],
  };
}

interface Found {
  /** For the folders of members and roots, the members of their workspace by name. */
  readonly workspaceOf: ReadonlyMap<string, ReadonlyMap<string, Manifest>>;
  readonly names: ReadonlySet<string>;
}

function findPackages(top: string, paths: ReadonlySet<string>, packages: readonly Manifest[], notices: string[]): Found {
  const workspaceOf = new Map<string, ReadonlyMap<string, Manifest>>();
  // The innermost workspace counts for a folder: it comes last.
  for (const root of packages) {
    const patterns = patternsOf(top, paths, root, notices);
    if (patterns === null) continue;
    const isMember = matcher(patterns.map((pattern) => `${pattern.replace(/\/$/, "")}/package.json`));
    const members = packages.filter(({ folder }) => folder === root.folder || (isWithin(folder, root.folder) && isMember(posix.join(posix.relative(root.folder, folder), "package.json"))));
    const byName = new Map<string, Manifest>();
    for (const member of members) if (member.name !== null && !byName.has(member.name)) byName.set(member.name, member);
    for (const { folder } of members) workspaceOf.set(folder, byName);
  }
  return { workspaceOf, names: new Set(packages.flatMap(localNames)) };
}

/** The globs of a workspace's members relative to its root, or null where the folder is the root of none. */
function patternsOf(top: string, paths: ReadonlySet<string>, { folder, fields }: Manifest, notices: string[]): readonly string[] | null {
  const yaml = posix.join(folder, "pnpm-workspace.yaml");
  if (paths.has(yaml)) {
    const read = readText(top, yaml);
    const packages = "why" in read ? read : pnpmPackages(read.text);
    if ("why" in packages) notices.push(`${yaml}: ${packages.why}, so its packages are not followed`);
    else if (packages.patterns.length > 0) return packages.patterns;
  }
  const { workspaces } = fields;
  return workspaces === undefined ? null : textsOf(isFields(workspaces) ? workspaces["packages"] : workspaces);
}

/** The package's own name, and names that it gives to others of the tree. */
function localNames(manifest: Manifest): string[] {
  const linked = DEPENDENCIES.flatMap((key) => (isFields(manifest.fields[key]) ? Object.entries(manifest.fields[key]) : [])).filter(([, version]) => typeof version === "string" && (linkedFolder(version) !== null || renamed(version) !== null));
  return [...(manifest.name === null ? [] : [manifest.name]), ...linked.map(([name]) => name)];
}

/** `link:../core` and its kin name a folder; an archive (`file:core.tgz`) holds built code. */
function linkedFolder(version: string): string | null {
  const path = /^(?:link:|file:|portal:|workspace:(?=\.))(?!\/)(.+)$/.exec(version)?.[1];
  return path === undefined || /\.tgz$|\.tar\.gz$/.test(path) ? null : path;
}

/** `workspace:@acme/core@*` gives a package another name. */
function renamed(version: string | null): string | null {
  return /^workspace:(@?[^@]+)@/.exec(version ?? "")?.[1] ?? null;
}

/** The manifest around a package's folder. */
function above({ folder }: Manifest, manifests: Manifests): Manifest | null {
  const parent = parentOf(folder);
  return parent === null ? null : manifests.around(parent);
}
