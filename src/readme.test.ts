/** Runs what the README shows: its first command through the built binary, the others as the binary does, on a project made of its own blocks. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rules } from "../rules/index.ts";
import { run as runIn } from "./cli/testing.ts";
import type { Ran } from "./cli/testing.ts";

const README = readFileSync("README.md", "utf8");
const BIN = resolve("bin/env-contract.js");
/** Run by CI itself: a test must not install, nor start the tests. */
const OUTER = ["npm ci", "npm test"];
const ALIAS = 'alias env-contract="node $PWD/bin/env-contract.js"';

const root = mkdtempSync(join(tmpdir(), "readme-"));
afterAll(() => rmSync(root, { recursive: true }));

/** The code blocks of a language, without the indent of the list that they stand in. */
function blocks(language: string): string[] {
  return [...README.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)]
    .filter(([, , is]) => is === language)
    .map(([, indent = "", , text = ""]) => text.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join("\n"));
}

function commands(): string[] {
  return blocks("sh").flatMap((block) => block.split("\n")).flatMap((line) => line.split(" && ")).map((line) => line.trim()).filter((line) => line !== "" && line !== ALIAS && !OUTER.includes(line));
}

/** Runs a command line of the page. */
const run = (command: string, cwd: string): Promise<Ran> => runIn(cwd, ...command.split(" ").slice(1));

function plant(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, folder, path, ".."), { recursive: true });
    writeFileSync(join(root, folder, path), text);
  }
  return join(root, folder);
}

test("every command is one that this test knows, and is run below", () => {
  expect(README).toContain(ALIAS);
  expect(commands()).toEqual([
    "node bin/env-contract.js check -C fixtures/example",
    "env-contract", "env-contract init --yes", "env-contract check", "env-contract baseline prune",
    "env-contract check --format json", "env-contract check --format unix", "env-contract check --output-file json=report.json --output-file sarif=report.sarif", "env-contract check --all src",
  ]);
});

test("the first command reports on the example and exits with 1", () => {
  const [program, ...argv] = commands()[0]!.split(" ");
  expect([program, resolve(argv[0]!)]).toEqual(["node", BIN]);
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8", env: {} });
  expect(status).toBe(1);
  expect(stdout).toContain("src/bounce.ts: whole-environ <copy>\n");
  expect(stderr).toContain("(2 known, 3 allowed)");
});

test("the five minutes go as they are told", async () => {
  const [, bare, init, check, prune, ...formats] = commands();
  const before = "export const listen = () => [Number(process.env.SHOP_PORT ?? 8080), process.env.NODE_ENV];\n";
  const folder = plant("shop", { "src/main.ts": before });
  const survey = await run(bare!, folder);
  expect(survey.code).toBe(1);
  expect(survey.stdout).toBe("src/main.ts: read NODE_ENV\nsrc/main.ts: read SHOP_PORT\n");
  expect(survey.stderr).toContain("no configuration");
  expect(survey.stderr).toContain("env-contract init");
  expect((await run(init!, folder)).code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, "known-violations.json"), "utf8"))).toEqual(["src/envs.ts: undescribed SHOP_PORT", "src/main.ts: read SHOP_PORT"]);
  expect(await run(check!, folder)).toMatchObject({ code: 0, stdout: "" });
  plant("shop", { "src/main.ts": before.replace("NODE_ENV", "SHOP_KEY") });
  expect(await run(check!, folder)).toMatchObject({ code: 1, stdout: "env-contract.json: stale-allow NODE_ENV\nsrc/main.ts: read SHOP_KEY\n" });
  plant("shop", { "src/main.ts": 'import { envs } from "./envs.ts";\nexport const listen = () => [envs.SHOP_PORT.get(), process.env.NODE_ENV];\n' });
  expect(await run(check!, folder)).toMatchObject({ code: 1, stdout: "known-violations.json: stale src/main.ts: read SHOP_PORT\n" });
  expect((await run(prune!, folder)).code).toBe(0);
  for (const command of formats) expect(await run(command, folder), command).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toMatchObject({ version: 1, exitCode: 0 });
  expect((await run("env-contract facts", folder)).code).toBe(0);
});

test("the two files by hand are as good", async () => {
  const folder = plant("hand", { "env-contract.json": blocks("json")[0]!, "src/envs.ts": blocks("ts")[0]!, "src/main.ts": 'import { envs } from "./envs.ts";\nexport const listen = () => [envs.SHOP_PORT.get(), process.env.NODE_ENV, process.env.SHOP_KEY];\n' });
  expect(await run("env-contract check", folder)).toMatchObject({ code: 1, stdout: "src/main.ts: read SHOP_KEY\n" });
  expect((await run("env-contract baseline create", folder)).code).toBe(0);
  expect(await run("env-contract check", folder)).toMatchObject({ code: 0, stdout: "" });
});

test("the configuration by example is one that is taken", async () => {
  const folder = plant("settings", { "env-contract.jsonc": blocks("jsonc")[0]!, "src/envs.ts": blocks("ts")[0]!, "debt.json": "[]\n" });
  const { code, stdout, stderr } = await run("env-contract print-config", folder);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ file: "env-contract.jsonc", settings: { prefixes: ["SHOP_"], baseline: "debt.json" } });
});

test("the table has every kind", () => {
  expect([...README.matchAll(/^\| \[`([a-z-]+)`\]\(docs\/rules\/\1\.md\)/gm)].map(([, kind]) => kind)).toEqual(rules.map(({ name }) => name));
});

const PAGES = ["README.md", "docs/architecture.md", "docs/ci.md", "docs/contract.md", "docs/contributing.md", "docs/pages.md", "docs/policy.md", ...readdirSync("docs/decisions").map((name) => `docs/decisions/${name}`)];

test.each(PAGES)("%s names only files that are there", (page) => {
  const text = readFileSync(page, "utf8");
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, target]) => join(page, "..", target!));
  // Paths of our own code; with a placeholder or a glob in them they are no path.
  const named = [...text.matchAll(/`((?:src|rules|fixtures|registry|bin|docs)\/[\w./-]+)`/g)].map(([, path]) => path!);
  const example = new Set(["src/envs.ts"]);
  expect([...links, ...named].filter((path) => !example.has(path) && !existsSync(path))).toEqual([]);
});
