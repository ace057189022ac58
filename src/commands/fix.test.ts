/** Runs `fix` on `fixtures/fix/<case>/before`: what it writes is `after`, what it leaves `left.txt`. `ENV_CONTRACT_UPDATE_FIXTURES=1` rewrites both. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";
import { envs } from "../testing.ts";

const ROOT = "fixtures/fix";
const CASES = readdirSync(ROOT).sort();
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function filesIn(folder: string, below = ""): Record<string, string> {
  return Object.assign({}, ...readdirSync(join(folder, below)).map((name) => {
    const path = join(below, name);
    return statSync(join(folder, path)).isDirectory() ? filesIn(folder, path) : { [path]: readFileSync(join(folder, path), "utf8") };
  })) as Record<string, string>;
}

/** A committed copy of a case, whose debt is known. */
async function copyOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  await run(folder, "baseline", "create");
  gitIn(folder, "add", ".");
  gitIn(folder, "commit", "-qm", "Begin");
  return folder;
}

const debtIn = (folder: string): string[] => JSON.parse(readFileSync(join(folder, "known-violations.json"), "utf8")) as string[];

describe.each(CASES)("%s", (name) => {
  test("is rewritten as it should be, and nothing else of it", async () => {
    const folder = await copyOf(filesIn(join(ROOT, name, "before")));
    const before = debtIn(folder);
    const { code, stdout, stderr } = await run(folder, "fix");
    const { "known-violations.json": _list, ...written } = Object.fromEntries(Object.entries(filesIn(folder)).filter(([path]) => !path.startsWith(".git/")));
    const lines = stderr.split("\n").filter((line) => /^\S+:\d+:\d+: /.test(line)).map((line) => `${line}\n`).join("");
    if (envs.ENV_CONTRACT_UPDATE_FIXTURES.get()) {
      rmSync(join(ROOT, name, "after"), { recursive: true, force: true });
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(ROOT, name, "after", path)), { recursive: true });
        writeFileSync(join(ROOT, name, "after", path), text);
      }
      if (lines !== "") writeFileSync(join(ROOT, name, "left.txt"), lines);
    }
    expect(written).toEqual(filesIn(join(ROOT, name, "after")));
    expect(lines).toBe(existsSync(join(ROOT, name, "left.txt")) ? readFileSync(join(ROOT, name, "left.txt"), "utf8") : "");
    expect(code).toBe(lines === "" ? 0 : 1);
    // What is known shrinks by what was rewritten, and by nothing else.
    const rewritten = Number(/rewrote (\d+) read/.exec(stderr)?.[1] ?? 0);
    expect(debtIn(folder)).toHaveLength(before.length - rewritten);
    expect(await run(folder, "check", "--quiet")).toEqual({ code: 0, stdout: "", stderr: "" });
    gitIn(folder, "add", ".");
    gitIn(folder, "commit", "-qm", "Fix", "--allow-empty");
    expect((await run(folder, "fix")).stdout).toBe("");
    expect(gitIn(folder, "status", "--porcelain")).toBe("");
    expect(stdout === "").toBe(rewritten === 0);
  });
});

/** Texts within the grammar of each type: on them, and where it is unset, both sides give the same. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  SHOP_NAME: ["acme", "corp", "0", "false", ""],
  SHOP_TITLE: ["Store", ""],
  SHOP_LABEL: ["some", ""],
  SHOP_PORT: ["0", "80", "-1"],
  SHOP_LIMIT: ["0", "7"],
  SHOP_RETRIES: ["0", "5", ""],
  SHOP_RATE: ["0", "1.25"],
  SHOP_DEBUG: ["true", "false"],
  SHOP_CACHE: ["true", "false"],
  SHOP_MODE: ["fast", "slow"],
  SHOP_LEVEL: ["low", "high"],
  SHOP_FOLDER: ["/srv"],
};

/** Switches that the code knows by another word. */
const DIGITS = { SHOP_DEBUG: ["1", "0"] };

test("does what it did, under Node, in every environment that counts", async () => {
  const environs: Record<string, string>[] = [{}, ...[TEXTS, DIGITS].flatMap((texts) => Object.entries(texts).flatMap(([name, all]) => all.map((text) => ({ [name]: text }))))];
  const script = join(tree({}), "run.mjs");
  folders.push(dirname(script));
  const sides = await Promise.all(["before", "after"].map((side) => bundled(resolve(ROOT, "reads", side))));
  writeFileSync(script, `
    const sides = ${JSON.stringify(sides)};
    const modules = await Promise.all(sides.map((files) => Promise.all(files.map((file) => import(file)))));
    const answers = modules.map((all) => ${JSON.stringify(environs)}.map((environ) => {
      for (const name of Object.keys(process.env)) if (name.startsWith("SHOP_")) delete process.env[name];
      Object.assign(process.env, { SHOP_OWNER: "ada" }, environ);
      return all.flatMap((module) => Object.entries(module).filter(([, value]) => typeof value === "function").map(([name, value]) => {
        try {
          return [name, JSON.stringify(/^class/.test(String(value)) ? new value().title() ?? null : value() ?? null)];
        } catch (error) {
          return [name, error.name];
        }
      }));
    }));
    console.log(JSON.stringify(answers));
  `);
  const [before, after] = JSON.parse(execFileSync(process.execPath, [script], { encoding: "utf8" })) as [Answers, Answers];
  const shapes = new Set(before.flat().map(([name]) => name));
  expect(shapes.size).toBeGreaterThanOrEqual(50);
  const switched = (name: string, index: number): boolean => "SHOP_DEBUG" in environs[index]! && SWITCHED[name]?.includes(environs[index]!["SHOP_DEBUG"]!) === true;
  before.forEach((answers, index) => answers.forEach(([name, value], nth) => {
    if (!switched(name, index)) expect({ name, environ: environs[index], value: after[index]![nth]![1] }).toEqual({ name, environ: environs[index], value });
  }));
}, 60_000);

type Answers = (readonly [name: string, value: string])[][];

/** A switch means what `bool` says from now on: words that the code did not know count as well. */
const SWITCHED: Readonly<Record<string, readonly string[]>> = { on: ["1", "0"], off: ["1", "0"], lower: ["1", "0"], one: ["true", "false"], asTruth: ["true", "false"] };

/** The modules of a side as Node can run them. */
async function bundled(folder: string): Promise<string[]> {
  const outdir = tree({});
  folders.push(outdir);
  const names = ["texts", "values", "patterns"];
  await build({ entryPoints: names.map((name) => join(folder, "src", `${name}.ts`)), outdir, bundle: true, format: "esm", platform: "node", outExtension: { ".js": ".mjs" }, alias: { "@env-contract/registry": resolve("registry/src/index.ts") }, logLevel: "error" });
  return names.map((name) => join(outdir, `${name}.mjs`));
}

test.each(["typescript-5.9/bin/tsc", "typescript/bin/tsc", "typescript-7/bin/tsc"])("compiles with %s", (compiler) => {
  const folder = tree({ "tsconfig.json": JSON.stringify({ compilerOptions: { target: "ES2022", module: "ESNext", moduleResolution: "bundler", strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, jsx: "preserve", types: ["node"], paths: { "@/*": ["./imports/src/*"] } }, include: ["*/src/**/*.ts", "*/src/**/*.tsx"] }) });
  folders.push(folder);
  for (const name of CASES) cpSync(join(ROOT, name, "after"), join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  expect(() => execFileSync(process.execPath, [resolve("node_modules", compiler), "-p", folder], { encoding: "utf8", stdio: "pipe" })).not.toThrow();
}, 120_000);

describe("the command", () => {
  const FILES = filesIn(join(ROOT, "imports", "before"));

  test("with --dry-run prints a diff that git applies, and writes nothing", async () => {
    const folder = await copyOf(FILES);
    const { stdout, stderr } = await run(folder, "fix", "--dry-run");
    expect(stderr).toContain("would rewrite ");
    expect(gitIn(folder, "status", "--porcelain")).toBe("");
    writeFileSync(join(folder, "fix.diff"), stdout);
    gitIn(folder, "apply", "fix.diff");
    expect(filesIn(join(folder, "src"))).toEqual(filesIn(join(ROOT, "imports", "after", "src")));
  });

  test("rewrites only the paths that are named", async () => {
    const folder = await copyOf(FILES);
    expect((await run(folder, "fix", "src/near.ts", "src/deep")).stdout).toBe("src/deep/down/alias.ts\nsrc/near.ts\n");
  });

  test("refuses changes that are not committed, and a tree without a registry", async () => {
    const folder = await copyOf(FILES);
    plant(folder, { "src/near.ts": `${FILES["src/near.ts"]}// more\n` });
    expect(await run(folder, "fix")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("the work tree has changes that are not committed: src/near.ts") as string });
    expect((await run(folder, "fix", "--allow-dirty")).stdout).toContain("src/near.ts\n");
    const bare = await copyOf({ "env-contract.json": "{}", "src/web.ts": "export const name = () => process.env.NAME;\n" });
    expect((await run(bare, "fix")).stderr).toContain("there is no registry to read through");
  });

  test("with --unsafe takes what comes closest", async () => {
    const folder = await copyOf(filesIn(join(ROOT, "refused", "before")));
    await run(folder, "fix", "--unsafe");
    const text = readFileSync(join(folder, "src/shapes.ts"), "utf8");
    expect(text).toContain("export const truthy = () => (envs.SHOP_DEBUG.");
    expect(text).toContain("export const noDefault = () => envs.SHOP_TITLE.get();");
    expect(text).toContain("export const atOnce = process.env.SHOP_NAME;");
  });
});

test("the page's commands run", async () => {
  const folder = await copyOf(filesIn(join(ROOT, "imports", "before")));
  const commands = [...readFileSync("docs/fix.md", "utf8").matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split("\n"));
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) expect(await run(folder, ...command.split(" ").slice(1)), command).toMatchObject({ code: 0 });
  expect(gitIn(folder, "status", "--porcelain")).toContain("M src/near.ts");
});
