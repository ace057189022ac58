/** Several configurations in one tree: what a run covers, and that a run inside a package says the same of it. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "./cli/testing.ts";
import { gitIn, plant, tree } from "./files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type Files = Readonly<Record<string, string>>;

const kinds = [["in a git work tree", true], ["in a plain folder", false]] as const;

function repository(files: Files, git = true): string {
  const folder = tree(files);
  folders.push(folder);
  if (git) gitIn(folder, "init", "-q");
  return folder;
}

async function lines(cwd: string, ...argv: readonly string[]): Promise<string[]> {
  return (await run(cwd, ...argv)).stdout.split("\n").filter((line) => line !== "");
}

/** A registry with the entries as written, below `categories: ["app"]`. */
function registry(entries: string): string {
  return `import { defineEnvs, group, int, str } from "@env-contract/registry";\nexport const envs = defineEnvs(\n  {\n${entries}  },\n  { categories: ["app"] },\n);\n`;
}

const ENTRY = 'category: "app", description: "Where the service listens."';

/** A package with a registry, a reader of it, one direct read and a configuration. */
function member(folder: string, prefix: string): Files {
  return {
    [`${folder}/env-contract.json`]: JSON.stringify({ registry: "src/envs.ts", prefix }),
    [`${folder}/src/envs.ts`]: registry(`    ${prefix}HOST: str({ optional: true, ${ENTRY} }),\n`),
    [`${folder}/src/server.ts`]: `import { envs } from "./envs";\nexport const host = () => envs.${prefix}HOST.get();\nexport const raw = () => process.env.${prefix}HOST;\n`,
  };
}

const ROOT = { "env-contract.json": JSON.stringify({ allow: { CI: "Set by every CI provider." } }), "tools/release.ts": "export const ci = () => process.env.CI;\nexport const token = () => process.env.RELEASE_TOKEN;\n" };

describe.each(kinds)("%s", (_name, git) => {
  const monorepo = (): string => repository({ ...ROOT, ...member("packages/mail", "MAIL_"), ...member("packages/web", "WEB_") }, git);

  test("a run at the root covers every configuration, a run inside a package gives the same lines for it", async () => {
    const root = monorepo();
    const mail = ["src/server.ts: read MAIL_HOST"];
    const web = ["src/server.ts: read WEB_HOST"];
    expect(await lines(root)).toEqual([...mail, ...web, "tools/release.ts: read RELEASE_TOKEN"]);
    expect(await lines(join(root, "packages/mail"))).toEqual(mail);
    expect(await lines(join(root, "packages/web/src"))).toEqual(web);
    expect(await lines(root, "--config", "packages/web/env-contract.json")).toEqual(web);
  });

  test("advice, JSON and paths on the command line name files from the root", async () => {
    const root = monorepo();
    const { stderr } = await run(root);
    expect(stderr).toContain("packages/mail/src/server.ts:3:26: read MAIL_HOST: write envs.MAIL_HOST.get()");
    const { violations, configurations, root: shown } = JSON.parse((await run(root, "-f", "json")).stdout) as { root: string; violations: { path: string; folder: string; name: string }[]; configurations: { folder: string; summary: { new: number } }[] };
    expect(shown).toBe(root);
    expect(violations.map(({ folder, path, name }) => [folder, path, name])).toEqual([[".", "tools/release.ts", "RELEASE_TOKEN"], ["packages/mail", "src/server.ts", "MAIL_HOST"], ["packages/web", "src/server.ts", "WEB_HOST"]]);
    expect(configurations.map(({ folder, summary }) => [folder, summary.new])).toEqual([[".", 1], ["packages/mail", 1], ["packages/web", 1]]);
    expect(await lines(root, "packages/web")).toEqual(["src/server.ts: read WEB_HOST"]);
    expect((await run(join(root, "packages/web"), "../mail")).stderr).toContain("../mail");
  });

  test("the summary has one line for each configuration", async () => {
    const root = monorepo();
    plant(root, { "packages/mail/known-violations.json": '[\n  "src/server.ts: read MAIL_HOST"\n]\n' });
    const { stderr } = await run(root);
    expect(stderr).toContain("✖ 2 new (1 known, 1 allowed)");
    expect(stderr.split("\n").filter((line) => line.startsWith("  in "))).toEqual(["  in       .: 1 new, 1 allowed; 1 file", "  in       packages/mail: 1 known; 2 files", "  in       packages/web: 1 new; 2 files"]);
  });

  test("each has its own baseline, written and pruned in one go", async () => {
    const root = monorepo();
    expect(await run(root, "baseline", "create")).toMatchObject({ code: 0 });
    expect(readFileSync(join(root, "packages/web/known-violations.json"), "utf8")).toBe('[\n  "src/server.ts: read WEB_HOST"\n]\n');
    expect(await run(root)).toMatchObject({ code: 0, stdout: "" });
    expect(await run(join(root, "packages/mail"), "baseline", "create")).toMatchObject({ code: 2 });
    plant(root, { "packages/web/src/server.ts": 'import { envs } from "./envs";\nexport const host = () => envs.WEB_HOST.get();\n' });
    expect(await lines(root)).toEqual(["known-violations.json: stale src/server.ts: read WEB_HOST"]);
    expect((await run(root)).stderr).toContain("packages/web/known-violations.json:2:1: stale src/server.ts: read WEB_HOST");
    expect(await lines(join(root, "packages/mail"))).toEqual([]);
    expect(await run(root, "baseline", "prune")).toMatchObject({ code: 0, stdout: "src/server.ts: read WEB_HOST\n" });
    expect(readFileSync(join(root, "packages/web/known-violations.json"), "utf8")).toBe("[]\n");
  });

  test("a baseline is written for the package that is new", async () => {
    const root = monorepo();
    await run(join(root, "packages/mail"), "baseline", "create");
    expect(existsSync(join(root, "packages/web/known-violations.json"))).toBe(false);
    const { code, stderr } = await run(root, "baseline", "create");
    expect(code).toBe(0);
    expect(stderr).toContain("packages/web/known-violations.json");
    expect(stderr).not.toContain("packages/mail/known-violations.json");
  });
});

describe("what a run reads and covers", () => {
  test("without a configuration at the root, only what is below one is judged", async () => {
    const root = repository({ ...member("packages/mail", "MAIL_"), "tools/release.ts": "export const token = () => process.env.RELEASE_TOKEN;\n" });
    expect(await lines(root)).toEqual(["src/server.ts: read MAIL_HOST"]);
    expect((await run(root, "tools/release.ts")).stderr).toContain("tools/release.ts is not checked: no configuration governs it");
  });

  test("a configuration inside another package or in package.json governs its folder", async () => {
    const root = repository({ ...ROOT, "packages/web/package.json": JSON.stringify({ "env-contract": { allow: { RELEASE_TOKEN: "Read by the release tool." } } }), "packages/web/src/a.ts": "export const token = () => process.env.RELEASE_TOKEN;\n", "packages/web/plugins/env-contract.jsonc": "{} // strict\n", "packages/web/plugins/a.ts": "export const token = () => process.env.RELEASE_TOKEN;\n" });
    expect(await lines(root)).toEqual(["a.ts: read RELEASE_TOKEN", "tools/release.ts: read RELEASE_TOKEN"]);
    expect(await lines(join(root, "packages/web"))).toEqual(["a.ts: read RELEASE_TOKEN"]);
  });

  test("a configuration that an outer one excludes has a tree of its own", async () => {
    const root = repository({ ...member("fixtures/mail", "MAIL_"), "env-contract.json": JSON.stringify({ exclude: ["fixtures/**"] }), "src/a.ts": 'import { must } from "../fixtures/mail/src/must";\nexport const a = () => must("ACME_A");\n', "fixtures/mail/src/must.ts": "export const must = (name: string) => process.env[name];\n" });
    expect(await lines(root)).toEqual([]);
    expect(await lines(join(root, "fixtures/mail"))).toEqual(["src/must.ts: read <dynamic>", "src/server.ts: read MAIL_HOST"]);
  });

  test("names are resolved through the files of others, whoever is checked", async () => {
    const root = repository({
      "packages/lib/env-contract.json": "{}",
      "packages/lib/src/must.ts": 'export const must = (name: string) => process.env[name];\nexport const NAME = "WEB_PORT";\n',
      "packages/web/env-contract.json": "{}",
      "packages/web/src/a.ts": 'import { must, NAME } from "../../lib/src/must";\nexport const port = () => must(NAME);\nexport const zone = () => must("TZ");\n',
    });
    const web = ["src/a.ts: read TZ", "src/a.ts: read WEB_PORT"];
    expect(await lines(root)).toEqual(web);
    expect(await lines(join(root, "packages/lib"))).toEqual([]);
    expect(await lines(join(root, "packages/web"))).toEqual(web);
    const { violations } = JSON.parse((await run(join(root, "packages/web"), "-f", "json")).stdout) as { violations: { via: { path: string }[] }[] };
    expect(violations[0]!.via.map(({ path }) => path)).toEqual(["../lib/src/must.ts"]);
  });

  test("a broken file makes its own configuration incomplete; for others nothing is gone, and a notice says so", async () => {
    const root = repository({ ...member("packages/mail", "MAIL_"), ...member("packages/web", "WEB_"), "packages/web/src/broken.ts": "export const = process.env.X;\n", "packages/mail/known-violations.json": '["src/server.ts: read MAIL_HOST", "src/server.ts: read MAIL_PORT"]' });
    expect(await run(join(root, "packages/web"))).toMatchObject({ code: 2 });
    expect(await run(root)).toMatchObject({ code: 2 });
    const mail = await run(join(root, "packages/mail"));
    expect(mail).toMatchObject({ code: 0, stdout: "" });
    expect(mail.stderr).toContain("packages/web/src/broken.ts could not be parsed");
  });

  test("a fault in any configuration is named, wherever the run starts", async () => {
    const root = repository({ ...member("packages/mail", "MAIL_"), "packages/web/env-contract.json": '{ "prefixes": "WEB_" }' });
    for (const folder of [root, join(root, "packages/mail")]) {
      const { code, stderr } = await run(folder);
      expect(code).toBe(2);
      expect(stderr).toMatch(/packages\/web\/env-contract\.json|\.\.\/web\/env-contract\.json/u);
    }
  });

  test("a configuration that selects no file is a mistake", async () => {
    const root = repository({ ...member("packages/mail", "MAIL_"), "packages/empty/env-contract.json": "{}" });
    expect(await run(root)).toMatchObject({ code: 2 });
    expect((await run(root)).stderr).toContain("no source file found in");
    expect(await run(join(root, "packages/mail"))).toMatchObject({ code: 1 });
  });
});

describe("registries of several configurations", () => {
  const SECTION = 'import { group, int } from "@env-contract/registry";\nexport const shared = group("app", {\n  ACME_RETRIES: int({ default: 3 }),\n});\n';
  const sharing = (name: string): Files => ({
    [`packages/${name}/env-contract.json`]: JSON.stringify({ registry: "src/envs.ts" }),
    [`packages/${name}/src/envs.ts`]: `import { shared } from "../../shared/src/section";\n${registry("    ...shared,\n")}`,
  });
  const names = ["api", "jobs", "mail", "search", "web"];
  const reader = (name: string): Files => ({ [`packages/${name}/src/a.ts`]: 'import { envs } from "./envs";\nexport const retries = () => envs.ACME_RETRIES.get();\n' });

  test("a section that five share is one entry, judged where it stands", async () => {
    const files = { "packages/shared/src/section.ts": SECTION, ...Object.assign({}, ...names.map(sharing)) } as Files;
    const expected = ["../shared/src/section.ts: undescribed ACME_RETRIES", "../shared/src/section.ts: unread ACME_RETRIES"];
    const root = repository(files);
    expect(await lines(root)).toEqual(expected);
    expect(await lines(join(root, "packages/api"))).toEqual(expected);
    expect(await lines(join(root, "packages/web"))).toEqual([]);
    // One of them reads it.
    expect(await lines(repository({ ...files, ...reader("search") }))).toEqual(expected.slice(0, 1));
    const own = repository({ ...files, "packages/shared/env-contract.json": "{}" });
    expect(await lines(own)).toEqual(["src/section.ts: undescribed ACME_RETRIES", "src/section.ts: unread ACME_RETRIES"]);
    expect(await lines(join(own, "packages/api"))).toEqual([]);
  });

  const twins: Files = {
    "packages/a/src/envs.ts": registry(`    ACME_PORT: int({ default: 3000, ${ENTRY} }),\n`),
    "packages/b/src/envs.ts": registry(`    ACME_PORT: str({ default: "8080", ${ENTRY} }),\n`),
    "packages/a/src/x.ts": 'import { envs } from "./envs";\nexport const f = () => envs.ACME_PORT.get();\n',
    "packages/b/src/x.ts": 'import { envs } from "./envs";\nexport const f = () => envs.ACME_PORT.get();\n',
  };

  test("MR-02: a name declared twice with another contract is reported once, naming both files", async () => {
    const configured = { "packages/a/env-contract.json": JSON.stringify({ registry: "src/envs.ts" }), "packages/b/env-contract.json": JSON.stringify({ registry: "src/envs.ts" }) };
    const nested = repository({ ...twins, ...configured });
    expect(await lines(nested)).toEqual(["src/envs.ts: invalid-entry ACME_PORT"]);
    const { stderr } = await run(nested);
    expect(stderr).toContain("packages/b/src/envs.ts:4:5: invalid-entry ACME_PORT: declares ACME_PORT wrongly: it is declared at ../a/src/envs.ts:4 with another type, default");
    expect(await lines(join(nested, "packages/a"))).toEqual([]);
    expect(await lines(join(nested, "packages/b"))).toEqual(["src/envs.ts: invalid-entry ACME_PORT"]);
    const one = repository({ ...twins, "env-contract.json": JSON.stringify({ registry: ["packages/a/src/envs.ts", "packages/b/src/envs.ts"] }) });
    expect(await lines(one)).toEqual(["packages/b/src/envs.ts: invalid-entry ACME_PORT"]);
  });

  test("each has its own prefix and names: what another declares is told where, and may be allowed here", async () => {
    const root = repository({ ...member("packages/mail", "MAIL_"), "packages/web/env-contract.json": "{}", "packages/web/src/a.ts": "export const host = () => process.env.MAIL_HOST;\n" });
    expect((await run(join(root, "packages/web"))).stderr).toContain("read MAIL_HOST: write envs.MAIL_HOST.get()");
    plant(root, { "packages/web/env-contract.json": JSON.stringify({ allow: { MAIL_HOST: "Set by the mail package's container." } }) });
    expect(await lines(join(root, "packages/web"))).toEqual([]);
  });
});
