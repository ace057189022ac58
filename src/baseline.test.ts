import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createBaseline, formatBaseline, pruneBaseline, readBaseline } from "./baseline.ts";
import type { BaselineFile } from "./baseline.ts";
import { UsageError } from "./verdict.ts";

const root = mkdtempSync(join(tmpdir(), "baseline-"));
let folder = root;
let path = root;
const file = (): BaselineFile => ({ path, shown: path });
beforeEach(() => {
  folder = mkdtempSync(join(root, "case-"));
  path = join(folder, "known-violations.json");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function entriesOf(text: string): Promise<string[]> {
  writeFileSync(path, text);
  return (await readBaseline(file(), { named: true })).entries.map((entry) => entry.entry);
}

async function usageError(text: string | Promise<unknown>): Promise<string> {
  const error: unknown = await (typeof text === "string" ? entriesOf(text) : text).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  const { message, mend } = error as UsageError;
  expect(mend).not.toBe("");
  return `${message}; ${mend}`.replaceAll(path, "known.json");
}

describe("reading", () => {
  test("keeps entries in file order with their lines, equal ones apart", async () => {
    writeFileSync(path, '[\n  "src/b.ts: read ACME_B",\n  "src/a.ts: read ACME_A", "src/b.ts: read ACME_B"\n]\n');
    const { entries } = await readBaseline(file(), { named: false });
    expect(entries).toEqual([
      { entry: "src/b.ts: read ACME_B", line: 2 },
      { entry: "src/a.ts: read ACME_A", line: 3 },
      { entry: "src/b.ts: read ACME_B", line: 3 },
    ]);
  });

  test("accepts a byte order mark, CRLF, backslashes and a leading ./ in paths", async () => {
    expect(await entriesOf('\uFEFF[\r\n"src\\\\mail\\\\send.ts: read ACME_A",\r\n"./src/b.ts: whole-environ <copy>"\r\n]')).toEqual(["src/mail/send.ts: read ACME_A", "src/b.ts: whole-environ <copy>"]);
  });

  test("keeps backslashes in names, colons in paths and spaces in names", async () => {
    expect(await entriesOf('["src/a.ts: read A\\\\B", "src/a: b.ts: read X", "src/a.ts: read two words"]')).toEqual(["src/a.ts: read A\\B", "src/a: b.ts: read X", "src/a.ts: read two words"]);
  });

  test("an empty array is empty, a missing default file is empty, a missing named one is an error", async () => {
    expect(await entriesOf("[]")).toEqual([]);
    rmSync(path);
    expect(await readBaseline(file(), { named: false })).toEqual({ entries: [], text: null });
    expect(await usageError(readBaseline(file(), { named: true }))).toContain("does not exist");
  });

  test.each([
    ["", "known.json:1:1: the baseline is empty"],
    ["\uFEFF \n", "known.json:1:1: the baseline is empty"],
    ['[\n  "src/a.ts: read A"', "known.json:2:21: the baseline is broken JSON"],
    ['[\n  "src/a.ts: read A",\n]', "known.json:3:1: the baseline is broken JSON"],
    ['// debt\n["src/a.ts: read A"]', "known.json:1:1: the baseline is broken JSON"],
    ["[".repeat(200_000), "the baseline is broken JSON"],
    ['{ "src/a.ts": 1 }', "known.json:1:1: the baseline is no JSON array"],
    ['"src/a.ts: read A"', "known.json:1:1: the baseline is no JSON array"],
    ['[\n  "src/a.ts: read A",\n  7\n]', "known.json:3:3: an entry of the baseline is no string"],
    ['[\n  "src/a.ts: read"\n]', 'known.json:2:3: "src/a.ts: read" is no line'],
    ['[\n  "src/a.ts"\n]', "known.json:2:3: "],
    ['[""]', "known.json:1:2: "],
    ['[\n  "src/a.ts: invalid-entry ACME_A"\n]', "known.json:2:3: invalid-entry can never be known"],
    ['["env-contract.json: invalid-allow CI"]', "invalid-allow can never be known"],
    ['["env-contract.json: stale-allow CI"]', "stale-allow can never be known"],
    ['["src/a.ts: unparsed syntax"]', "unparsed can never be known"],
    ['["/home/me/src/a.ts: read A"]', "is absolute"],
    ['["C:\\\\work\\\\src\\\\a.ts: read A"]', "is absolute"],
    ['[\n<<<<<<< HEAD\n  "src/a.ts: read A"\n=======\n>>>>>>> main\n]', "known.json:2:1: the baseline holds a merge conflict"],
  ])("refuses %j", async (text, message) => {
    expect(await usageError(text)).toContain(message);
  });

  test("a folder in its place is an error, not an empty baseline", async () => {
    mkdirSync(path);
    expect(await usageError(readBaseline(file(), { named: false }))).toContain("cannot read the baseline");
  });
});

describe("writing", () => {
  test("is canonical: sorted by code unit, one entry a line, LF", () => {
    expect(formatBaseline([])).toBe("[]\n");
    expect(formatBaseline(["src/é.ts: read A", "src/b.ts: read A", "src/B.ts: read \"A\"", "src/b.ts: read A"])).toBe(
      '[\n  "src/B.ts: read \\"A\\"",\n  "src/b.ts: read A",\n  "src/b.ts: read A",\n  "src/é.ts: read A"\n]\n',
    );
  });

  test("what is written reads back, and is a fixed point", async () => {
    const entries = ["a b.ts: read \u{1F600}", "a.ts: read \\n", 'a.ts: read "'];
    await createBaseline(file(), entries);
    const text = readFileSync(path, "utf8");
    const back = await readBaseline(file(), { named: true });
    expect(back.entries.map((entry) => entry.entry)).toEqual([...entries].sort());
    expect(formatBaseline(back.entries.map((entry) => entry.entry))).toBe(text);
  });

  test("create refuses an existing file, also an empty one or a dangling link, and leaves nothing behind", async () => {
    for (const place of [() => writeFileSync(path, ""), () => symlinkSync("nowhere.json", path)]) {
      place();
      expect(await usageError(createBaseline(file(), []))).toContain("exists already");
      expect(readdirSync(folder)).toEqual(["known-violations.json"]);
      rmSync(path);
    }
  });

  test("of creators at once one wins", async () => {
    const results = await Promise.allSettled([1, 2, 3, 4].map((index) => createBaseline(file(), [`src/${index}.ts: read A`])));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect((await readBaseline(file(), { named: true })).entries).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(["known-violations.json"]);
  });

  test("create into a folder that does not exist is a clear error", async () => {
    expect(await usageError(createBaseline({ path: join(folder, "none", "known.json"), shown: "none/known.json" }, []))).toContain("folder does not exist");
  });
});

describe("pruning", () => {
  const drop = (gone: string) => (current: readonly string[]) => current.filter((entry) => entry !== gone);

  test("removes what is not kept and says so", async () => {
    await createBaseline(file(), ["a.ts: read A", "b.ts: read B", "b.ts: read B"]);
    expect(await pruneBaseline(file(), (current) => current.slice(0, 2))).toEqual(["b.ts: read B"]);
    expect(readFileSync(path, "utf8")).toBe('[\n  "a.ts: read A",\n  "b.ts: read B"\n]\n');
    expect(readdirSync(folder)).toEqual(["known-violations.json"]);
  });

  test("leaves the bytes alone when nothing goes, however they are spelled", async () => {
    const text = '\uFEFF["b.ts: read B",\r\n "src\\\\a.ts: read A"]';
    writeFileSync(path, text);
    expect(await pruneBaseline(file(), drop("c.ts: read C"))).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("a missing file has nothing to prune and stays missing", async () => {
    expect(await pruneBaseline(file(), () => [])).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  test("never adds", async () => {
    await createBaseline(file(), ["a.ts: read A"]);
    await expect(pruneBaseline(file(), (current) => [...current.slice(1), "b.ts: read B"])).rejects.toThrow("never grows");
    expect(readFileSync(path, "utf8")).toBe('[\n  "a.ts: read A"\n]\n');
  });

  test("a broken file is refused and stays as it is", async () => {
    writeFileSync(path, "");
    expect(await usageError(pruneBaseline(file(), () => []))).toContain("empty");
    expect(readFileSync(path, "utf8")).toBe("");
    expect(readdirSync(folder)).toEqual(["known-violations.json"]);
  });

  test("a linked baseline stays a link, and modes stay", async () => {
    const real = join(folder, "shared", "debt.json");
    mkdirSync(dirname(real));
    await createBaseline({ path: real, shown: real }, ["a.ts: read A", "b.ts: read B"]);
    chmodSync(real, 0o640);
    symlinkSync(join("shared", "debt.json"), path);
    await pruneBaseline(file(), drop("a.ts: read A"));
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toBe('[\n  "b.ts: read B"\n]\n');
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });

  test("clears up after a process that was killed", async () => {
    await createBaseline(file(), ["a.ts: read A", "b.ts: read B"]);
    writeFileSync(`${path}.4711-0123abcd.tmp`, "[");
    writeFileSync(`${path}.4711-4567cdef.new`, "[");
    writeFileSync(`${path}.orig`, "kept");
    await pruneBaseline(file(), drop("a.ts: read A"));
    expect(readdirSync(folder).sort()).toEqual(["known-violations.json", "known-violations.json.orig"]);
  });
});

/** Child processes run the source of today, not what was last built. */
describe("processes", () => {
  const here = dirname(fileURLToPath(import.meta.url));
  const built = join(root, "built");
  beforeAll(() => {
    mkdirSync(built, { recursive: true });
    symlinkSync(join(here, "..", "node_modules"), join(built, "node_modules"));
    writeFileSync(join(built, "package.json"), '{ "type": "module" }');
    buildSync({ entryPoints: [join(here, "baseline.ts")], bundle: true, packages: "external", platform: "node", format: "esm", outfile: join(built, "baseline.js"), logLevel: "error" });
    writeFileSync(
      join(built, "prune.js"),
      `import { pruneBaseline } from "./baseline.js";
const [path, ...gone] = process.argv.slice(2);
try {
  await pruneBaseline({ path, shown: path }, (current) => current.filter((entry) => !gone.includes(entry)));
  console.log("pruned");
} catch (error) {
  console.log(error.name + ": " + error.message);
  process.exitCode = 2;
}
`,
    );
    // A world-readable copy: one test runs it as another user.
    chmodSync(root, 0o755);
  });

  function start(...args: string[]): { readonly done: Promise<string>; readonly kill: () => void } {
    const child = spawn(process.execPath, [join(built, "prune.js"), ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return { done: new Promise((resolve) => child.on("close", () => resolve(output.trim()))), kill: () => child.kill("SIGKILL") };
  }

  test("sixteen at once lose nothing and bring nothing back", async () => {
    const entries = Array.from({ length: 32 }, (_, index) => `src/${String(index).padStart(2, "0")}.ts: read ACME_A`);
    await createBaseline(file(), entries);
    const runs = entries.filter((_, index) => index % 2 === 0).map((entry) => start(path, entry).done);
    expect(new Set(await Promise.all(runs))).toEqual(new Set(["pruned"]));
    expect(readFileSync(path, "utf8")).toBe(formatBaseline(entries.filter((_, index) => index % 2 === 1)));
    expect(readdirSync(folder)).toEqual(["known-violations.json"]);
  });

  test("a kill at any moment leaves the old or the new file", async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => `src/long/path/to/module/${index}.ts: read ACME_A`);
    const before = formatBaseline(entries);
    const after = formatBaseline(entries.slice(1));
    await createBaseline(file(), entries);
    const began = performance.now();
    expect(await start(path, entries[0] ?? "").done).toBe("pruned");
    const takes = performance.now() - began;
    expect(readFileSync(path, "utf8")).toBe(after);
    let killed = 0;
    for (let round = 0; round < 8; round += 1) {
      writeFileSync(path, before);
      rmSync(`${path}.lock`, { recursive: true, force: true });
      const run = start(path, entries[0] ?? "");
      const timer = setTimeout(run.kill, takes * (0.4 + round * 0.09));
      if ((await run.done) !== "pruned") killed += 1;
      clearTimeout(timer);
      const text = readFileSync(path, "utf8");
      expect(text === before || text === after).toBe(true);
    }
    expect(killed).toBeGreaterThan(0);
  });

  test("a lock left by a killed process is taken over", async () => {
    await createBaseline(file(), ["a.ts: read A"]);
    mkdirSync(`${path}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(await start(path, "a.ts: read A").done).toBe("pruned");
    expect(readFileSync(path, "utf8")).toBe("[]\n");
    expect(readdirSync(folder)).toEqual(["known-violations.json"]);
  });

  test("a read-only folder is a clear error at once", () => {
    const locked = join(folder, "locked");
    mkdirSync(locked);
    writeFileSync(join(locked, "known.json"), '["a.ts: read A"]');
    chmodSync(folder, 0o755);
    chmodSync(locked, 0o555);
    const asAnother = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const run = (): string => execFileSync(process.execPath, [join(built, "prune.js"), join(locked, "known.json"), "a.ts: read A"], { encoding: "utf8", timeout: 8_000, ...asAnother });
    let output = "";
    try {
      output = run();
    } catch (error) {
      output = String((error as { stdout?: unknown }).stdout);
    } finally {
      chmodSync(locked, 0o755);
    }
    expect(output).toContain("its folder is read-only (EACCES)");
    expect(readFileSync(join(locked, "known.json"), "utf8")).toBe('["a.ts: read A"]');
  });
});
