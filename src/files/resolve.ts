import { posix } from "node:path";

/** Answers with the file of the scan that a specifier in a file means, or null. */
export type Resolve = (from: string, specifier: string) => string | null;

/**
 * Promises only files of the set, in exactly their spelling. `links` leads from the path of a link to the path behind it
 * (`Discovery.links`): modules behind a link resolve from where they really are, as in Node and TypeScript.
 */
export function moduleResolver(files: ReadonlySet<string>, links: ReadonlyMap<string, string> = new Map()): Resolve {
  const real = links.size === 0 ? (path: string): string => path : (path: string): string => follow(path, links);
  const has = (path: string): string | null => (files.has(path) ? path : files.has(real(path)) ? real(path) : null);
  const resolvers: readonly Resolve[] = [relative(has, real)];
  const answers = new Map<string, Map<string, string | null>>();
  return (from, specifier) => {
    let known = answers.get(from);
    if (known === undefined) answers.set(from, (known = new Map()));
    let answer = known.get(specifier);
    if (answer === undefined) {
      answer = null;
      for (const resolve of resolvers) answer ??= resolve(from, specifier);
      known.set(specifier, answer);
    }
    return answer;
  };
}

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/** What a written extension stands for before it is taken as written: compiled names of sources. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

function relative(has: (path: string) => string | null, real: (path: string) => string): Resolve {
  return (from, specifier) => {
    if (!/^\.{1,2}(?:\/|$)/.test(specifier)) return null;
    const path = posix.join(posix.dirname(real(from)), specifier);
    const folder = path.replace(/\/$/, "");
    const asFile = path === folder && !/(?:^|\/)\.{1,2}$/.test(specifier) ? candidates(path) : [];
    for (const candidate of [...asFile, ...EXTENSIONS.map((extension) => posix.join(folder, `index${extension}`))]) {
      const found = has(candidate);
      if (found !== null) return found;
    }
    return null;
  };
}

function candidates(path: string): string[] {
  const written = posix.extname(path);
  const stem = path.slice(0, path.length - written.length);
  return [...(SOURCES[written] ?? []).map((extension) => stem + extension), path, ...EXTENSIONS.map((extension) => path + extension)];
}

function follow(path: string, links: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const target = links.get(path.slice(0, end));
    if (target !== undefined) return posix.join(target, path.slice(end + 1));
  }
  return path;
}
