import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { rules } from "../../rules/index.ts";
import { run } from "../cli/testing.ts";
import { gitIn, tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const explain = (cwd: string, ...subject: readonly string[]): ReturnType<typeof run> => run(cwd, "explain", ...subject);

const EXAMPLE = resolve("fixtures/example");
const rows = async (cwd: string, name: string): Promise<string[]> => (await explain(cwd, name)).stdout.trimEnd().split("\n");

describe("a kind", () => {
  test.each(rules)("$name has why, instead, and both examples", async ({ name, why, instead }) => {
    const { code, stdout } = await explain(EXAMPLE, name);
    expect(code).toBe(0);
    expect(stdout).not.toContain("Generated from rules/");
    for (const part of [`# ${name}\n`, why, instead, "## Flagged\n", "## Clean\n"]) expect(stdout).toContain(part);
  });

  test.each(["unparsed", "stale", "grown", "moved"])("the word %s of a report is explained too", async (word) => {
    const { code, stdout } = await explain(EXAMPLE, word);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^# ${word}\n\n.{80,}\n$`, "u"));
  });
});

describe("a variable", () => {
  test("an entry is told with its declaration, its uses, its chains, and what to check", async () => {
    expect(await rows(EXAMPLE, "ACME_QUEUE_LIMIT")).toEqual([
      "ACME_QUEUE_LIMIT  entry of envs",
      "  declared src/envs.ts:25: int, default 500, category queue",
      "           How many messages may wait.",
      "  read     src/queue.ts:7:15 by envs.ACME_QUEUE_LIMIT.get(), while a module loads [new import-time-read]",
      "  check    src/queue.ts:7 reads it while its module loads, once: set it before the process starts, a .env file that is loaded later comes too late",
      "           a .env file is loaded at src/main.ts:11: it changes nothing that is set already",
      "           its value is a whole number of at least 1; any other text raises EnvVarError",
    ]);
  });

  test("an old name, a removed one, and one of others", async () => {
    expect((await rows(EXAMPLE, "ACME_MAIL_HOST"))[0]).toBe("ACME_MAIL_HOST  old name of ACME_SMTP_HOST");
    expect(await rows(EXAMPLE, "ACME_SENDMAIL_PATH")).toContain("  check    ACME_SENDMAIL_PATH is removed, and nothing acts on it: the relay speaks SMTP itself: set ACME_SMTP_HOST");
    expect(await rows(EXAMPLE, "NODE_ENV")).toContain("  allowed  as NODE_ENV in env-contract.json:6, to read: Set by whoever starts Node: in tests the log is quiet.");
  });

  test("ways through wrappers and modules, families and bundlers, over every configuration of the tree", async () => {
    const root = tree({
      "lib/env-contract.json": JSON.stringify({ registry: "envs.ts" }),
      "lib/envs.ts": 'import { bool, defineEnvs } from "@env-contract/registry";\nexport const envs = defineEnvs({\n  /** Show the new search. */\n  VITE_SEARCH: bool({ default: false, category: "web", fallbackTo: "SEARCH" }),\n}, { categories: ["web"] });\n',
      "lib/must.ts": "export const must = (name: string) => process.env[name];\nexport const flag = (name: string) => process.env[`VITE_${name}`];\n",
      "lib/flags.ts": 'import { envs } from "./envs";\nexport const searching = () => envs.VITE_SEARCH.get();\n',
      "web/env-contract.json": "{}",
      "web/a.ts": 'import { must } from "../lib/must";\nimport { searching } from "../lib/flags";\nexport const old = () => must("VITE_SEARCH");\nexport const now = searching();\n',
    });
    folders.push(root);
    gitIn(root, "init", "-q");
    const told = await rows(root, "VITE_SEARCH");
    expect(told.filter((row) => /:\d+:\d+ by /u.test(row))).toEqual([
      "  read     lib/flags.ts:2:32 by envs.VITE_SEARCH.get(), while a module loads, through web/a.ts:4 [new import-time-read]",
      "           lib/must.ts:2:39 by process.env as VITE_*, when it is called [new read]",
      "           web/a.ts:3:26 by a call that reaches process.env, when it is called, through lib/must.ts:1 [new read]",
    ]);
    expect(told).toContain("           in client code bundlers write the value of VITE_SEARCH into the bundle: build again after a change");
    expect(told).toContain("           where VITE_SEARCH is unset, SEARCH counts");
    expect((await rows(join(root, "web"), "VITE_SEARCH")).join("\n")).toContain("../lib/flags.ts:2:32 by envs.VITE_SEARCH.get()");
  });

  test("what nothing names is a mistake, with the nearest word", async () => {
    expect(await explain(EXAMPLE, "ACME_QUEUE_LIMITS")).toMatchObject({ code: 2, stdout: "", stderr: "error no kind is called ACME_QUEUE_LIMITS, and nothing names a variable ACME_QUEUE_LIMITS\n  mend did you mean ACME_QUEUE_LIMIT?\n" });
    expect((await explain(EXAMPLE, "whole-environs")).stderr).toContain("did you mean whole-environ?");
    expect(await explain(EXAMPLE)).toMatchObject({ code: 2 });
  });
});
