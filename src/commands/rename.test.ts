import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const ENTRY = `    /** The port of the server. */
    SHOP_PORT: int({ default: 8025, category: "net" }),`;
const REGISTRY = `import { defineEnvs, group, int, str } from "@env-contract/registry";
import { nested } from "@env-contract/registry";

export const envs = defineEnvs(
  {
${ENTRY}
    /** Where it listens. */
    SHOP_HOST: str({
      default: "localhost", // here
      category: "net",
      aliases: ["SHOP_SERVER"],
    }),
    /** Where else. */
    SHOP_OTHER: str({ fallbackTo: "SHOP_HOST", category: "net", aliases: [{ name: "SHOP_SECOND", since: "0.9.0" }] }),
    ...nested("SHOP_STORE", {
      /** The bucket. */
      BUCKET: str({ optional: true, category: "net" }),
    }),
  },
  { prefix: "SHOP_", categories: ["net"] },
);
`;

const SHOP = {
  "package.json": '{ "name": "shop", "version": "1.2.0" }\n',
  "env-contract.json": `${JSON.stringify({
    registry: "src/envs.ts", prefix: "SHOP_", pages: ["docs/**/*.md"], docs: [{ file: "docs/env.md", format: "markdown" }],
    allow: { "<dynamic>": { reason: "Settings are named by plugins.", files: ["src/plugins.ts"], names: ["SHOP_PORT", "SHOP_PLUGIN_*"] } },
  }, null, 2)}\n`,
  "known-violations.json": '[\n  "src/old.ts: read SHOP_PORT",\n  "src/old.ts: read SHOP_PORT",\n  "test/web.test.ts: write SHOP_PORT"\n]\n',
  "src/envs.ts": REGISTRY,
  "src/web.ts": `import { envs } from "./envs.ts";
import * as all from "./envs.ts";
export const web = () => [envs.SHOP_PORT.get(), all.envs["SHOP_PORT"].isSet(), envs.SHOP_HOST.get(), envs.SHOP_OTHER.get(), envs.SHOP_STORE__BUCKET.get()];
export function port() {
  const { SHOP_PORT } = envs;
  const { SHOP_PORT: chosen } = envs;
  return SHOP_PORT.get() + chosen.get();
}
`,
  "src/old.ts": `const KEY = "SHOP_PORT";
export const old = () => process.env.SHOP_PORT;
export const older = () => process.env[KEY];
`,
  "src/plugins.ts": "export const plugin = (name: string) => process.env[name];\n",
  "test/web.test.ts": 'import { vi } from "vitest";\nvi.stubEnv("SHOP_PORT", "1");\n',
  "docs/guide.md": "Set SHOP_PORT, and SHOP_PORT_RANGE never.\n\n```sh\nSHOP_PORT=1 shop\n```\n",
  "docs/env.md": "# Variables\n\nSHOP_PORT matters.\n\n<!-- env-contract:begin -->\n<!-- env-contract:end -->\n",
  "deploy/compose.yml": "environment:\n  SHOP_PORT: 80\n",
};

type Files = Readonly<Record<string, string>>;

async function shop(files: Files = SHOP): Promise<string> {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  if ("docs/env.md" in files) await run(folder, "docs");
  gitIn(folder, "add", ".");
  gitIn(folder, "commit", "-qm", "Begin");
  return folder;
}

const textIn = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

describe("a rename", () => {
  test("reaches code, registry, pages, configuration, baseline and blocks, and leaves the check as it was", async () => {
    const folder = await shop();
    expect(await run(folder, "check", "--quiet")).toEqual({ code: 1, stdout: "docs/guide.md: undeclared-mention SHOP_PORT_RANGE\n", stderr: "" });
    const before = await run(folder, "check", "--quiet");
    const ran = await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT");
    expect(ran).toMatchObject({ code: 0, stdout: ["docs/env.md", "docs/guide.md", "env-contract.json", "known-violations.json", "src/envs.ts", "src/old.ts", "src/web.ts", "test/web.test.ts", "docs/env.md", ""].join("\n") });
    expect(ran.stderr).toBe("✔ renamed SHOP_PORT to SHOP_HTTP_PORT in 8 files; SHOP_PORT still works, and warns\n  left deploy/compose.yml:2\n  left src/web.ts:5,7\n");
    expect(textIn(folder, "src/envs.ts")).toBe(REGISTRY.replace('SHOP_PORT: int({ default: 8025, category: "net" })', 'SHOP_HTTP_PORT: int({ default: 8025, category: "net", aliases: [{ name: "SHOP_PORT", since: "1.2.0" }] })'));
    expect(textIn(folder, "src/web.ts")).toContain('[envs.SHOP_HTTP_PORT.get(), all.envs["SHOP_HTTP_PORT"].isSet(),');
    expect(textIn(folder, "src/web.ts")).toContain("const { SHOP_HTTP_PORT: SHOP_PORT } = envs;\n  const { SHOP_HTTP_PORT: chosen } = envs;\n  return SHOP_PORT.get() + chosen.get();");
    expect(textIn(folder, "src/old.ts")).toBe(SHOP["src/old.ts"].replaceAll("SHOP_PORT", "SHOP_HTTP_PORT"));
    expect(textIn(folder, "test/web.test.ts")).toContain('vi.stubEnv("SHOP_HTTP_PORT", "1")');
    expect(textIn(folder, "docs/guide.md")).toBe("Set SHOP_HTTP_PORT, and SHOP_PORT_RANGE never.\n\n```sh\nSHOP_HTTP_PORT=1 shop\n```\n");
    expect(textIn(folder, "docs/env.md")).toContain("SHOP_HTTP_PORT matters.");
    expect(textIn(folder, "docs/env.md")).toContain("use `SHOP_HTTP_PORT`");
    expect(JSON.parse(textIn(folder, "env-contract.json"))).toMatchObject({ allow: { "<dynamic>": { names: ["SHOP_HTTP_PORT", "SHOP_PLUGIN_*"] } } });
    expect(textIn(folder, "known-violations.json")).toBe(SHOP["known-violations.json"].replaceAll("SHOP_PORT", "SHOP_HTTP_PORT"));
    expect(await run(folder, "check", "--quiet")).toEqual(before);
  });

  test("reaches aliases of a field, in whatever way they are made", async () => {
    const files = {
      ...SHOP,
      "src/old.ts": "export {};\n",
      "known-violations.json": '["test/web.test.ts: write SHOP_PORT"]\n',
      "src/web.ts": `import { envs } from "./envs.ts";
const port = envs.SHOP_PORT;
const other = envs["SHOP_PORT"];
export function web({ SHOP_PORT: given } = envs) {
  let { SHOP_PORT } = envs;
  return [port.get(), other.get(), given.get(), SHOP_PORT.get()];
}
`,
    };
    const folder = await shop(files);
    const before = await run(folder, "check", "--quiet");
    expect((await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT")).code).toBe(0);
    expect(textIn(folder, "src/web.ts")).toBe(files["src/web.ts"].replaceAll("envs.SHOP_PORT", "envs.SHOP_HTTP_PORT").replace('"SHOP_PORT"', '"SHOP_HTTP_PORT"').replace("SHOP_PORT: given", "SHOP_HTTP_PORT: given").replace("{ SHOP_PORT }", "{ SHOP_HTTP_PORT: SHOP_PORT }"));
    expect(await run(folder, "check", "--quiet")).toEqual(before);
  });

  test("done twice changes nothing", async () => {
    const folder = await shop();
    await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT");
    gitIn(folder, "commit", "-qam", "Rename");
    expect(await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT")).toEqual({ code: 0, stdout: "", stderr: "✔ SHOP_PORT is an old name of SHOP_HTTP_PORT already\n" });
    expect(gitIn(folder, "status", "--porcelain")).toBe("");
  });

  test.each([
    ["into a list of aliases, on lines of its own", "SHOP_HOST", "SHOP_ADDRESS", '      aliases: ["SHOP_SERVER", { name: "SHOP_HOST", since: "1.2.0" }],'],
    ["and in whom falls back to it", "SHOP_HOST", "SHOP_ADDRESS", 'fallbackTo: "SHOP_ADDRESS"'],
    ["beside aliases that have releases", "SHOP_OTHER", "SHOP_ELSE", 'aliases: [{ name: "SHOP_SECOND", since: "0.9.0" }, { name: "SHOP_OTHER", since: "1.2.0" }]'],
    ["within a nest", "SHOP_STORE__BUCKET", "SHOP_STORE__PAIL", 'PAIL: str({ optional: true, category: "net", aliases: [{ name: "SHOP_STORE__BUCKET", since: "1.2.0" }] })'],
  ])("writes the old name %s", async (_how, from, to, expected) => {
    const folder = await shop();
    const before = await run(folder, "check", "--quiet");
    expect((await run(folder, "rename", from, to)).code).toBe(0);
    expect(textIn(folder, "src/envs.ts")).toContain(expected);
    expect(await run(folder, "check", "--quiet")).toEqual(before);
  });

  test("takes the releases that are given", async () => {
    const folder = await shop();
    await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT", "--since", "2.0.0", "--remove-in", "3.0.0");
    expect(textIn(folder, "src/envs.ts")).toContain('{ name: "SHOP_PORT", since: "2.0.0", removeIn: "3.0.0" }');
  });

  test("with --dry-run shows all of it and writes nothing", async () => {
    const folder = await shop();
    const { code, stdout } = await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT", "--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain('--- a/src/old.ts\n+++ b/src/old.ts\n@@ -1,3 +1,3 @@\n-const KEY = "SHOP_PORT";\n');
    expect(gitIn(folder, "status", "--porcelain")).toBe("");
    writeFileSync(join(folder, "change.diff"), stdout);
    gitIn(folder, "apply", "change.diff");
    expect(textIn(folder, "src/old.ts")).not.toContain("SHOP_PORT");
  });

  test("keeps line ends, byte order marks, modes and what is around", async () => {
    const crlf = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const folder = await shop({ ...SHOP, "src/envs.ts": crlf(REGISTRY), "src/web.ts": crlf(SHOP["src/web.ts"]), "src/old.ts": `#!/usr/bin/env node\n${SHOP["src/old.ts"]}` });
    chmodSync(join(folder, "src/old.ts"), 0o755);
    await run(folder, "rename", "SHOP_HOST", "SHOP_ADDRESS", "--allow-dirty");
    await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT", "--allow-dirty");
    for (const path of ["src/envs.ts", "src/web.ts"]) {
      expect(textIn(folder, path).startsWith("\uFEFFimport")).toBe(true);
      expect(textIn(folder, path).replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(textIn(folder, path)).toContain("SHOP_HTTP_PORT");
    }
    expect(statSync(join(folder, "src/old.ts")).mode & 0o777).toBe(0o755);
  });

  test("in a script that reads the variable, too", async () => {
    const folder = await shop({ ...SHOP, "deploy/start.sh": "exec serve --port $SHOP_PORT\n", "src/envs.ts": REGISTRY.replace("default: 8025,", 'default: 8025, readIn: "deploy/start.sh",') });
    expect((await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT")).code).toBe(0);
    expect(textIn(folder, "deploy/start.sh")).toBe("exec serve --port $SHOP_HTTP_PORT\n");
  });
});

describe("is refused, and changes nothing", () => {
  test.each([
    ["a name that is not declared", ["SHOP_PROT", "SHOP_HTTP_PORT"], "no registry declares SHOP_PROT", "did you mean SHOP_PORT?"],
    ["a new name that is an entry", ["SHOP_PORT", "SHOP_HOST"], "SHOP_HOST is declared already, in src/envs.ts:9", "choose another name, or delete one of the two entries"],
    ["one that is an old name", ["SHOP_PORT", "SHOP_SERVER"], "SHOP_SERVER is an old name of SHOP_HOST", "choose another name"],
    ["one without the prefix", ["SHOP_PORT", "HTTP_PORT"], "HTTP_PORT lacks the prefix SHOP_", "name it SHOP_HTTP_PORT, or say in the entry why it is unprefixed"],
    ["one that differs in case only", ["SHOP_PORT", "SHOP_Host"], "SHOP_Host differs from SHOP_HOST in case only", "on Windows both are one variable: choose another name"],
    ["one that is no name", ["SHOP_PORT", "SHOP-PORT"], '"SHOP-PORT" is no name of a variable', "letters, digits and underscores, and no digit first"],
    ["the same name", ["SHOP_PORT", "SHOP_PORT"], "SHOP_PORT is called so already", "name another"],
    ["one out of its nest", ["SHOP_STORE__BUCKET", "SHOP_BUCKET"], 'SHOP_STORE__BUCKET is declared within nested("SHOP_STORE", …)', "keep its beginning: SHOP_STORE__…"],
  ])("%s", async (_what, names, what, mend) => {
    const folder = await shop();
    expect(await run(folder, "rename", ...names)).toEqual({ code: 2, stdout: "", stderr: `error ${what}\n  mend ${mend}\n` });
    expect(gitIn(folder, "status", "--porcelain")).toBe("");
  });

  test("changes that are not committed, unless they may be there", async () => {
    const folder = await shop();
    plant(folder, { "src/old.ts": `${SHOP["src/old.ts"]}// more\n` });
    const { code, stderr } = await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "error the work tree has changes that are not committed: src/old.ts\n  mend commit or stash them, or add --allow-dirty\n" });
    expect((await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT", "--allow-dirty")).code).toBe(0);
    expect(textIn(folder, "src/old.ts")).toBe(`${SHOP["src/old.ts"].replaceAll("SHOP_PORT", "SHOP_HTTP_PORT")}// more\n`);
  });

  test("a folder that is no repository, unless that is said", async () => {
    const folder = tree(SHOP);
    folders.push(folder);
    expect((await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT")).stderr).toContain("this is no git work tree");
    expect((await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT", "--allow-dirty")).code).toBe(0);
  });

  test("an incomplete check, and a damaged page", async () => {
    const broken = await shop({ ...SHOP, "src/broken.ts": "const = process.env.SHOP_PORT;\n" });
    expect((await run(broken, "rename", "SHOP_PORT", "SHOP_HTTP_PORT")).stderr).toContain("the check is incomplete");
    const damaged = await shop({ ...SHOP, "docs/env.md": "<!-- env-contract:begin -->\ntext\n" });
    const { code, stderr } = await run(damaged, "rename", "SHOP_PORT", "SHOP_HTTP_PORT");
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("a block begins and does not end") as string });
    expect(gitIn(damaged, "status", "--porcelain")).toBe("");
  });

  test("a field whose name comes from a value", async () => {
    const folder = await shop({ ...SHOP, "src/web.ts": 'import { envs } from "./envs.ts";\nconst table = { key: "SHOP_PORT" as const };\nexport const web = () => envs[table.key].get();\n' });
    const before = await run(folder, "check", "--quiet");
    expect((await run(folder, "rename", "SHOP_PORT", "SHOP_HTTP_PORT")).code).toBe(0);
    expect(textIn(folder, "src/web.ts")).toContain('key: "SHOP_HTTP_PORT" as const');
    expect(await run(folder, "check", "--quiet")).toEqual(before);
  });
});

test("the page's commands do what it says", async () => {
  const names = { SHOP_PORT: "ACME_SMTP_PORT", SHOP_: "ACME_" };
  const files = Object.fromEntries(Object.entries(SHOP).map(([path, text]) => [path, Object.entries(names).reduce((all, [from, to]) => all.replaceAll(from, to), text)]));
  const folder = await shop(files);
  const commands = [...readFileSync("docs/rename.md", "utf8").matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split("\n"));
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) expect(await run(folder, ...command.split(" ").slice(1)), command).toMatchObject({ code: 0 });
  expect(textIn(folder, "src/envs.ts")).toContain("ACME_MAIL_PORT: int(");
});
