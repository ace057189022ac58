import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { hashOf } from "./cache/hash.ts";
import type { Io } from "./cli.ts";
import { envs } from "./envs.ts";
import { gitIn, plant, tree } from "./files/testing.ts";
import { start } from "./start.ts";

const folders: string[] = [];
const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((one) => one()));
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const SHOP = {
  ".gitignore": "node_modules/\n*.local.ts\n",
  "package.json": '{ "name": "shop", "version": "1.0.0", "imports": { "#names": "./src/names.ts" } }\n',
  "tsconfig.json": '{ "extends": "base/tsconfig.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
  "env-contract.json": '{ "registry": "src/envs.ts", "prefix": "SHOP_", "kinds": { "undescribed": "off", "undocumented": "off" }, "allow": { "NODE_ENV": "Set by Node tools." } }\n',
  "known-violations.json": '["src/web.ts: read HOST"]\n',
  "src/envs.ts": 'import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({ SHOP_NAME: str({ default: "", category: "shop" }) }, { prefix: "SHOP_", categories: ["shop"] });\n',
  "src/names.ts": 'export const PORT = "PORT";\n',
  "src/must.ts": "export const must = (name: string) => process.env[name];\n",
  "src/web.ts": 'import { must } from "@/must";\nimport { PORT } from "#names";\nimport { envs } from "./envs.ts";\nexport const web = () => [process.env.HOST, must(PORT), envs.SHOP_NAME.get(), process.env.NODE_ENV];\n',
  "src/page.ts": "export const page = 1;\n",
};

/** A committed tree, and a cache of its own. */
function shop(files: Readonly<Record<string, string>> = SHOP): { readonly folder: string; readonly cache: string } {
  const folder = tree(files);
  const cache = tree({});
  folders.push(folder, cache);
  gitIn(folder, "init", "-q");
  gitIn(folder, "add", ".");
  gitIn(folder, "commit", "-qm", "Begin");
  cached(cache);
  return { folder, cache };
}

function cached(folder: string): void {
  const { restore } = envs.ENV_CONTRACT_CACHE.override(folder);
  undo.push(restore);
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(cwd: string, argv: readonly string[] = ["check"], world: Partial<Io> = {}): Promise<Ran> {
  const texts = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr"): Io["stdout"] => ({ write: (text) => (texts[name] += text) });
  const code = await start(argv, { stdout: stream("stdout"), stderr: stream("stderr"), cwd, colours: { noColor: undefined, forceColor: undefined, term: undefined }, now: () => 0, ...world });
  return { code, ...texts };
}

const MARK = "given again\n";

const answersIn = (cache: string): string[] => readdirSync(cache).filter((name) => name.startsWith("run-"));

/** Marks what is kept, so that an answer that is given again shows. */
function mark(cache: string): void {
  for (const file of answersIn(cache)) {
    const path = join(cache, file);
    const kept = JSON.parse(readFileSync(path, "utf8").split("\n").slice(1).join("\n")) as Ran;
    const content = JSON.stringify({ ...kept, stdout: MARK });
    writeFileSync(path, `${hashOf(content)}\n${content}`);
  }
}

/** Whether the run gives an earlier answer again. */
async function isAgain(cwd: string, argv?: readonly string[], world?: Partial<Io>): Promise<boolean> {
  return (await run(cwd, argv, world)).stdout === MARK;
}

describe("an answer is given again", () => {
  test("word for word, in every format, with its exit code", async () => {
    const { folder } = shop();
    for (const format of ["text", "json", "unix", "sarif", "junit"]) {
      const first = await run(folder, ["check", "-f", format]);
      expect(first.code).toBe(1);
      expect(await run(folder, ["check", "-f", format])).toEqual(first);
    }
  });

  test("for the same question alone", async () => {
    const { folder, cache } = shop();
    await run(folder);
    mark(cache);
    expect(await isAgain(folder)).toBe(true);
    expect(await isAgain(folder, ["check", "--no-cache"])).toBe(false);
    expect(await isAgain(folder, ["check", "--all"])).toBe(false);
    expect(await isAgain(join(folder, "src"))).toBe(false);
    expect(await isAgain(folder, ["check"], { colours: { noColor: undefined, forceColor: "1", term: undefined } })).toBe(false);
  });

  test("never where it looks at a revision, or writes a file", async () => {
    const { folder, cache } = shop();
    for (const argv of [["--staged"], ["--changed"], ["--against", "HEAD"], ["-o", "json=report.json"]]) {
      await run(folder, ["check", ...argv]);
      expect(answersIn(cache)).toEqual([]);
    }
    await run(folder, ["--version"]);
    await run(folder, ["check", "--jsno"]);
    expect(answersIn(cache)).toEqual([]);
  });
});

describe("a change is seen", () => {
  const CHANGES: Readonly<Record<string, (folder: string) => void>> = {
    "a file": (folder) => plant(folder, { "src/page.ts": "export const page = () => process.env.PAGE;\n" }),
    "a constant in another file": (folder) => plant(folder, { "src/names.ts": 'export const PORT = "SMTP_PORT";\n' }),
    "a wrapper in another file": (folder) => plant(folder, { "src/must.ts": "export const must = (name: string) => name;\n" }),
    "a new file": (folder) => plant(folder, { "src/new.ts": "export const now = () => process.env.NOW;\n" }),
    "a new file that a specifier means now": (folder) => plant(folder, { "src/must/index.ts": "export const must = 1;\n", "src/must.d.ts": "" }),
    "a deleted file": (folder) => rmSync(join(folder, "src/web.ts")),
    "a renamed file": (folder) => renameSync(join(folder, "src/web.ts"), join(folder, "src/site.ts")),
    "a commit": (folder) => {
      plant(folder, { "src/page.ts": "export const page = () => process.env.PAGE;\n" });
      gitIn(folder, "commit", "-qam", "Go on");
    },
    "the registry": (folder) => plant(folder, { "src/envs.ts": SHOP["src/envs.ts"].replaceAll("SHOP_NAME", "SHOP_TITLE") }),
    "the configuration": (folder) => plant(folder, { "env-contract.json": SHOP["env-contract.json"].replace("NODE_ENV", "CI") }),
    "a configuration within": (folder) => plant(folder, { "src/env-contract.json": "{}" }),
    "the baseline": (folder) => plant(folder, { "known-violations.json": "[]\n" }),
    "what package.json says": (folder) => plant(folder, { "package.json": SHOP["package.json"].replace("names.ts", "page.ts") }),
    "tsconfig paths": (folder) => plant(folder, { "tsconfig.json": "{}" }),
    "a configuration that git ignores": (folder) => plant(folder, { "node_modules/base/package.json": '{ "name": "base" }', "node_modules/base/tsconfig.json": '{ "compilerOptions": { "baseUrl": "." } }' }),
    "a file that git is told not to look at": (folder) => {
      gitIn(folder, "update-index", "--assume-unchanged", "src/page.ts");
      plant(folder, { "src/page.ts": "export const page = () => process.env.PAGE;\n" });
    },
    "a file that is a link now": (folder) => {
      rmSync(join(folder, "src/page.ts"));
      symlinkSync("web.ts", join(folder, "src/page.ts"));
    },
    "what git ignores": (folder) => appendFileSync(join(folder, ".git/info/exclude"), "src/web.ts\n"),
  };

  test.each(Object.keys(CHANGES))("%s", async (what) => {
    const { folder, cache } = shop();
    await run(folder);
    mark(cache);
    CHANGES[what]!(folder);
    const after = await run(folder);
    if (after.stdout === MARK) expect(what).toBe("what git ignores");
    else expect(after).toEqual(await run(folder, ["check", "--no-cache"]));
  });

  test("behind a link out of the tree", async () => {
    const { folder, cache } = shop();
    const outside = tree({ "shared.ts": "export const shared = 1;\n" });
    folders.push(outside);
    symlinkSync(join(outside, "shared.ts"), join(folder, "src/shared.ts"));
    gitIn(folder, "add", ".");
    await run(folder);
    mark(cache);
    expect(await isAgain(folder)).toBe(true);
    plant(outside, { "shared.ts": "export const shared = () => process.env.SHARED;\n" });
    expect(await run(folder)).toEqual(await run(folder, ["check", "--no-cache"]));
  });

  test("back and forth", async () => {
    const { folder } = shop();
    const answers = new Map<string, Ran>();
    for (const round of [0, 1, 0, 1, 1, 0]) {
      const text = round === 0 ? "export const page = 1;\n" : "export const page = () => process.env.PAGE;\n";
      plant(folder, { "src/page.ts": text });
      const ran = await run(folder);
      expect(ran).toEqual(answers.get(text) ?? ran);
      answers.set(text, ran);
    }
    expect(new Set([...answers.values()].map(({ stdout }) => stdout)).size).toBe(2);
  });
});

describe("any changes", () => {
  /** Numbers from 0 to 1, the same for the same seed (mulberry32). */
  function randomOf(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  const TEXTS = [
    'import { must } from "./must";\nexport const it = () => must("IT");\n',
    'import * as names from "./names.ts";\nexport const it = () => process.env[names.PORT];\n',
    'export * from "./names.ts";\nexport const must = (name: string, env = process.env) => env[name];\n',
    'export const PORT = "OTHER";\nexport const it = (env: NodeJS.ProcessEnv) => env.TAKEN;\n',
    'import { it } from "./names.ts";\nimport { envs } from "./envs.ts";\nexport const all = () => [it(process.env), envs.SHOP_NAME.get()];\nall();\n',
    "export const broken = (;\n",
    SHOP["src/web.ts"],
  ];
  const PATHS = ["src/web.ts", "src/page.ts", "src/names.ts", "src/must.ts", "src/must/index.ts", "src/new.ts"];

  test.each([1, 2, 3])("are seen with what single files told before (seed %i)", async (seed) => {
    const { folder } = shop();
    const random = randomOf(seed);
    const one = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
    for (let step = 0; step < 14; step++) {
      const path = one(PATHS);
      if (random() < 0.2) rmSync(join(folder, path), { force: true });
      else plant(folder, { [path]: one(TEXTS) });
      if (random() < 0.3) gitIn(folder, "add", "-A");
      if (random() < 0.2) gitIn(folder, "commit", "-qam", "Go on", "--allow-empty");
      const format = one(["text", "json"]);
      const ran = await run(folder, ["check", "-f", format]);
      expect(ran, `step ${step}`).toEqual(await run(folder, ["check", "-f", format, "--no-cache"]));
    }
  });
});

describe("a cache that is no use", () => {
  const spoil: Readonly<Record<string, (cache: string) => void>> = {
    "cut short": (cache) => each(cache, (path) => writeFileSync(path, readFileSync(path).subarray(0, 60))),
    "changed in one place": (cache) => each(cache, (path) => writeFileSync(path, readFileSync(path, "utf8").replace("read", "reed"))),
    empty: (cache) => each(cache, (path) => writeFileSync(path, "")),
    "a folder in place of a file": (cache) => each(cache, (path) => (rmSync(path), mkdirSync(path))),
    "a file in place of the folder": (cache) => (rmSync(cache, { recursive: true }), writeFileSync(cache, "")),
  };

  function each(cache: string, change: (path: string) => unknown): void {
    for (const name of readdirSync(cache)) change(join(cache, name));
  }

  test.each(Object.keys(spoil))("%s", async (how) => {
    const { folder, cache } = shop();
    const first = await run(folder);
    spoil[how]!(cache);
    expect(await run(folder)).toEqual(first);
    expect(await run(folder)).toEqual(first);
  });

  test("a folder that cannot be made", async () => {
    const { folder } = shop();
    const first = await run(folder, ["check", "--no-cache"]);
    cached(join(folder, "package.json", "cache"));
    expect(await run(folder)).toEqual(first);
  });

  test("two runs at once", async () => {
    const { folder, cache } = shop();
    const answers = await Promise.all([run(folder), run(folder), run(folder)]);
    expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1);
    mark(cache);
    expect(await isAgain(folder)).toBe(true);
    expect(readdirSync(cache).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  test("no more answers are kept than a person asks for", async () => {
    const { folder, cache } = shop();
    for (let nth = 0; nth < 27; nth++) await run(folder, ["check", `src/${nth % 2 === 0 ? "web" : "page"}.ts`, ...Array<string>(nth).fill("src")]);
    expect(answersIn(cache).length).toBe(24);
  });
});
