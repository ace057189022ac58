/** Which tsconfig.json or jsconfig.json governs a file, and what it says of modules. */
import { posix } from "node:path";
import { matcher } from "../../globs.ts";
import { isFields, textsOf } from "../json.ts";
import { folderOf, parentOf } from "../manifests.ts";
import { type Configs, type Options, placeOf } from "./extends.ts";

/** One configuration; all paths are relative to the top. */
export interface Project {
  readonly folder: string;
  /** Patterns with their targets, in which `*` stands for what the pattern's does. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly baseUrl: string | null;
  readonly rootDirs: readonly string[];
  /** Folders that the compiler writes to. */
  readonly outputs: readonly string[];
  /** The folder whose layout the output has; null where the compiler finds it. */
  readonly rootDir: string | null;
  readonly references: readonly string[];
  /** Lists no files of its own: a solution of the projects that it references. */
  readonly isSolution: boolean;
  covers(path: string): boolean;
}

export interface Projects {
  /** The projects whose aliases count in a file: mostly one; several where only a solution lies near that covers it. */
  of(path: string): readonly Project[];
  /** The configurations by which a package may be built. */
  builds(folder: string): readonly Project[];
}

/** Reads the tsconfig.json files and their kin among `paths` when a file below asks for them. */
export function projectsIn(top: string, paths: ReadonlySet<string>, configs: Configs): Projects {
  const known = new Map<string, Project | null>();
  const nearest = new Map<string, Project | null>();
  const builds = new Map<string, readonly Project[]>();

  function read(path: string): Project | null {
    let project = known.get(path);
    if (project === undefined) {
      const options = configs.read(path);
      known.set(path, (project = options === null ? null : projectOf(top, posix.dirname(path), options)));
    }
    return project;
  }

  function around(folder: string): Project | null {
    let project = nearest.get(folder);
    if (project === undefined) {
      const file = ["tsconfig.json", "jsconfig.json"].map((name) => posix.join(folder, name)).find((path) => paths.has(path));
      const parent = parentOf(folder);
      project = file !== undefined ? read(file) : parent === null ? null : around(parent);
      nearest.set(folder, project);
    }
    return project;
  }

  /** All projects that a project references, directly or not, each once. */
  function referenced(project: Project): Project[] {
    const found: Project[] = [];
    const queue = [...project.references];
    const seen = new Set<string>();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const file = path.endsWith(".json") ? path : posix.join(path, "tsconfig.json");
      if (seen.has(file)) continue;
      seen.add(file);
      const one = paths.has(file) ? read(file) : null;
      if (one === null || one === project) continue;
      found.push(one);
      queue.push(...one.references);
    }
    return found;
  }

  return {
    of(path) {
      const project = around(folderOf(path));
      if (project === null) return [];
      if (project.references.length === 0 || (!project.isSolution && project.covers(path))) return [project];
      const parts = referenced(project);
      const owner = parts.find((part) => part.covers(path));
      if (owner !== undefined) return [owner];
      // Tests and scripts beside an application are often in no project, and use its aliases.
      return [project, ...parts.filter((part) => part.folder === project.folder)];
    },
    builds(folder) {
      let found = builds.get(folder);
      if (found === undefined) {
        const files = ["tsconfig.json", "tsconfig.build.json"].map((name) => posix.join(folder, name));
        const own = files.filter((path) => paths.has(path)).flatMap((path) => read(path) ?? []);
        found = [...new Set([...own, ...own.flatMap(referenced)])].filter((project) => project.folder === folder);
        builds.set(folder, found);
      }
      return found;
    },
  };
}

function projectOf(top: string, folder: string, options: Options): Project {
  /** `${configDir}` is the folder of the file that is used, whichever file says it. */
  const place = (from: string, text: string): string => (text.startsWith("${configDir}") ? placeOf(top, folder, `.${text.slice("${configDir}".length)}`) : placeOf(top, from, text));
  const places = (name: string): string[] => {
    const written = options.get(name);
    return written === undefined ? [] : textsOf(written.value).map((text) => place(written.folder, text));
  };
  const baseUrl = places("baseUrl")[0] ?? null;
  const written = options.get("paths");
  const base = baseUrl ?? written?.folder ?? folder;
  const paths = isFields(written?.value) ? Object.entries(written.value).map(([pattern, targets]) => [pattern, textsOf(targets).map((target) => place(base, target))] as const) : [];
  const files = places("files");
  const include = options.has("include") ? places("include") : options.has("files") ? [] : [folder];
  const isPath = (path: string): boolean => folder === path || folder.startsWith(`${path}/`);
  return {
    folder,
    paths: new Map(paths),
    baseUrl,
    rootDirs: places("rootDirs"),
    outputs: [...places("outDir"), ...places("declarationDir")],
    rootDir: places("rootDir")[0] ?? null,
    references: references(options).map((path) => place(folder, path)),
    isSolution: files.length === 0 && include.length === 0,
    covers: lazily(() => {
      const included = matcher(include, isPath);
      const excluded = matcher(places("exclude"), isPath);
      return (path) => files.includes(path) || (included(path) && !excluded(path));
    }),
  };
}

/** Most projects are never asked what they cover. */
function lazily(make: () => (path: string) => boolean): (path: string) => boolean {
  let made: ((path: string) => boolean) | null = null;
  return (path) => (made ??= make())(path);
}

function references(options: Options): string[] {
  const list = options.get("references")?.value;
  return Array.isArray(list) ? list.flatMap((item: unknown) => (isFields(item) ? textsOf(item["path"]) : [])) : [];
}
