/** Runs what the guides show: code before and after a migration, configurations, and commands. */
import { readFileSync, rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { run } from "./cli/testing.ts";
import { gitIn, tree } from "./files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const page = (name: string): string => readFileSync(`docs/${name}.md`, "utf8");
const blocksIn = (text: string): string[] => [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code!);

const [head, ...sections] = page("migration").split(/^## /m);
const [registry, start] = blocksIn(head!);
const CONFIGURATION = JSON.stringify({ registry: "src/envs.ts", prefix: "ACME_", kinds: { unread: "off", undocumented: "off" } });

async function lines(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = tree({ "env-contract.json": CONFIGURATION, "src/envs.ts": registry!, ...files });
  folders.push(folder);
  const { code, stdout } = await run(folder, "check", "--quiet");
  expect(code).toBe(stdout === "" ? 0 : 1);
  return stdout.split("\n").slice(0, -1);
}

test("the registry and its check at start-up are clean", async () => {
  expect(await lines({ "src/main.ts": start! })).toEqual([]);
});

const BEFORE: Readonly<Record<string, readonly string[]>> = {
  "From `process.env`": ["src/settings.ts: read ACME_DEBUG", "src/settings.ts: read ACME_PORT"],
  "From dotenv": ["src/settings.ts: read ACME_STAGE", "src/settings.ts: whole-environ <load>"],
  "From envalid": ["src/settings.ts: whole-environ <pass>"],
  "From t3-env": ["src/settings.ts: whole-environ <pass>"],
  "From convict": [],
};

test("every section is held", () => {
  expect(sections.map((section) => section.split("\n")[0])).toEqual(Object.keys(BEFORE));
});

test.each(sections.map((section) => [section.split("\n")[0]!, section] as const))("%s: what was reported is gone", async (title, section) => {
  const [before, after] = blocksIn(section);
  expect(await lines({ "src/settings.ts": before! })).toEqual(BEFORE[title]);
  expect(await lines({ "src/settings.ts": after! })).toEqual([]);
});

test("fix makes of direct reads what the page shows", async () => {
  const [before, after] = blocksIn(sections[0]!);
  const folder = tree({ "env-contract.json": CONFIGURATION, "src/envs.ts": registry!, "src/settings.ts": before! });
  folders.push(folder);
  gitIn(folder, "init", "-q");
  expect((await run(folder, "fix", "--allow-dirty")).code).toBe(0);
  expect(readFileSync(`${folder}/src/settings.ts`, "utf8").trim()).toBe(after!.trim());
});

test.each(["faq", "comparison", "migration"])("the commands of %s exist", async (name) => {
  for (const [, command] of page(name).matchAll(/`env-contract ([a-z]+(?: [a-z]+)?)[^`]*`/g)) {
    const words = command!.split(" ");
    expect((await run(".", ...words.slice(0, words[0] === "baseline" ? 2 : 1), "--help")).code, command).toBe(0);
  }
});
