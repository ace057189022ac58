import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const registry = (entries: string, imports = "") => `import { defineEnvs, int, str } from "@env-contract/registry";\n${imports}\nthrow new Error("the registry was run");\nexport const envs = defineEnvs({ ${entries} }, { prefix: "ACME_", categories: ["mail"] });\n`;
const CONFIG = JSON.stringify({ registry: "src/envs.ts", prefix: "ACME_" });
const START = { "src/envs.ts": registry('ACME_PORT: int({ default: PORT, category: "mail" }), ACME_HOST: str({ optional: true, category: "mail" })', 'import { PORT } from "./ports";'), "src/ports.ts": "export const PORT = 25;\n", "env-contract.json": CONFIG, "package.json": '{ "version": "1.2.0" }' };

/** A repository whose tag `v1` holds the files. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  commit(folder);
  gitIn(folder, "tag", "v1");
  return folder;
}

function commit(folder: string): void {
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-qm", "Go on", "--allow-empty");
}

/** Nobody else leaves anything here. */
const temporary = mkdtempSync(join(tmpdir(), "diff-"));
folders.push(temporary);
beforeEach(() => void vi.stubEnv("TMPDIR", temporary));
afterEach(() => {
  vi.unstubAllEnvs();
  expect(readdirSync(temporary).filter((name) => name.startsWith("env-contract-"))).toEqual([]);
});

describe("diff", () => {
  test("tells what changed since a revision, breaking first, with the step; the work tree stays as it is", async () => {
    const folder = repository(START);
    plant(folder, { "src/ports.ts": "export const PORT = 2525;\n", "src/envs.ts": registry('ACME_PORT: int({ default: PORT, category: "mail" }), ACME_NAME: str({ optional: true, category: "mail" })', 'import { PORT } from "./ports";') });
    const status = gitIn(folder, "status", "--porcelain");
    expect(await run(folder, "diff", "v1")).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        "major since v1: 2 breaking, 1 additive",
        "",
        "breaking",
        "name       change   before         after",
        "ACME_HOST  removed  str, optional",
        "ACME_PORT  default  25             2525",
        "",
        "additive",
        "name       change  after",
        "ACME_NAME  added   str, optional",
        "",
      ].join("\n"),
    });
    expect(gitIn(folder, "status", "--porcelain")).toBe(status);
  });

  test("is one document as JSON", async () => {
    const folder = repository(START);
    plant(folder, { "src/envs.ts": registry('ACME_PORT: int({ default: 25, category: "post" })') });
    const { code, stdout } = await run(folder, "diff", "v1", "-f", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      tool: { name: "env-contract", version: expect.any(String) as string },
      complete: true,
      since: { ref: "v1", commit: gitIn(folder, "rev-parse", "v1").trim(), release: "1.2.0" },
      step: "major",
      summary: { breaking: 1, additive: 0, documentation: 1 },
      changes: [
        { name: "ACME_HOST", change: "removed", what: null, before: "str, optional", after: null, impact: "breaking", note: null, path: "src/envs.ts", line: 4, column: expect.any(Number) as number },
        { name: "ACME_PORT", change: "changed", what: "category", before: "mail", after: "post", impact: "documentation", note: null, path: "src/envs.ts", line: 4, column: 34 },
      ],
    });
  });

  test("says nothing where nothing changed, whatever else did", async () => {
    const folder = repository({ ...START, "src/main.ts": "export const a = 1;\n" });
    plant(folder, { "src/main.ts": "export const a = process.env.ACME_PORT +;\n", "README.md": "new" });
    expect(await run(folder, "diff", "HEAD")).toEqual({ code: 0, stdout: "no release is needed since HEAD: the contract is the same\n", stderr: "" });
  });

  test("reads the configuration of the revision, by its own name and place then", async () => {
    const folder = repository({ ...START, "env-contract.json": JSON.stringify({ registry: "src/settings.ts" }), "src/settings.ts": START["src/envs.ts"] });
    rmSync(join(folder, "src/settings.ts"));
    rmSync(join(folder, "env-contract.json"));
    plant(folder, { "env-contract.jsonc": `// now\n${CONFIG}` });
    expect((await run(folder, "diff", "v1")).stdout).toBe("no release is needed since v1: the contract is the same\n");
  });

  test("compares the configuration that governs the folder, inside a package too", async () => {
    const own = Object.fromEntries(Object.entries(START).map(([path, text]) => [`packages/mail/${path}`, text]));
    const folder = repository({ ...own, "env-contract.json": "{}" });
    plant(folder, { "packages/mail/src/ports.ts": "export const PORT = 2525;\n" });
    for (const argv of [["-C", "packages/mail"], ["-C", "packages/mail/src"], ["--config", "packages/mail/env-contract.json"]]) expect((await run(folder, "diff", "v1", ...argv)).stdout).toContain("ACME_PORT  default  25      2525");
  });

  test("takes all for new where the revision had no configuration here", async () => {
    const folder = repository({ "package.json": "{}" });
    plant(folder, { "packages/mail/env-contract.json": CONFIG, "packages/mail/src/envs.ts": registry('ACME_PORT: int({ default: 1, category: "mail" })') });
    const { code, stdout, stderr } = await run(folder, "diff", "v1", "-C", "packages/mail");
    expect(code).toBe(0);
    expect(stdout).toContain("minor since v1: 1 additive");
    expect(stderr).toBe("notice v1 has no configuration for env-contract.json: all of the contract is new\n");
  });

  test("follows links in the revision, and none that lead out of it", async () => {
    const outside = tree({ "secret.ts": "export const PORT = 99;\n" });
    folders.push(outside);
    const folder = repository({ ...START, "src/ports.ts": "-> ../shared/ports.ts", "shared/ports.ts": "export const PORT = 25;\n", "src/out": `-> ${outside}` });
    plant(folder, { "shared/ports.ts": "export const PORT = 26;\n" });
    expect((await run(folder, "diff", "v1")).stdout).toContain("ACME_PORT  default  25      26");
  });

  test("is incomplete where a registry cannot be read in full, then or now", async () => {
    const folder = repository({ ...START, "src/envs.ts": registry('...rest, ACME_PORT: int({ default: 25, category: "mail" })', 'import { rest } from "mail-settings";') });
    plant(folder, { "src/envs.ts": registry('ACME_PORT: int({ default: 25, category: "mail" })') });
    const then = await run(folder, "diff", "v1", "-f", "json");
    expect(then.code).toBe(2);
    expect(JSON.parse(then.stdout)).toMatchObject({ complete: false, step: "none" });
    expect(then.stderr).toContain("incomplete: the entries of envs at v1 cannot all be read: it spreads something that cannot be read statically (src/envs.ts:4)");
    plant(folder, { "src/envs.ts": "export const = ;\n" });
    const now = await run(folder, "diff", "v1");
    expect(now.code).toBe(2);
    expect(now.stderr).toContain("incomplete: src/envs.ts:1:14 could not be parsed");
  });

  test.each([
    [["v9"], 'git knows no revision "v9"', "see git tag"],
    [["v1..v2"], "v1..v2 is a range", "name one revision"],
    [["--", "--output=/x"], 'git knows no revision "--output=/x"', "see git tag"],
    [["v1:src"], 'git knows no revision "v1:src"', "see git tag"],
  ])("%j is refused", async (argv, what, mend) => {
    const { code, stdout, stderr } = await run(repository(START), "diff", ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(what);
    expect(stderr).toContain(mend);
  });

  test("says how to get what a shallow clone lacks, and knows the branches of its origin", async () => {
    const origin = repository(START);
    commit(origin);
    const clone = tree({});
    folders.push(clone);
    gitIn(clone, "clone", "-q", "--depth", "1", "--no-tags", `file://${origin}`, "shallow");
    expect((await run(join(clone, "shallow"), "diff", "v1")).stderr).toContain("the clone is shallow: run git fetch --unshallow --tags");
    gitIn(join(clone, "shallow"), "checkout", "-q", "--detach");
    gitIn(join(clone, "shallow"), "branch", "-D", "main");
    expect((await run(join(clone, "shallow"), "diff", "main")).stderr).toContain("did you mean origin/main?");
    expect((await run(join(clone, "shallow"), "diff", "origin/main")).code).toBe(0);
  });

  test("needs a repository and a registry", async () => {
    const bare = tree(START);
    folders.push(bare);
    expect((await run(bare, "diff", "v1")).stderr).toContain(`no git repository holds ${bare}`);
    const none = repository({ "env-contract.json": "{}", "src/a.ts": "" });
    expect(await run(none, "diff", "v1")).toMatchObject({ code: 2, stderr: expect.stringContaining("diff needs a registry, and env-contract.json names none") as string });
  });

  test("names the revision whose configuration is at fault", async () => {
    const folder = repository({ ...START, "env-contract.json": '{ "registri": "src/envs.ts" }' });
    writeFileSync(join(folder, "env-contract.json"), CONFIG);
    const { code, stderr } = await run(folder, "diff", "v1");
    expect(code).toBe(2);
    expect(stderr).toContain('error at v1: env-contract.json:1:3: unknown key "registri"');
  });
});

test("inventory --against names the stable public names that are gone, with what the registry says of them", async () => {
  const folder = repository({ ...START, "src/envs.ts": registry('ACME_PORT: int({ default: 1, category: "mail" }), ACME_HOST: str({ optional: true, category: "mail" }), ACME_TRIAL: str({ optional: true, lifecycle: "experimental", category: "mail" }), ACME_NAME: str({ optional: true, category: "mail" })') });
  plant(folder, { "src/envs.ts": `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({ ACME_TITLE: str({ optional: true, aliases: ["ACME_NAME"], category: "mail" }) }, { categories: ["mail"], removed: { ACME_HOST: "the relay finds it" } });\n` });
  const { code, stderr } = await run(folder, "inventory", "--against", "v1");
  expect(code).toBe(0);
  expect(stderr).toBe("breaking: ACME_HOST is gone since v1: the relay finds it\nbreaking: ACME_PORT is gone since v1\n");
  expect(JSON.parse((await run(folder, "ls", "--against", "v1", "-f", "json")).stdout)).toMatchObject({ breaking: [{ name: "ACME_HOST", note: "the relay finds it" }, { name: "ACME_PORT", note: null }] });
  expect((await run(folder, "ls", "--against", "v2")).code).toBe(2);
});
