/** Looks up written paths in the set of files that are checked; reads no disk. */
import { posix } from "node:path";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/** What a written extension stands for before it is taken as written: compiled names of sources. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

/** Answers are files of the set in exactly their spelling, or null; paths are POSIX, relative to the top. */
export interface Lookup {
  /** Where a path really lies, behind links. */
  real(path: string): string;
  /** A file whose extension may be missing or that of its compiled form. */
  file(path: string): string | null;
  /** A file by its path without an extension. */
  stem(path: string): string | null;
  /** The index file of a folder. */
  index(folder: string): string | null;
}

/** Looks up in `files`; `links` lead from the path of a link to the path behind it (`Discovery.links`). */
export function lookupIn(files: ReadonlySet<string>, links: ReadonlyMap<string, string>): Lookup {
  const real = links.size === 0 ? (path: string): string => path : follower(links);
  const linked = new Map([...links].filter(([path, target]) => !files.has(path) && files.has(target)));
  const has = linked.size === 0 ? (path: string) => (files.has(path) ? path : null) : (path: string) => (files.has(path) ? path : (linked.get(path) ?? null));
  const first = (stem: string, extensions: readonly string[]): string | null => {
    for (const extension of extensions) {
      const found = has(stem + extension);
      if (found !== null) return found;
    }
    return null;
  };
  const stem = (path: string): string | null => first(real(path), EXTENSIONS);
  return {
    real,
    stem,
    file(written) {
      const path = files.has(written) ? written : real(written);
      const extension = posix.extname(path);
      const sources = SOURCES[extension];
      return (sources && first(path.slice(0, -extension.length), sources)) ?? (extension === "" ? null : has(path)) ?? first(path, EXTENSIONS);
    },
    index: (folder) => stem(folder === "." ? "index" : `${folder}/index`),
  };
}

/** Links of folders are followed too; each folder is looked up once. */
function follower(links: ReadonlyMap<string, string>): (path: string) => string {
  const known = new Map<string, string>();
  const folder = (path: string): string => {
    let answer = known.get(path);
    if (answer === undefined) known.set(path, (answer = real(path)));
    return answer;
  };
  const real = (path: string): string => {
    const target = links.get(path);
    const end = path.lastIndexOf("/");
    if (target !== undefined || end < 0) return target ?? path;
    const around = path.slice(0, end);
    const behind = folder(around);
    return behind === around ? path : posix.join(behind, path.slice(end + 1));
  };
  return real;
}
