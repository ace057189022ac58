/** Order of releases, by the precedence rules of Semantic Versioning 2.0.0; numbers may be fewer or more than three. */

interface Release {
  readonly numbers: readonly number[];
  readonly pre: readonly string[];
}

/** True if `release` is `goal` or later; `2.0.0-rc.1` has not reached `2.0.0`. False if either is no release. */
export function reaches(release: string, goal: string): boolean {
  const [a, b] = [parse(release), parse(goal)];
  return a !== null && b !== null && compare(a, b) >= 0;
}

/** True if the text can be compared with a release (`2`, `2.0`, `v2.0.0-rc.1+build`). */
export function isRelease(text: string): boolean {
  return parse(text) !== null;
}

function parse(text: string): Release | null {
  const match = /^v?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text.trim());
  return match === null ? null : { numbers: match[1]!.split(".").map(Number), pre: match[2]?.split(".") ?? [] };
}

function compare(a: Release, b: Release): number {
  for (let i = 0; i < Math.max(a.numbers.length, b.numbers.length); i++) {
    const difference = (a.numbers[i] ?? 0) - (b.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let i = 0; i < Math.max(a.pre.length, b.pre.length); i++) {
    const difference = comparePart(a.pre[i], b.pre[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Fewer parts come first, numbers before words, numbers by value. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (x && y) return Number(a) - Number(b);
  if (x !== y) return x ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
