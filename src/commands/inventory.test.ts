import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { main } from "../cli.ts";
import { runWith } from "../cli/testing.ts";
import { tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function project(files: Readonly<Record<string, string>>): string {
  const folder = tree(files);
  folders.push(folder);
  return folder;
}

const run = (cwd: string, ...argv: readonly string[]): ReturnType<typeof runWith> => runWith({ variable: () => "canary" }, cwd, ...argv);

interface Document {
  readonly declared: readonly string[];
  readonly allowed: readonly string[];
  readonly variables: readonly (Readonly<Record<string, unknown>> & { readonly name: string; readonly class: string; readonly sites: readonly object[] })[];
}

async function inventory(cwd: string): Promise<Document> {
  return JSON.parse((await run(cwd, "inventory", "-f", "json")).stdout) as Document;
}

const MAIL = {
  "src/envs.ts": `import { bool, defineEnvs, int, str } from "@env-contract/registry";
export const envs = defineEnvs(
  {
    ACME_PORT: int({ default: 8025, category: "mail", aliases: [{ name: "ACME_LISTEN", removeIn: "9.0.0" }] }),
    ACME_SHARD: str({ optional: true, audience: "internal", owner: "storage", disposition: "internalize", category: "mail" }),
    ACME_USE_FAX: bool({ default: false, lifecycle: "deprecated", lifecycleNote: "Faxes are gone.", disposition: "remove", category: "mail" }),
    ACME_RETRIES: int({ default: 3, lifecycle: "experimental", disposition: "promote", category: "mail" }),
    ACME_SMTP_TOKEN: str({ optional: true, category: "mail" }),
    ACME_TITLE: str({ optional: true, secret: false, client: () => process.env.ACME_TITLE, category: "mail" }),
  },
  { prefix: "ACME_", categories: ["mail"], removed: { ACME_PAGER: "nobody carries one" } },
);
`,
  "src/main.ts": `import { envs } from "./envs";
const port = envs.ACME_PORT.get();
export const f = (name: string) => [port, envs.ACME_PORT.isSet(), envs.ACME_SHARD.get(), process.env.ACME_STATSD, process.env.npm_config_registry, process.env[\`npm_\${name}\`], process.env[\`ACME_PLUGIN_\${name}\`], process.env[name]];
`,
  "src/a.test.ts": "process.env.TZ = 'UTC';\n",
  "docs/env.md": "# Settings\n\n`ACME_PORT` and ACME_GONE (see ACME_PORT), but no ACME_ and no ACME_PORTS_* or XACME_PORT.\n",
  "env-contract.json": JSON.stringify({
    registry: "src/envs.ts",
    prefix: "ACME_",
    pages: ["docs/**/*.md"],
    allow: {
      "npm_*": "Set by npm for its scripts.",
      TZ: { reason: "Tests pin the zone.", access: ["write"] },
      OPENAI_API_KEY: { reason: "Read by the vendor's SDK.", owner: "openai", url: "https://platform.openai.com/docs" },
      "<dynamic>": { reason: "Plugins name their own.", files: ["src/main.ts"], names: ["ACME_PLUGIN_*"] },
    },
  }),
};

describe("inventory", () => {
  test("has every name from code, registry, allowlist and pages, with its class", async () => {
    const { variables } = await inventory(project(MAIL));
    expect(variables.map(({ name, class: is }) => `${name} ${is}`)).toEqual([
      "ACME_GONE unclassified",
      "ACME_LISTEN deprecated",
      "ACME_PAGER removed",
      "ACME_PLUGIN_* external",
      "ACME_PORT public",
      "ACME_RETRIES public",
      "ACME_SHARD internal",
      "ACME_SMTP_TOKEN public",
      "ACME_STATSD unclassified",
      "ACME_TITLE public",
      "ACME_USE_FAX deprecated",
      "OPENAI_API_KEY inherited",
      "TZ external",
      "npm_* external",
      "npm_config_registry external",
    ]);
  });

  test("says what is known of each", async () => {
    const { variables } = await inventory(project(MAIL));
    const of = (name: string) => variables.find((one) => one.name === name);
    expect(of("ACME_PORT")).toEqual({
      folder: ".", name: "ACME_PORT", class: "public", type: "int", category: "mail", owner: null, url: null, lifecycle: "stable", disposition: null, secret: false, note: null, aliasOf: null, allowedBy: null, timing: "import",
      declaredAt: { path: "src/envs.ts", line: 4, column: 5 },
      sites: [
        { path: "docs/env.md", line: 3, column: 2, use: "mention", timing: null, test: false },
        { path: "docs/env.md", line: 3, column: 32, use: "mention", timing: null, test: false },
        { path: "src/main.ts", line: 2, column: 14, use: "get", timing: "import", test: false },
        { path: "src/main.ts", line: 3, column: 43, use: "isSet", timing: "call", test: false },
      ],
    });
    expect(of("ACME_LISTEN")).toMatchObject({ aliasOf: "ACME_PORT", timing: null, sites: [] });
    expect(of("ACME_PAGER")).toMatchObject({ note: "nobody carries one" });
    expect(of("ACME_SHARD")).toMatchObject({ owner: "storage", disposition: "internalize", timing: "call" });
    expect(of("ACME_USE_FAX")).toMatchObject({ lifecycle: "deprecated", note: "Faxes are gone.", disposition: "remove" });
    expect(of("ACME_TITLE")?.sites).toMatchObject([{ path: "src/envs.ts", use: "read" }]);
    expect(of("OPENAI_API_KEY")).toMatchObject({ owner: "openai", url: "https://platform.openai.com/docs", secret: true, allowedBy: "OPENAI_API_KEY" });
    expect(of("npm_config_registry")).toMatchObject({ allowedBy: "npm_*", note: "Set by npm for its scripts." });
    expect(of("TZ")?.sites).toMatchObject([{ path: "src/a.test.ts", use: "write", test: true }]);
    expect(variables.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(["ACME_SMTP_TOKEN", "OPENAI_API_KEY"]);
  });

  test("MR-01: a script of two lines finds what turbo.json lacks, and what it has too much", async () => {
    const envs = (names: readonly string[]) => `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({ ${names.map((name) => `${name}: str({ optional: true, category: "web" })`).join(", ")} }, { categories: ["web"] });\n`;
    const folder = project({
      "env-contract.json": JSON.stringify({ registry: "src/envs.ts", allow: { CI: "Set by CI services." } }),
      "src/envs.ts": envs(["ACME_A", "ACME_B"]),
      "src/a.ts": "import { envs } from './envs';\nexport const f = () => [envs.ACME_A.get(), envs.ACME_B.get(), process.env.CI];\n",
    });
    const turbo = { globalEnv: ["ACME_A", "CI"], tasks: { build: { env: ["ACME_OLD"] } } };
    const { declared, allowed } = await inventory(folder);

    const listed = [turbo.globalEnv, ...Object.values(turbo.tasks).map(({ env }) => env)].flat();
    const report = { missing: [...declared, ...allowed].filter((name) => !listed.includes(name)), stale: listed.filter((name) => ![...declared, ...allowed].includes(name)) };

    expect(report).toEqual({ missing: ["ACME_B"], stale: ["ACME_OLD"] });
  });

  test("is one for each configuration of a tree; a shared entry has the sites of each", async () => {
    const folder = project({
      "env-contract.json": JSON.stringify({ registry: "packages/core/envs.ts", prefix: "ACME_", allow: { CI: "Set by CI services." } }),
      "packages/core/envs.ts": 'import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({ ACME_HOST: str({ required: true, category: "web" }), ACME_NAME: str({ required: true, category: "web" }) }, { categories: ["web"] });\n',
      "packages/web/env-contract.json": JSON.stringify({ registry: "envs.ts", prefix: "WEB_" }),
      "packages/web/envs.ts": 'import { defineEnvs, str } from "@env-contract/registry";\nexport const web = defineEnvs({ WEB_TITLE: str({ required: true, category: "web" }) }, { categories: ["web"] });\n',
      "packages/web/main.ts": 'import { envs } from "../core/envs";\nimport { web } from "./envs";\nexport const f = () => [envs.ACME_HOST.get(), web.WEB_TITLE.get(), process.env.WEB_X];\n',
    });
    expect((await run(folder, "ls")).stdout).toBe(
      [
        ".",
        "name       class",
        "ACME_HOST  public",
        "ACME_NAME  public",
        "CI         external",
        "",
        "packages/web",
        "name       class         read  sites",
        "ACME_HOST  public        call  main.ts:3",
        "WEB_TITLE  public        call  main.ts:3",
        "WEB_X      unclassified  call  main.ts:3",
        "",
      ].join("\n"),
    );
    const { declared, allowed, variables } = await inventory(folder);
    expect({ declared, allowed }).toEqual({ declared: ["ACME_HOST", "ACME_NAME", "WEB_TITLE"], allowed: ["CI"] });
    expect(variables.filter(({ name }) => name === "ACME_HOST")).toMatchObject([
      { folder: ".", declaredAt: { path: "packages/core/envs.ts" }, sites: [] },
      { folder: "packages/web", declaredAt: { path: "../core/envs.ts" }, sites: [{ path: "main.ts", line: 3, use: "get" }] },
    ]);
    expect((await run(folder, "ls", "--fail-unclassified")).stderr).toContain("packages/web: 1 name without a class: WEB_X; declare what is yours in envs.ts");
    expect((await run(folder, "ls", "-C", "packages/web")).stdout).toContain("\nWEB_X      unclassified  call  main.ts:3\n");
  });

  test("fits the terminal, and is one row a name in a pipe", async () => {
    const folder = project(MAIL);
    const { stdout } = await run(folder, "ls");
    expect(stdout).toContain("\nACME_SHARD           internal      storage                internalize          call    src/main.ts:3\n");
    expect(stdout.trimEnd().split("\n")).toHaveLength(16);
    for (const columns of [200, 100, 80, 60, 50]) {
      const rows: string[] = [];
      const terminal = { write: (text: string) => rows.push(...text.trimEnd().split("\n")), isTTY: true, columns };
      await main(["ls"], { stdout: terminal, stderr: { write: () => undefined }, cwd: folder, colours: { noColor: "1", forceColor: undefined, term: undefined }, now: () => 0 });
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(columns);
// A name is whole, and can be copied, as long as the rest has room to wrap.
      if (columns >= 60) expect(rows.filter((row) => !row.startsWith(" "))).toHaveLength(16);
    }
  });

  test("fails on a name without a class only where that is asked for, and names it", async () => {
    const folder = project(MAIL);
    expect((await run(folder, "inventory")).code).toBe(0);
    const { code, stderr } = await run(folder, "inventory", "--fail-unclassified");
    expect(code).toBe(1);
    expect(stderr).toContain("2 names without a class: ACME_GONE, ACME_STATSD; declare what is yours in src/envs.ts, allow what is not in env-contract.json\n");
    const clean = project({ ...MAIL, "src/main.ts": "export {};\n", "docs/env.md": "# Settings\n" });
    expect((await run(clean, "inventory", "--fail-unclassified")).code).toBe(0);
  });

  test("says so where a file cannot be parsed", async () => {
    const { code, stdout, stderr } = await run(project({ ...MAIL, "src/broken.ts": "const a = process.env.ACME_X +;\n" }), "inventory", "-f", "json");
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ complete: false });
    expect(stderr).toContain("incomplete: src/broken.ts:1:31");
  });

  test("works without a configuration: all that code reads is without a class", async () => {
    const { stdout } = await run(project({ "src/a.ts": "export const tz = () => process.env.TZ;\n" }), "inventory");
    expect(stdout).toBe("name  class         read  sites\nTZ    unclassified  call  src/a.ts:1\n");
  });

  test("holds no value of a variable", async () => {
    for (const argv of [["ls"], ["ls", "-f", "json"], ["ls", "--counts"]]) {
      const { stdout, stderr } = await run(project(MAIL), ...argv);
      expect(stdout + stderr).not.toContain("canary");
    }
  });

  test("is refused in a format that it has not", async () => {
    expect((await run(project(MAIL), "ls", "-f", "jsn")).stderr).toContain("did you mean \"json\"?");
  });
});

describe("counts", () => {
  /** The dispositions of vLLM-Omni's inventory. */
  const PLANS = { promote: 35, "request-scope": 6, external: 0, internalize: 11, remove: 6 };

  test("gives every class and disposition, in both formats", async () => {
    const entries = Object.entries(PLANS).flatMap(([disposition, count]) => Array.from({ length: count }, (_, index) => `OMNI_${disposition.toUpperCase().replace("-", "_")}_${index}: str({ optional: true, disposition: "${disposition}", category: "omni" }),\n`));
    const folder = project({
      "env-contract.json": JSON.stringify({ registry: "src/envs.ts", prefix: "OMNI_", allow: Object.fromEntries(["HF_TOKEN", "HUGGINGFACE_HUB_TOKEN", "OPENAI_API_KEY"].map((name) => [name, "Read by the vendor's SDK."])) }),
      "src/envs.ts": `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({\n${entries.join("")}}, { prefix: "OMNI_", categories: ["omni"] });\n`,
    });
    expect(JSON.parse((await run(folder, "ls", "--counts", "-f", "json")).stdout)).toMatchObject({ version: 1, classes: { public: 58, internal: 0, external: 3, inherited: 0, deprecated: 0, removed: 0, unclassified: 0 }, dispositions: PLANS });
    expect((await run(folder, "ls", "--counts")).stdout.split("\n\n")[1]).toBe(
      ["| Disposition   | Names |", "| ------------- | ----: |", "| Promote       |    35 |", "| Request scope |     6 |", "| External      |     0 |", "| Internalize   |    11 |", "| Remove        |     6 |", ""].join("\n"),
    );
    expect((await inventory(folder)).variables.filter(({ secret }) => secret).map(({ name }) => name)).toEqual(["HF_TOKEN", "HUGGINGFACE_HUB_TOKEN", "OPENAI_API_KEY"]);
  });
});
