/** Which file of the scan a specifier means. */
import { posix } from "node:path";
import { folderOf, type Manifests, type Scan } from "./manifests.ts";
import { aliased, overlaid } from "./resolve/aliases.ts";
import { entriesIn } from "./resolve/entries.ts";
import { configsIn, splitPackage } from "./resolve/extends.ts";
import { lookupIn } from "./resolve/lookup.ts";
import { importTargets } from "./resolve/maps.ts";
import { projectsIn } from "./resolve/projects.ts";
import { sourceFinder } from "./resolve/sources.ts";
import { packagesIn } from "./resolve/workspaces.ts";

/** Answers with the file of the scan that a specifier in a file means, or null. */
export type Resolve = (from: string, specifier: string) => string | null;

export interface Modules {
  readonly resolve: Resolve;
  /** What is started by a path from the top whose extension may be missing: the file there, and that which it is built from. */
  startedAt(path: string): string[];
  /** What could not be read of the configurations that were asked so far, in words, in no order. */
  notices(): string[];
}

/**
 * Promises only files of the scan, in exactly their spelling, and the same ones with or without node_modules and built files.
 * Reads package.json and tsconfig.json files when a specifier asks for them, each once.
 */
export function moduleResolver({ top, files, manifests: paths, links }: Scan, manifests: Manifests): Modules {
  const lookup = lookupIn(files, links);
  const packages = packagesIn(top, paths, manifests);
  const configs = configsIn(top, (folder, name) => (packages.mayBeLocal(name) ? (packages.seenFrom(folder, name)?.folder ?? null) : null));
  const projects = projectsIn(top, paths, configs);
  const entries = entriesIn(lookup, manifests, sourceFinder(lookup, projects));

  function relative(from: string, specifier: string): string | null {
    const path = posix.join(folderOf(from), specifier);
    const folder = path === "./" ? "." : path.replace(/\/$/, "");
    const isFolder = path !== folder || /(?:^|\/)\.{1,2}$/.test(specifier);
    const atPath = isFolder ? (at: string) => entries.atFolder(at) : (at: string) => entries.atPath(at);
    const found = atPath(folder);
    if (found !== null) return found;
    for (const project of projects.of(from)) {
      const other = project.rootDirs.length === 0 ? null : overlaid(project, folder, atPath);
      if (other !== null) return other;
    }
    return null;
  }

  function bare(from: string, specifier: string): string | null {
    for (const project of projects.of(from)) {
      const found = aliased(project, specifier, entries.atPath);
      if (found !== null) return found;
    }
    return specifier.startsWith("#") ? internal(folderOf(from), specifier) : packaged(folderOf(from), specifier);
  }

  function internal(folder: string, specifier: string): string | null {
    const manifest = manifests.around(folder);
    const targets = manifest === null ? null : importTargets(manifest.fields["imports"], specifier);
    if (manifest === null || targets === null) return null;
    const own = entries.ofTargets(manifest, targets.filter((target) => target.startsWith("./")));
    if (own !== null) return own;
    for (const target of targets) {
      const found = /^[.#]/.test(target) ? null : packaged(manifest.folder, target);
      if (found !== null) return found;
    }
    return null;
  }

  function packaged(folder: string, specifier: string): string | null {
    const [name, subpath] = splitPackage(specifier);
    const manifest = packages.mayBeLocal(name) ? packages.seenFrom(folder, name) : null;
    return manifest === null ? null : entries.ofPackage(manifest, subpath);
  }

  const resolve = (from: string, written: string): string | null => {
    const specifier = withoutQuery(written);
    if (specifier === null || specifier.startsWith("node:")) return null;
    return /^\.{1,2}(?:\/|$)/.test(specifier) ? relative(lookup.real(from), specifier) : bare(lookup.real(from), specifier);
  };
  return { resolve: remembered(resolve), startedAt: entries.startedAt, notices: () => [...configs.notices(), ...packages.notices()] };
}

/** Null where the query asks for the text or the address of a file instead of its code (`?raw`). */
function withoutQuery(specifier: string): string | null {
  const at = specifier.indexOf("?");
  if (at < 0) return specifier;
  return /\?(?:raw|url|inline|worker|sharedworker)\b/.test(specifier) ? null : specifier.slice(0, at);
}

function remembered(resolve: Resolve): Resolve {
  const answers = new Map<string, Map<string, string | null>>();
  return (from, specifier) => {
    let known = answers.get(from);
    if (known === undefined) answers.set(from, (known = new Map()));
    let answer = known.get(specifier);
    if (answer === undefined) known.set(specifier, (answer = resolve(from, specifier)));
    return answer;
  };
}
