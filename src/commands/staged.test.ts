/** What a commit will hold, and what a branch changed. */
import { spawnSync } from "node:child_process";
import { chmodSync, realpathSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

type Files = Readonly<Record<string, string>>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const reads = (...names: readonly string[]): string => names.map((name, index) => `export const f${index} = () => process.env.${name};\n`).join("");

function repository(files: Files): string {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  return folder;
}

function committed(files: Files): string {
  const folder = repository(files);
  commit(folder);
  return folder;
}

function commit(folder: string): void {
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "-m", "Change");
}

/** The only entry is stale: a report that is narrowed says nothing of it. */
const SHOP: Files = { "env-contract.json": "{}", "src/old.ts": reads("ZONE"), "src/web.ts": "export {};\n", "known-violations.json": '["src/gone.ts: read HOST"]\n' };

describe("--staged", () => {
  const staged = async (folder: string, ...argv: readonly string[]): Promise<string[]> => (await run(folder, "--staged", ...argv)).stdout.split("\n").filter((line) => line !== "");

  test("of a file that is staged in part, the part", async () => {
    const folder = committed(SHOP);
    plant(folder, { "src/web.ts": reads("HOST") });
    gitIn(folder, "add", "src/web.ts");
    plant(folder, { "src/web.ts": reads("HOST", "PORT") });
    expect(await staged(folder)).toEqual(["src/web.ts: read HOST"]);
    plant(folder, { "src/web.ts": "export {};\n" });
    expect(await staged(folder)).toEqual(["src/web.ts: read HOST"]);
    rmSync(join(folder, "src/web.ts"));
    const { stderr } = await run(folder, "--staged");
    expect(stderr).toContain("src/web.ts:1:25: read HOST");
    expect(stderr).not.toContain("missing on disk");
  });

  test("nothing where nothing is staged, whatever lies on disk", async () => {
    const folder = committed(SHOP);
    plant(folder, { "src/web.ts": reads("HOST"), "src/new.ts": reads("PORT"), "env-contract.json": "broken" });
    expect(await run(folder, "--staged")).toMatchObject({ code: 0, stdout: "" });
  });

  test("files that are not added, or only announced, are not there", async () => {
    const folder = committed(SHOP);
    plant(folder, { "src/web.ts": 'import { NAME } from "./name";\nexport const f = () => process.env[NAME];\n', "src/name.ts": 'export const NAME = "HOST";\n', "src/soon.ts": reads("PORT") });
    gitIn(folder, "add", "src/web.ts");
    gitIn(folder, "add", "--intent-to-add", "src/soon.ts");
    expect(await staged(folder)).toEqual(["src/web.ts: read <dynamic>"]);
    gitIn(folder, "add", "src/name.ts");
    expect(await staged(folder)).toEqual(["src/web.ts: read HOST"]);
  });

  test("configuration and baseline are those that will be committed", async () => {
    const folder = committed(SHOP);
    plant(folder, { "src/web.ts": reads("HOST", "PORT"), "env-contract.json": JSON.stringify({ allow: { HOST: "Set by the container." } }), "known-violations.json": '["src/web.ts: read PORT"]\n' });
    gitIn(folder, "add", "src/web.ts");
    expect(await staged(folder)).toEqual(["src/web.ts: read HOST", "src/web.ts: read PORT"]);
    gitIn(folder, "add", "env-contract.json");
    expect(await staged(folder)).toEqual(["src/web.ts: read PORT"]);
    gitIn(folder, "add", "known-violations.json");
    expect(await staged(folder)).toEqual([]);
    plant(folder, { "env-contract.json": '{ "prefixes": 1 }' });
    gitIn(folder, "add", "env-contract.json");
    const { code, stderr } = await run(folder, "--staged");
    expect(code).toBe(2);
    expect(stderr).toContain('error env-contract.json:1:3: unknown key "prefixes"');
  });

  test("places and errors are on disk; paths narrow further, as lint-staged hands them over", async () => {
    const folder = committed(SHOP);
    plant(folder, { "src/web.ts": reads("HOST"), "src/mail.ts": reads("PORT") });
    gitIn(folder, "add", "-A");
    expect(await staged(folder, join(folder, "src/web.ts"))).toEqual(["src/web.ts: read HOST"]);
    expect(await staged(join(folder, "src"), "mail.ts")).toEqual(["src/mail.ts: read PORT"]);
    expect(await staged(folder, "src/old.ts")).toEqual([]);
    const document = await run(folder, "--staged", "-f", "json");
    expect(JSON.parse(document.stdout)).toMatchObject({ root: realpathSync(folder), summary: { new: 2 } });
    gitIn(folder, "rm", "-qr", "--cached", "src");
    const { code, stderr } = await run(folder, "--staged");
    expect(code).toBe(2);
    expect(stderr).toContain(`no source file found in ${realpathSync(folder)}`);
  });

  test("before the first commit all is staged; a conflict is refused; outside a repository there is no index", async () => {
    const folder = repository(SHOP);
    gitIn(folder, "add", "-A");
    expect(await staged(folder)).toEqual(["src/old.ts: read ZONE"]);
    commit(folder);
    gitIn(folder, "branch", "other");
    plant(folder, { "src/web.ts": "export const a = 1;\n" });
    commit(folder);
    gitIn(folder, "checkout", "-q", "other");
    plant(folder, { "src/web.ts": "export const a = 2;\n" });
    commit(folder);
    expect(() => gitIn(folder, "merge", "main")).toThrow();
    const conflict = await run(folder, "--staged");
    expect(conflict.code).toBe(2);
    expect(conflict.stderr).toContain("the index holds a conflict: src/web.ts");
    const bare = tree(SHOP);
    folders.push(bare);
    expect((await run(bare, "--staged")).stderr).toContain("no git repository holds");
    gitIn(bare, "init", "-q", "--bare", "store.git");
    expect((await run(join(bare, "store.git"), "--staged")).stderr).toContain("lies in a repository without a work tree");
  });

  test("with --against the list that will be committed is compared", async () => {
    const folder = committed({ ...SHOP, "known-violations.json": "[]\n" });
    plant(folder, { "src/web.ts": reads("HOST"), "known-violations.json": '["src/web.ts: read HOST"]\n' });
    expect(await staged(folder, "--against", "main")).toEqual([]);
    gitIn(folder, "add", "-A");
    expect(await staged(folder, "--against", "main")).toEqual(["known-violations.json: grown src/web.ts: read HOST"]);
  });

  test("as a hook, of the index that git names: of all files, of some, of a linked work tree", () => {
    const folder = committed({ ...SHOP, "src/mail.ts": "export {};\n" });
    const hook = join(folder, ".git/hooks/pre-commit");
    plant(folder, { ".git/hooks/pre-commit": `#!/bin/sh\nexec "${process.execPath}" "${resolve("bin/env-contract.js")}" check --staged --quiet >&2\n` });
    chmodSync(hook, 0o755);
    const attempt = (at: string, ...argv: readonly string[]): string => spawnSync("git", ["-C", at, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "Change", ...argv], { encoding: "utf8" }).stderr;
    plant(folder, { "src/web.ts": reads("HOST"), "src/mail.ts": reads("PORT") });
    expect(attempt(folder, "--all")).toBe("src/mail.ts: read PORT\nsrc/web.ts: read HOST\n");
    gitIn(folder, "add", "src/mail.ts");
    expect(attempt(folder)).toBe("src/mail.ts: read PORT\n");
    expect(attempt(folder, "src/web.ts")).toBe("src/web.ts: read HOST\n");
    expect(attempt(join(folder, "src"), "--only", "web.ts")).toBe("src/web.ts: read HOST\n");
    const linked = `${folder}-linked`;
    folders.push(linked);
    gitIn(folder, "worktree", "add", "-q", linked, "-b", "linked");
    plant(linked, { "src/web.ts": reads("TOKEN") });
    expect(attempt(linked, "--all")).toBe("src/web.ts: read TOKEN\n");
    plant(linked, { "src/web.ts": "export const ok = 1;\n" });
    expect(attempt(linked, "--all")).toBe("");
  });
});

describe("--changed", () => {
  const changed = async (folder: string, ...argv: readonly string[]): Promise<string[]> => (await run(folder, "check", ...argv)).stdout.split("\n").filter((line) => line !== "");

  test("what is not committed, staged or not, added or not; nothing stale, nothing old", async () => {
    const folder = committed(SHOP);
    expect(await run(folder, "--changed")).toMatchObject({ code: 0, stdout: "" });
    plant(folder, { "src/web.ts": reads("HOST"), "src/new.ts": reads("PORT"), "src/staged.ts": reads("TOKEN") });
    gitIn(folder, "add", "src/staged.ts");
    expect(await changed(folder, "--changed")).toEqual(["src/new.ts: read PORT", "src/staged.ts: read TOKEN", "src/web.ts: read HOST"]);
    expect(await changed(folder, "src/web.ts", "src/old.ts", "--changed")).toEqual(["src/web.ts: read HOST"]);
    expect(await changed(join(folder, "src"), "--changed", "--", "new.ts")).toEqual(["src/new.ts: read PORT"]);
  });

  test("with a ref all since the branch left it, and no more", async () => {
    const folder = committed(SHOP);
    gitIn(folder, "checkout", "-q", "-b", "work");
    plant(folder, { "src/web.ts": reads("HOST") });
    commit(folder);
    gitIn(folder, "checkout", "-q", "main");
    plant(folder, { "src/old.ts": "export {};\n" });
    commit(folder);
    gitIn(folder, "checkout", "-q", "work");
    plant(folder, { "src/new.ts": reads("PORT") });
    expect(await changed(folder, "--changed", "main")).toEqual(["src/new.ts: read PORT", "src/web.ts: read HOST"]);
    expect(await changed(folder, "--changed=main", "--staged")).toEqual(["src/web.ts: read HOST"]);
  });

  test("the whole project is read all the same, and what stands in the configuration is reported when it changed", async () => {
    const folder = committed({ ...SHOP, "src/name.ts": 'export const NAME = "HOST";\n' });
    plant(folder, { "src/web.ts": 'import { NAME } from "./name";\nexport const f = () => process.env[NAME];\n', "env-contract.json": '{ "allow": { "HOST": "short" } }' });
    expect(await changed(folder, "--changed")).toEqual(["env-contract.json: invalid-allow HOST"]);
    gitIn(folder, "checkout", "-q", "env-contract.json");
    expect(await changed(folder, "--changed")).toEqual(["src/web.ts: read HOST"]);
  });

  test("in a package below the top of the repository", async () => {
    const folder = committed({ "packages/web/env-contract.json": "{}", "packages/web/src/a.ts": reads("HOST"), "packages/web/src/b.ts": "export {};\n", "packages/mail/env-contract.json": "{}", "packages/mail/c.ts": "export {};\n" });
    plant(folder, { "packages/web/src/b.ts": reads("PORT"), "packages/mail/c.ts": reads("ZONE") });
    expect(await changed(join(folder, "packages/web"), "--changed")).toEqual(["src/b.ts: read PORT"]);
    expect(await changed(folder, "--changed")).toEqual(["c.ts: read ZONE", "src/b.ts: read PORT"]);
  });

  test("before the first commit everything changed; a path in place of the ref is told so", async () => {
    const folder = repository(SHOP);
    expect(await changed(folder, "--changed")).toEqual(["src/old.ts: read ZONE"]);
    const { code, stderr } = await run(folder, "--changed", "src");
    expect(code).toBe(2);
    expect(stderr).toContain("write it before the option: env-contract check src --changed");
  });
});
