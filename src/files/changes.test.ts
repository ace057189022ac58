import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { grownDebt } from "../shrink/debt.ts";
import type { Debt } from "../shrink/debt.ts";
import { changedSince, renamesSince } from "./changes.ts";
import { gitIn, plant, tree } from "./testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Files with nothing in common, each of which owes its own name. */
function repository(paths: readonly string[]): string {
  const folder = tree(Object.fromEntries(paths.map((path, index) => [path, Array.from({ length: 8 }, (_, line) => `${"abcdefgh"[index % 8]!.repeat(20 + line)} ${index}\n`).join("")])));
  folders.push(folder);
  gitIn(folder, "init", "-q");
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "-m", "Begin");
  return folder;
}

function moved(folder: string, from: string, to: string): void {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}

test("names that git quotes or takes for patterns are names", async () => {
  const pairs = [["a b.ts", "c d.ts"], ["é.ts", "日本.ts"], [":(top)x.ts", ":!y.ts"], ["-n.ts", "--help"], ["tab\there.ts", "new\nline.ts"], ["[a].ts", "*.ts"]] as const;
  const folder = repository(pairs.map(([from]) => from));
  for (const [from, to] of pairs) moved(folder, from, to);
  const { origins, split } = await renamesSince(folder, "HEAD", { is: "work-tree" });
  expect(Object.fromEntries(origins)).toEqual(Object.fromEntries(pairs.map(([from, to]) => [to, from])));
  expect(split.size).toBe(0);
  expect([...(await changedSince(folder, "HEAD", { is: "work-tree" }))].sort()).toEqual(pairs.flat().sort());
});

test("the index is another side than the disk", async () => {
  const folder = repository(["a.ts", "b.ts"]);
  gitIn(folder, "mv", "a.ts", "c.ts");
  moved(folder, "b.ts", "d.ts");
  const staged = { is: "index", variables: {} } as const;
  expect(Object.fromEntries((await renamesSince(folder, "HEAD", staged)).origins)).toEqual({ "c.ts": "a.ts" });
  expect(Object.fromEntries((await renamesSince(folder, "HEAD", { is: "work-tree" })).origins)).toEqual({ "c.ts": "a.ts", "d.ts": "b.ts" });
  expect([...(await changedSince(folder, "HEAD", staged))].sort()).toEqual(["a.ts", "c.ts"]);
});

test("what git ignores is no file, and the repository stays as it was", async () => {
  const folder = repository(["a.ts", "b.ts"]);
  plant(folder, { ".gitignore": "out/\n" });
  moved(folder, "a.ts", "out/a.ts");
  moved(folder, "b.ts", "c.ts");
  const before = [gitIn(folder, "ls-files", "--stage"), gitIn(folder, "count-objects", "-v"), gitIn(folder, "status", "--porcelain")];
  expect(Object.fromEntries((await renamesSince(folder, "HEAD", { is: "work-tree" })).origins)).toEqual({ "c.ts": "b.ts" });
  expect([gitIn(folder, "ls-files", "--stage"), gitIn(folder, "count-objects", "-v"), gitIn(folder, "status", "--porcelain")]).toEqual(before);
});

/** A small generator with a seed: a failure can be run again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])("renamed, copied, split and deleted at random (%i): just what has one heir keeps its debt", async (seed) => {
  const next = random(seed * 7919);
  const paths = ["a.ts", "b.ts", "c/a.ts", "c/b.ts", "d.ts", "e.ts", "f.ts", "g.ts"];
  const folder = repository(paths);
  const heirs = new Map<string, string[]>();
  for (const [index, path] of paths.entries()) {
    const copies = Array.from({ length: next(4) }, (_, copy) => `new/${index}-${copy}.ts`);
    for (const copy of copies) {
      mkdirSync(join(folder, "new"), { recursive: true });
      copyFileSync(join(folder, path), join(folder, copy));
    }
    const stays = next(2) === 0;
    if (!stays) rmSync(join(folder, path));
    heirs.set(path, [...(stays ? [path] : []), ...copies]);
  }
  const debtOf = (path: string, now: string): Debt => ({ folder: ".", entry: `${now}: read ${readFileSync(join(folder, now), "utf8").trim().slice(-1)}${paths.indexOf(path)}` });
  const before: Debt[] = paths.map((path, index) => ({ folder: ".", entry: `${path}: read ${index}${index}` }));
  const now = [...heirs].flatMap(([path, all]) => all.map((heir) => debtOf(path, heir)));
  const { origins } = await renamesSince(folder, "HEAD", { is: "work-tree" });
  // A file that stays pays for itself alone; one that is gone is followed where it has a single heir.
  const expected = [...heirs].flatMap(([path, all]) => (all.includes(path) ? all.slice(1) : all.length === 1 ? [] : all).map((heir) => debtOf(path, heir)));
  expect(grownDebt(before, now, origins)).toEqual(expected);
  expect(now.length - expected.length).toBeLessThanOrEqual(before.length);
});
