/** tsconfig.json and jsconfig.json with what they extend. */
import { join, posix, relative, sep } from "node:path";
import { installedFile, statSync } from "../../disk.ts";
import { type Fields, isFields, readJson, textsOf } from "../json.ts";

/** A value of a configuration and the folder of the file that says it: relative paths are relative to that. */
export interface Written {
  readonly value: unknown;
  readonly folder: string;
}

/** Options by name (`paths`, `include`, …), those of extended files included. */
export type Options = ReadonlyMap<string, Written>;

export interface Configs {
  /** The options of the file at a path relative to the top; null for a broken one. What it extends and cannot be read adds none. */
  read(path: string): Options | null;
  notices(): string[];
}

/** `packageFolder` answers where a package of the tree lies that a file of the folder names. */
export function configsIn(top: string, packageFolder: (from: string, name: string) => string | null): Configs {
  const known = new Map<string, Options | null>();
  const notices: string[] = [];
  const missing: { path: string; base: string }[] = [];

  function read(path: string, within: readonly string[]): Options | null {
    let options = known.get(path);
    if (options === undefined) known.set(path, (options = compose(path, within)));
    return options;
  }

  function compose(path: string, within: readonly string[]): Options | null {
    const json = readJson(top, path);
    if (json.is === "broken") {
      notice(path, json.why);
      return null;
    }
    const options = new Map<string, Written>();
    for (const base of textsOf(json.fields["extends"])) {
      const file = baseOf(posix.dirname(path), base.replaceAll("\\", "/"));
      if (file === "outside") continue;
      if (file === null) missing.push({ path, base });
      else if (file === path || within.includes(file)) notice(path, `extends ${base}, which extends it back`);
      else for (const [name, written] of read(file, [...within, path]) ?? []) if (name !== "references") options.set(name, written);
    }
    for (const [name, value] of own(json.fields)) options.set(name, { value, folder: posix.dirname(path) });
    return options;
  }

  const notice = (path: string, why: string): void => void notices.push(`${path}: ${why}, ${LOST}`);

  const isFile = (path: string): boolean => statSync(join(top, path), { throwIfNoEntry: false })?.isFile() ?? false;

  /** `outside`: a package that is not of the tree and not installed; what it says cannot name a file of the tree but by `${configDir}`. */
  function baseOf(folder: string, base: string): string | "outside" | null {
    if (/^(?:\.{0,2}\/|\.{1,2}$|[A-Za-z]:)/.test(base)) {
      const path = placeOf(top, folder, base);
      return [path, `${path}.json`].find(isFile) ?? null;
    }
    const [name, subpath] = splitPackage(base);
    const local = packageFolder(folder, name);
    if (local !== null) {
      const path = posix.join(local, subpath);
      return [...(subpath === "" ? [] : [path, `${path}.json`]), posix.join(path, "tsconfig.json")].find(isFile) ?? null;
    }
    for (const spelling of [`${base}/tsconfig.json`, base]) {
      const path = installedFile(join(top, folder, "tsconfig.json"), spelling);
      if (path?.endsWith(".json")) return relative(top, path).split(sep).join("/");
    }
    return "outside";
  }

  return { read: (path) => read(path, []), notices: () => [...notices, ...ofMissing(missing)] };
}

const LOST = "so its paths are not followed";

/** Files that a framework makes are missing in many places at once. */
function ofMissing(missing: readonly { readonly path: string; readonly base: string }[]): string[] {
  if (missing.length <= 3) return missing.map(({ path, base }) => `${path}: extends ${base}, which does not exist, ${LOST}`);
  const named = missing.slice(0, 3).map(({ path, base }) => `${path} (${base})`);
  return [`${missing.length} configurations extend a file that does not exist, ${LOST}: ${named.join(", ")} and ${missing.length - 3} more`];
}

/** The place of a written path, which may be absolute, relative to the top. */
export function placeOf(top: string, folder: string, path: string): string {
  const place = /^(?:\/|[A-Za-z]:)/.test(path) ? relative(top, path).split(sep).join("/") : posix.join(folder, path.replaceAll("\\", "/"));
  return place === "" ? "." : place.length > 1 ? place.replace(/\/$/, "") : place;
}

/** `@acme/core/mail` is `@acme/core` and `mail`. */
export function splitPackage(specifier: string): [name: string, subpath: string] {
  const end = specifier.indexOf("/", specifier.startsWith("@") ? specifier.indexOf("/") + 1 : 0);
  return end <= 0 ? [specifier, ""] : [specifier.slice(0, end), specifier.slice(end + 1)];
}

function own(fields: Fields): [name: string, value: unknown][] {
  const options = isFields(fields["compilerOptions"]) ? fields["compilerOptions"] : {};
  const found: [string, unknown][] = COMPILER.map((name) => [name, options[name]]);
  found.push(...FILES.map((name): [string, unknown] => [name, fields[name]]));
  return found.filter(([, value]) => value !== undefined && value !== null);
}

const COMPILER = ["paths", "baseUrl", "rootDirs", "rootDir", "outDir", "declarationDir"] as const;
const FILES = ["files", "include", "exclude", "references"] as const;
