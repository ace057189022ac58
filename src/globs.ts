import picomatch from "picomatch";

/** `dotAll`: a folder's name may hold a line break. */
const OPTIONS = { dot: true, windows: false, nonegate: true, flags: "s" } as const;
const SPECIAL = /[\\*?[\]{}()!+@|]/;

/** Answers whether a pattern, or its leading part, is the path of a file or folder of the tree. */
export type IsPath = (path: string) => boolean;

interface Pattern {
  readonly negated: boolean;
  readonly whole: string;
  /** Leading folders that are taken as written. */
  readonly head: string;
  /** The glob below `head`; empty where the whole pattern is a path. */
  readonly glob: string;
}

/**
 * Promises one answer for a list of patterns: a pattern that names a path of the tree covers that file or folder and is
 * no glob (`app/(shop)`); a glob that ends in a plain name covers the folder of that name; `!` takes away, the last match decides.
 */
export function matcher(patterns: readonly string[], isPath: IsPath = () => false): (path: string) => boolean {
  const tests = patterns.map((text) => {
    const pattern = parse(text, isPath);
    return { matches: !pattern.negated, covers: test(pattern) };
  });
  return (path) => tests.findLast((one) => one.covers(path))?.matches ?? false;
}

/** Answers whether a file below the folder could match one of the patterns, without opening the folder. */
export function reachesInto(patterns: readonly string[], isPath: IsPath = () => false): (folder: string) => boolean {
  const heads = patterns.map((text) => parse(text, isPath)).filter((pattern) => !pattern.negated).map((pattern) => pattern.head);
  return (folder) => heads.some((head) => within(folder, head) || within(head, folder));
}

/** The part of a pattern before its first glob character, in whole folders; the pattern itself where it is a path. */
export function plainHead(pattern: string): string {
  return parse(pattern, () => false).head;
}

/** The pattern as paths are written here: `/` between folders, neither `./` before nor `/` behind. */
export function normalise(pattern: string): string {
  // A pattern with no slash at all but backslashes was joined on Windows; beside slashes a backslash escapes.
  const slashed = pattern.includes("/") ? pattern : pattern.replaceAll("\\", "/");
  const parts = slashed.split("/").filter((part, index) => part !== "." && (part !== "" || index === 0));
  return parts.join("/");
}

function parse(text: string, isPath: IsPath): Pattern {
  const whole = normalise(text);
  const negated = whole.startsWith("!") && !whole.startsWith("!(") && !isPath(whole);
  const positive = negated ? normalise(whole.slice(1)) : whole;
  const parts = positive.split("/");
  let plain = 0;
  while (plain < parts.length) {
    const part = parts[plain]!;
    if (part === "*" || part === "**") break;
    if (SPECIAL.test(part) && !isPath(parts.slice(0, plain + 1).join("/"))) break;
    plain += 1;
  }
  return { negated, whole: positive, head: parts.slice(0, plain).join("/"), glob: parts.slice(plain).join("/") };
}

function test(pattern: Pattern): (path: string) => boolean {
  const { head, whole } = pattern;
  if (pattern.glob === "" || pattern.glob === "**") return (path) => within(path, head);
  const matches = picomatch(globs(pattern.glob), OPTIONS);
  const below = head === "" ? 0 : head.length + 1;
  return (path) => (within(path, head) && matches(path.slice(below))) || within(path, whole);
}

function globs(glob: string): string[] {
  const spellings = new Set([glob.replaceAll(/(?<![?*+@!\\])\(([^()|]*)\)/g, "\\($1\\)")]);
  // `[slug]` as a whole folder name is a route far more often than a set of letters.
  for (const spelling of [...spellings]) spellings.add(spelling.replaceAll(/(?<=^|\/)(\[{1,2}(?:\.{3})?[\w-]{2,}\]{1,2})(?=\/|$)/g, (name) => name.replaceAll(/[[\]]/g, "\\$&")));
  const last = glob.slice(glob.lastIndexOf("/") + 1);
  return SPECIAL.test(last) ? [...spellings] : [...spellings].flatMap((spelling) => [spelling, `${spelling}/**`]);
}

function within(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}
