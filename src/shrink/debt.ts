/** The proof that debt only shrank: what two lists hold, as multisets, across renamed files. Pure. */
import { posix } from "node:path";
import { parseLine, printable } from "../verdict.ts";

/** An entry of a baseline; `folder` leads from the top of the repository to its configuration. */
export interface Debt {
  readonly folder: string;
  readonly entry: string;
}

/** Where each renamed file was before, by where it is now; from the top of the repository. No two come from one, and none is another's origin: a file that is still there was not renamed. */
export type Origins = ReadonlyMap<string, string>;

/** The debt of `now` that `before` does not cover, in order. Each entry of `before` covers one: that of its own file first, then one of the file that its own became. */
export function grownDebt<T extends Debt>(before: readonly Debt[], now: readonly T[], origins: Origins): T[] {
  const left = new Map<string, number>();
  for (const one of before) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  const take = (key: string): boolean => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count > 0;
  };
  const shown = new Map([...origins].map(([to, from]) => [printable(to), printable(from)]));
  const inPlace = new Set(now.filter((one) => take(keyOf(one))));
  return now.filter((one) => !inPlace.has(one) && !take(keyOf(one, (path) => shown.get(path) ?? path)));
}

function keyOf({ folder, entry }: Debt, path: (path: string) => string = (same) => same): string {
  const parts = parseLine(entry);
  return parts === null ? entry : `${path(posix.join(folder, parts.path))}: ${parts.kind} ${parts.name}`;
}
