import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { list } from "../files/discover.ts";
import { gitIn, plant, tree } from "../files/testing.ts";
import { textMemo } from "./texts.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const FILES = Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`src/file${nth}.ts`, `export const nth = ${nth};\n`]));

function repository(files: Readonly<Record<string, string>> = FILES): string {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  gitIn(folder, "add", ".");
  gitIn(folder, "commit", "-qm", "Begin");
  return folder;
}

function emptyCache(): string {
  const cache = tree({});
  folders.push(cache);
  return cache;
}

/** Asks one question about each file, and answers with the paths of which nothing was known. */
async function asked(top: string, cache: string, question = "length"): Promise<string[]> {
  const listing = await list(top);
  const memo = textMemo({ folder: cache, top, name: "", listing });
  const anew: string[] = [];
  for (const path of listing.paths) {
    const answer = memo.told(path, question, () => (anew.push(path), { length: readFileSync(join(top, path), "utf8").length }));
    expect(answer).toEqual({ length: readFileSync(join(top, path), "utf8").length });
    expect(memo.told(path, question, () => null)).toBe(answer);
  }
  memo.save();
  return anew;
}

test("what is known of a content is not asked again, in another clone neither", async () => {
  const cache = emptyCache();
  const one = repository();
  expect(await asked(one, cache)).toHaveLength(30);
  expect(await asked(one, cache)).toEqual([]);
  expect(await asked(repository(), cache)).toEqual([]);
  expect(await asked(one, cache, "another question")).toHaveLength(30);
});

test("what changed is asked again: staged, committed or not, and what git does not look at", async () => {
  const cache = emptyCache();
  const folder = repository();
  await asked(folder, cache);
  plant(folder, { "src/file1.ts": "1\n", "src/new.ts": "new\n" });
  expect(await asked(folder, cache)).toEqual(["src/file1.ts", "src/new.ts"]);
  gitIn(folder, "add", ".");
  expect(await asked(folder, cache)).toEqual([]);
  gitIn(folder, "commit", "-qm", "Go on");
  expect(await asked(folder, cache)).toEqual([]);
  gitIn(folder, "update-index", "--assume-unchanged", "src/file2.ts");
  plant(folder, { "src/file2.ts": "22\n" });
  expect(await asked(folder, cache)).toEqual(["src/file2.ts"]);
  plant(folder, { "src/file2.ts": "222\n" });
  expect(await asked(folder, cache)).toEqual(["src/file2.ts"]);
});

test("a few changes are written beside the rest, many rewrite it", async () => {
  const cache = emptyCache();
  const folder = repository();
  await asked(folder, cache);
  const written = (): Record<string, string> => Object.fromEntries(readdirSync(cache).map((name) => [name.endsWith("-since") ? "since" : "all", readFileSync(join(cache, name), "latin1")]));
  const first = written();
  plant(folder, { "src/file1.ts": "1\n" });
  await asked(folder, cache);
  expect(written()["all"]).toBe(first["all"]);
  expect(written()["since"]).not.toBe(first["since"]);
  plant(folder, { "src/file3.ts": "3\n" });
  expect(await asked(folder, cache)).toEqual(["src/file3.ts"]);
  for (let nth = 0; nth < 12; nth++) plant(folder, { [`src/file${nth}.ts`]: `${nth} again\n` });
  expect(await asked(folder, cache)).toHaveLength(12);
  expect(written()["all"]).not.toBe(first["all"]);
  expect(await asked(folder, cache)).toEqual([]);
});

test("a part of a tree that is no work tree forgets nothing of the whole", async () => {
  const cache = emptyCache();
  const folder = repository();
  await asked(folder, cache);
  const part = tree({ "src/file1.ts": FILES["src/file1.ts"]!, "src/file2.ts": "changed\n" });
  folders.push(part);
  expect(await asked(part, cache)).toEqual(["src/file2.ts"]);
  expect(await asked(part, cache)).toEqual([]);
  expect(await asked(folder, cache)).toEqual(["src/file2.ts"]);
});

test("what cannot be read back is asked again", async () => {
  const cache = emptyCache();
  const folder = repository();
  await asked(folder, cache);
  for (const spoil of [(bytes: Buffer) => bytes.subarray(0, 100), () => Buffer.from(""), (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("x")])]) {
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), spoil(readFileSync(join(cache, name))));
    expect(await asked(folder, cache)).toHaveLength(30);
    expect(await asked(folder, cache)).toEqual([]);
  }
});
