/** From a built file that a package names to the source that it is built from; built files need not exist. */
import { posix } from "node:path";
import { isWithin } from "../names.ts";
import type { Lookup } from "./lookup.ts";
import type { Projects } from "./projects.ts";

/** Folders that hold nothing but built files; `lib` is one only where the same file lies in `src`. */
const BUILT = new Set(["dist", "build", "lib", "out", "output", "es", "esm", "cjs", "umd", "dist-es", "dist-cjs", "lib-esm", "lib-cjs"]);
/** Folders inside those for one of several builds. */
const VARIANTS = new Set([...BUILT, "es6", "es2015", "mjs", "commonjs", "module", "modern", "legacy", "types", "typings", "dts", "prod", "production", "dev", "development", "node", "browser", "neutral", "main", "bundles"]);
const VARIANT_NAME = /[.-](?:cjs|es|esm|mjs|umd|iife|min|prod|production|dev|development|node|browser|module|modern|legacy)$/;
const COMPILED = /\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/;

/** Answers with the source of a file that is or would be built, or null. Paths are relative to the top. */
export type SourceOf = (packageFolder: string, path: string) => string | null;

/** First by where the package's tsconfig.json puts built files, then by the names of folders that builds use. */
export function sourceFinder(lookup: Lookup, projects: Projects): SourceOf {
  const find = (stem: string): string | null => lookup.stem(stem) ?? lookup.index(stem);
  return (folder, path) => {
    const stem = path.replace(COMPILED, "");
    for (const spelling of stem === path ? [path, `${path}/index`] : spellings(stem)) {
      for (const candidate of [...configured(projects, folder, spelling), ...conventional(folder, spelling)]) {
        const found = find(candidate);
        if (found !== null) return found;
      }
    }
    // What a declaration file declares may lie beside it.
    return /\.d\.[cm]?ts$/.test(path) ? lookup.stem(stem) : null;
  };
}

/** `index.cjs.prod` may be built from `index`, and `worker/index` from `worker`. */
function* spellings(stem: string): Generator<string> {
  yield stem;
  if (stem.endsWith("/index")) yield stem.slice(0, -"/index".length);
  for (let short = stem.replace(VARIANT_NAME, ""); short !== stem; short = stem.replace(VARIANT_NAME, "")) yield (stem = short);
}

function* configured(projects: Projects, folder: string, stem: string): Generator<string> {
  for (const { outputs, rootDir } of projects.builds(folder)) {
    for (const output of outputs) {
      if (output === folder || !isWithin(stem, output)) continue;
      for (const root of rootDir === null ? [posix.join(folder, "src"), folder] : [rootDir]) yield posix.join(root, posix.relative(output, stem));
    }
  }
}

function* conventional(folder: string, stem: string): Generator<string> {
  const parts = posix.relative(folder, stem).split("/");
  if (!BUILT.has(parts[0]!)) return;
  for (let from = 1; from < parts.length; from += 1) {
    const rest = parts.slice(from).join("/");
    yield posix.join(folder, "src", rest);
    yield posix.join(folder, rest);
    if (!VARIANTS.has(parts[from]!)) return;
  }
}
