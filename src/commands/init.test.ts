import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runWith } from "../cli/testing.ts";
import type { Ran } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

type Files = Readonly<Record<string, string>>;

function project(files: Files): string {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  return folder;
}

/** `answers` are those of the person at the terminal, in order; without them there is none. */
async function run(cwd: string, argv: readonly string[], answers?: readonly string[]): Promise<Ran & { readonly asked: string }> {
  let asked = "";
  const left = [...(answers ?? [])];
  const ask = answers === undefined ? {} : { ask: (question: string) => Promise.resolve(((asked += question), left.shift() ?? "")) };
  return { ...(await runWith(ask, cwd, ...argv)), asked };
}

const MAIL: Files = {
  "package.json": '{\n    "name": "acme-mail",\n    "scripts": {\n        "start": "node src/main.ts"\n    }\n}\n',
  "src/main.ts": 'import { port } from "./settings";\nasync function main() {\n  if (process.env.ACME_USE_TLS === "true") console.log(port());\n}\nmain().catch(console.error);\n',
  "src/settings.ts": [
    "export const port = () => Number(process.env.ACME_PORT ?? 8025);",
    'export const host = () => process.env.ACME_SMTP_HOST || "localhost";',
    "export const password = () => process.env.ACME_SMTP_PASSWORD!;",
    'export const level = () => (["debug", "info"].includes(process.env.ACME_LOG_LEVEL ?? "") ? process.env.ACME_LOG_LEVEL : "info");',
    "export const database = () => process.env.DATABASE_URL as string;",
    'export const isCi = () => process.env.CI === "true";',
    "export const any = (name: string) => process.env[name];",
    "export const child = () => ({ ...process.env });",
    "",
  ].join("\n"),
};

const textIn = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");
const configuration = (folder: string, path = "env-contract.json"): Record<string, unknown> => JSON.parse(textIn(folder, path)) as Record<string, unknown>;

describe("init --yes", () => {
  test("writes configuration, registry, baseline and script, and leaves a check that passes", async () => {
    const folder = project(MAIL);
    const { code, stdout, stderr } = await run(folder, ["init", "--yes"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    for (const path of ["env-contract.json", "src/envs.ts", "known-violations.json", "package.json"]) expect(stderr).toContain(path);
    expect(configuration(folder)).toEqual({
      $schema: "./node_modules/env-contract/schema.json",
      registry: "src/envs.ts",
      prefix: "ACME_",
      entries: ["src/main.ts"],
      allow: { CI: "Set by CI services." },
      docs: [{ file: "docs/env.md", format: "markdown" }, { file: "docs/env-policy.md", format: "policy" }, { file: "AGENTS.md", format: "policy" }],
    });
    expect(textIn(folder, "docs/env.md")).toContain("| `ACME_PORT` ");
    for (const path of ["docs/env-policy.md", "AGENTS.md"]) expect(textIn(folder, path)).toContain("`src/envs.ts`");
    expect(textIn(folder, "src/envs.ts").split("\n").filter((line) => /^ {4}\w+: /u.test(line))).toEqual([
      '    ACME_LOG_LEVEL: choice(["debug", "info"], { default: "info", emptyIsUnset: true, category: "general" }),',
      '    ACME_PORT: int({ default: 8025, category: "general" }),',
      '    ACME_SMTP_HOST: str({ default: "localhost", emptyIsUnset: true, category: "general" }),',
      '    ACME_SMTP_PASSWORD: str({ required: true, secret: true, category: "general" }),',
      '    ACME_USE_TLS: bool({ default: false, category: "general" }),',
      '    DATABASE_URL: str({ required: true, category: "general", unprefixed: "In use since before the prefix ACME_ was agreed on." }),',
    ]);
    expect(textIn(folder, "package.json")).toContain('        "start": "node src/main.ts",\n        "env:check": "env-contract check"\n');
    expect(await run(folder, ["check"])).toMatchObject({ code: 0, stdout: "" });
  });

  test("after it a new read fails with one line, and a mended one leaves one stale line that prune removes", async () => {
    const folder = project(MAIL);
    await run(folder, ["init", "--yes"]);
    plant(folder, { "src/fresh.ts": "export const fresh = () => process.env.ACME_FRESH;\n" });
    expect(await run(folder, ["check"])).toMatchObject({ code: 1, stdout: "src/fresh.ts: read ACME_FRESH\n" });
    plant(folder, { "src/fresh.ts": "export const fresh = 1;\n", "src/settings.ts": MAIL["src/settings.ts"]!.replace("process.env.ACME_PORT ?? 8025", "envs.ACME_PORT.get()").replace(/^/u, 'import { envs } from "./envs";\n') });
    expect((await run(folder, ["check"])).stdout).toBe("known-violations.json: stale src/settings.ts: read ACME_PORT\n");
    expect(await run(folder, ["baseline", "prune"])).toMatchObject({ code: 0, stdout: "src/settings.ts: read ACME_PORT\n" });
    expect(await run(folder, ["check"])).toMatchObject({ code: 0, stdout: "" });
  });

  test("never overwrites: a configuration is refused, a registry gets a free name", async () => {
    const configured = project({ ...MAIL, "env-contract.json": "{}\n" });
    expect(await run(configured, ["init", "--yes"])).toMatchObject({ code: 2, stdout: "" });
    expect(textIn(configured, "env-contract.json")).toBe("{}\n");
    const taken = project({ ...MAIL, "src/envs.ts": "export const mine = 1;\n" });
    expect(await run(taken, ["init", "--yes"])).toMatchObject({ code: 0 });
    expect(textIn(taken, "src/envs.ts")).toBe("export const mine = 1;\n");
    expect(configuration(taken)["registry"]).toBe("src/env-registry.ts");
  });

  test("pages that are there are left alone, and AGENTS.md gets a section at its end", async () => {
    const folder = project({ ...MAIL, "docs/env.md": "Mine.\n", "AGENTS.md": "# Rules\n\nBe kind." });
    expect(await run(folder, ["init", "--yes"])).toMatchObject({ code: 0 });
    expect(textIn(folder, "docs/env.md")).toBe("Mine.\n");
    expect(textIn(folder, "docs/environment.md")).toContain("ACME_PORT");
    expect(textIn(folder, "AGENTS.md")).toMatch(/^# Rules\n\nBe kind\.\n\n## Environment variables\n\n<!-- env-contract:begin -->\n[^]*childEnv[^]*<!-- env-contract:end -->\n$/u);
    expect(await run(folder, ["docs", "--check"])).toMatchObject({ code: 0 });
  });

  test("files that cannot be parsed are excluded and named", async () => {
    const folder = project({ ...MAIL, "src/broken.ts": "export const = process.env.X;\n" });
    const { code, stderr } = await run(folder, ["init", "--yes"]);
    expect(code).toBe(0);
    expect(stderr).toContain("src/broken.ts could not be parsed");
    expect(configuration(folder)["exclude"]).toEqual(["src/broken.ts"]);
  });

  test("what Yarn puts into the repository is excluded, and none of its variables declared", async () => {
    const reads = "exports.color = () => [process.env.FORCE_HYPERLINK, process.env.YARN_IGNORE_PATH];\n";
    const folder = project({ ...MAIL, ".pnp.cjs": reads, ".yarn/releases/yarn-4.9.2.cjs": reads, "packages/site/.yarn/sdks/eslint/lib/api.js": reads });
    expect(await run(folder, ["init", "--yes"])).toMatchObject({ code: 0 });
    expect(configuration(folder)["exclude"]).toEqual(["**/.pnp.*", "**/.yarn/**"]);
    expect(textIn(folder, "src/envs.ts")).not.toMatch(/YARN|HYPERLINK/u);
    expect(textIn(folder, "known-violations.json")).not.toMatch(/yarn|pnp/u);
    expect(await run(folder, ["check"])).toMatchObject({ code: 0, stdout: "" });
    const plain = project(MAIL);
    await run(plain, ["init", "--yes"]);
    expect(configuration(plain)["exclude"]).toBeUndefined();
  });

  test("JavaScript gets a registry in its own kind of module", async () => {
    const code = "exports.port = () => process.env.ACME_PORT;\n";
    const common = project({ "package.json": '{ "name": "acme" }', "index.js": code });
    await run(common, ["init", "--yes"]);
    expect(textIn(common, "envs.js")).toMatch(/^const \{ defineEnvs, str \} = require\("@env-contract\/registry"\);[^]*\nexports\.envs = defineEnvs\(/u);
    const esm = project({ "package.json": '{ "name": "acme", "type": "module" }', "index.js": "export const port = () => process.env.ACME_PORT;\n" });
    await run(esm, ["init", "--yes"]);
    expect(textIn(esm, "envs.js")).toMatch(/^import \{ defineEnvs, str \}[^]*\nexport const envs = /u);
    for (const folder of [common, esm]) expect(await run(folder, ["check"])).toMatchObject({ code: 0, stdout: "" });
  });

  test("code without the environment needs nothing", async () => {
    const folder = project({ "src/a.ts": "export const a = 1;\n" });
    expect(await run(folder, ["init", "--yes"])).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "env-contract.json"))).toBe(false);
  });

  test("a package that reads only variables of others gets no registry", async () => {
    const folder = project({ "src/a.ts": "export const ci = () => process.env.CI;\n" });
    expect(await run(folder, ["init", "--yes"])).toMatchObject({ code: 0 });
    expect(configuration(folder)).toEqual({ $schema: "./node_modules/env-contract/schema.json", allow: { CI: "Set by CI services." } });
  });
});

describe("init in a monorepo", () => {
  const files: Files = {
    "package.json": '{ "name": "acme", "private": true, "workspaces": ["packages/*"] }\n',
    "packages/mail/package.json": '{ "name": "@acme/mail" }',
    "packages/mail/src/a.ts": "export const port = () => Number(process.env.MAIL_PORT ?? 25);\nexport const a = () => process.env.MAIL_HOST;\nexport const b = () => process.env.MAIL_USER;\nexport const shared = () => Number(process.env.SHARED_LIMIT ?? 5);\n",
    "packages/web/package.json": '{ "name": "@acme/web" }',
    "packages/web/src/a.ts": 'export const shared = () => process.env.SHARED_LIMIT;\nexport const title = () => process.env.WEB_TITLE ?? "Acme";\n',
    "packages/web/templates/app/package.json": '{ "name": "template" }',
    "packages/web/templates/app/a.ts": "export const template = () => process.env.TEMPLATE;\n",
    "packages/plain/package.json": '{ "name": "@acme/plain" }',
    "packages/plain/src/a.ts": "export const plain = 1;\n",
    "tools/release.ts": "export const token = () => process.env.NPM_TOKEN;\n",
  };

  test("each package that reads the environment gets its own, and shared names are declared alike", async () => {
    const folder = project(files);
    const { code, stdout } = await run(folder, ["init", "--yes"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const configurations = ["", "packages/mail/", "packages/web/", "packages/plain/", "packages/web/templates/app/"].filter((place) => existsSync(join(folder, place, "env-contract.json")));
    expect(configurations).toEqual(["", "packages/mail/", "packages/web/"]);
    expect(configuration(folder, "packages/mail/env-contract.json")).toEqual({ $schema: "../../node_modules/env-contract/schema.json", registry: "src/envs.ts", docs: [{ file: "docs/env.md", format: "markdown" }, { file: "docs/env-policy.md", format: "policy" }] });
    const entry = (place: string): string => /SHARED_LIMIT: .*/u.exec(textIn(folder, `packages/${place}/src/envs.ts`))![0];
    expect(entry("mail")).toBe(entry("web"));
    expect(textIn(folder, "packages/web/src/envs.ts")).toContain("TEMPLATE: ");
    expect(await run(join(folder, "packages/web"), ["check"])).toMatchObject({ code: 0, stdout: "" });
  });

  test("run inside a package it still adopts the whole tree, since names are shared", async () => {
    const folder = project(files);
    expect(await run(join(folder, "packages/mail"), ["init"], ["y"])).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "packages/web/env-contract.json"))).toBe(true);
  });
});

describe("init asks, or shows", () => {
  test("--dry-run prints a diff that git can apply, and writes nothing", async () => {
    const folder = project(MAIL);
    const { code, stdout } = await run(folder, ["init", "--dry-run"]);
    expect(code).toBe(0);
    expect(gitIn(folder, "status", "--porcelain", "-uall").split("\n").filter((line) => /env|known/u.test(line))).toEqual([]);
    plant(folder, { "init.patch": stdout });
    gitIn(folder, "apply", "init.patch");
    rmSync(join(folder, "init.patch"));
    const written = project(MAIL);
    await run(written, ["init", "--yes"]);
    for (const path of ["env-contract.json", "src/envs.ts", "package.json"]) expect(textIn(folder, path)).toBe(textIn(written, path));
  });

  test("a person may choose another prefix, or none, or stop", async () => {
    const other = project(MAIL);
    const { asked } = await run(other, ["init"], ["ACME_SMTP_", "y"]);
    expect(asked).toContain("prefix of your own variables [ACME_]: ");
    expect(configuration(other)["prefix"]).toBe("ACME_SMTP_");
    const none = project(MAIL);
    await run(none, ["init"], ["none", ""]);
    expect(configuration(none)["prefix"]).toBeUndefined();
    const stopped = project(MAIL);
    expect(await run(stopped, ["init"], ["", "n"])).toMatchObject({ code: 0, stderr: "nothing written\n" });
    expect(existsSync(join(stopped, "env-contract.json"))).toBe(false);
  });

  test("without a terminal it says how to go on", async () => {
    const { code, stderr } = await run(project(MAIL), ["init"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--yes");
  });
});
