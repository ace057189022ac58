import { expect, test } from "vitest";
import { grownDebt } from "./debt.ts";
import type { Debt } from "./debt.ts";

const debt = (...lines: readonly string[]): Debt[] => lines.map((line) => ({ folder: ".", entry: `${line.split(" ")[0]}: read ${line.split(" ")[1]}` }));
const grown = (before: readonly Debt[], now: readonly Debt[], origins: readonly (readonly [to: string, from: string])[] = []): string[] => grownDebt(before, now, new Map(origins)).map(({ entry }) => entry);

test.each<[what: string, before: Debt[], now: Debt[], origins: [string, string][], grown: string[]]>([
  ["a new entry", debt(), debt("a.ts X"), [], ["a.ts: read X"]],
  ["one more of a line", debt("a.ts X"), debt("a.ts X", "a.ts X"), [], ["a.ts: read X"]],
  ["the same and less are none", debt("a.ts X", "b.ts Y"), debt("b.ts Y"), [], []],
  ["a renamed file takes its entries along", debt("a.ts X", "a.ts X"), debt("b.ts X", "b.ts X"), [["b.ts", "a.ts"]], []],
  ["but no more of them", debt("a.ts X"), debt("b.ts X", "b.ts X"), [["b.ts", "a.ts"]], ["b.ts: read X"]],
  ["and does not leave them behind too", debt("a.ts X"), debt("a.ts X", "b.ts X"), [["b.ts", "a.ts"]], ["b.ts: read X"]],
  ["another name is another debt", debt("a.ts X"), debt("b.ts Y"), [["b.ts", "a.ts"]], ["b.ts: read Y"]],
  ["what a file had and what it took over", debt("a.ts X", "b.ts X"), debt("b.ts X", "b.ts X"), [["b.ts", "a.ts"]], []],
])("%s", (_what, before, now, origins, expected) => {
  expect(grown(before, now, origins)).toEqual(expected);
});

test("an entry may go from one configuration's list to another's", () => {
  const outer: Debt = { folder: ".", entry: "packages/mail/src/a.ts: read X" };
  const inner: Debt = { folder: "packages/mail", entry: "src/a.ts: read X" };
  expect(grownDebt([outer], [inner], new Map())).toEqual([]);
  expect(grownDebt([outer], [outer, inner], new Map())).toEqual([inner]);
  expect(grownDebt([inner], [{ folder: "packages/web", entry: "src/a.ts: read X" }], new Map([["packages/web/src/a.ts", "packages/mail/src/a.ts"]]))).toEqual([]);
});

test("a path that is printed otherwise than written is carried too", () => {
  expect(grown(debt("a␊b.ts X"), debt("c.ts X"), [["c.ts", "a\nb.ts"]])).toEqual([]);
});

/** Every list of up to `most` lines over the paths. */
function lists(paths: readonly string[], most: number): Debt[][] {
  if (most === 0) return [[]];
  const shorter = lists(paths, most - 1);
  const longest = shorter.filter((list) => list.length === most - 1);
  return [...shorter, ...longest.flatMap((list) => paths.map((path) => [...list, ...debt(`${path} X`)]))];
}

test("for all small lists and renames: as much of the new list is covered as can be, each entry by another one", () => {
  const paths = ["a", "b", "c"];
  const all = lists(paths, 3);
  const renames = [[], [["b", "a"]], [["c", "a"]], [["a", "c"]]] as [string, string][][];
  let seen = 0;
  for (const before of all) {
    for (const now of all) {
      for (const origins of renames) {
        const covered = now.length - grown(before, now, origins).length;
        expect(covered).toBe(most(before, now, new Map(origins)));
        seen += 1;
      }
    }
  }
  expect(seen).toBe(all.length ** 2 * renames.length);
});

/** By trying all: how many of `now` can be covered, each by another of `before`. */
function most(before: readonly Debt[], now: readonly Debt[], origins: ReadonlyMap<string, string>): number {
  const [first, ...rest] = now;
  if (first === undefined) return 0;
  const path = first.entry.split(":")[0]!;
  const options = before.flatMap(({ entry }, index) => (entry.startsWith(`${path}:`) || entry.startsWith(`${origins.get(path)}:`) ? [index] : []));
  return Math.max(most(before, rest, origins), ...options.map((index) => 1 + most(before.filter((_, at) => at !== index), rest, origins)));
}
