/** Cases from practice that no folder of files can hold: bytes, links, git, command lines, several runs. Their identifiers are those of the fixtures in `fixtures/cli`. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { run } from "./cli/testing.ts";
import { gitIn, plant, tree } from "./files/testing.ts";

type Files = Readonly<Record<string, string>>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

afterEach(() => void vi.unstubAllEnvs());

const READ = "export const f = () => process.env.ACME_DB_URL;\n";
const CONFIG = { registry: "src/envs.ts", prefix: "ACME_" };

/** A registry whose entries are all read. */
function declared(...names: readonly string[]): Files {
  const entries = names.map((name) => `    ${name}: str({ optional: true, category: "app", description: "Read by the service." }),\n`).join("");
  return {
    "src/envs.ts": `import { defineEnvs, str } from "@env-contract/registry";\n\nexport const envs = defineEnvs(\n  {\n${entries}  },\n  { categories: ["app"] },\n);\n`,
    "src/use.ts": `import { envs } from "./envs";\nexport const u = () => [${names.map((name) => `envs.${name}.get()`).join(", ")}];\n`,
  };
}

function project(files: Files, config: object = CONFIG): string {
  const folder = tree({ ...declared("ACME_DB_URL", "ACME_FLAG"), "env-contract.json": JSON.stringify(config, null, 2), ...files });
  folders.push(folder);
  return folder;
}

interface Found {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly name: string;
  readonly message: string;
}

/** The new violations, as JSON has them. */
async function found(cwd: string): Promise<Found[]> {
  return (JSON.parse((await run(cwd, "check", "-f", "json")).stdout) as { violations: Found[] }).violations;
}

/** `path:line: kind name` of each new violation. */
async function places(cwd: string): Promise<string[]> {
  return (await found(cwd)).map(({ path, line, kind, name }) => `${path}:${line}: ${kind} ${name}`);
}

const baselineOf = (folder: string): string => readFileSync(join(folder, "known-violations.json"), "utf8");
const listed = (...entries: readonly string[]): string => `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`;

describe("advice", () => {
  test("WR-02: a write in a test is told of the override that restores", async () => {
    const folder = project({ "src/a.test.ts": 'process.env.ACME_FLAG = "true";\n' });
    expect((await run(folder)).stderr).toContain("src/a.test.ts:1:1: write ACME_FLAG: ");
    expect((await run(folder)).stderr).toContain("using override = envs.ACME_FLAG.override(value)");
  });

  test("PX-04: a name that differs in case only is told so", async () => {
    const folder = project({ "src/b.ts": "export const c = () => process.env.acme_db_url;\n" });
    expect((await run(folder)).stderr).toContain("write envs.ACME_DB_URL.get(); on Windows both names are one variable");
    expect((await found(folder)).map(({ message }) => message)).toEqual(["reads acme_db_url, which differs from ACME_DB_URL in case only"]);
  });

  test("PX-06: a name of others is to be allowed, or declared as unprefixed", async () => {
    const { stderr } = await run(project({ "src/b.ts": "export const p = () => process.env.VERCEL_URL;\n" }));
    expect(stderr).toContain('add to "allow" in env-contract.json: "VERCEL_*": "Named by Vercel');
  });

  test("RT-07: an old name is declared as an alias, and a direct read of it is told the new one", async () => {
    const registry = declared("ACME_ENTRA_ID");
    const folder = project({ ...registry, "src/envs.ts": registry["src/envs.ts"]!.replace("optional: true", 'optional: true, aliases: [{ name: "ACME_AAD_ID" }]'), "src/old.ts": "export const id = () => process.env.ACME_AAD_ID;\n" });
    const { stdout, stderr } = await run(folder);
    expect(stdout).toBe("src/old.ts: read ACME_AAD_ID\n");
    expect(stderr).toContain("write envs.ACME_ENTRA_ID.get(), which reads ACME_AAD_ID as its alias");
  });

  test("IT-11: the cycle of a registry is named", async () => {
    const registry = declared("ACME_LEVEL");
    const folder = project({ ...registry, "src/envs.ts": `import "./defaults";\n${registry["src/envs.ts"]!}`, "src/defaults.ts": 'import { envs } from "./envs";\nexport const level = () => envs.ACME_LEVEL.get();\n' });
    const [cycle] = await found(folder);
    expect(cycle).toMatchObject({ path: "src/envs.ts", line: 1, kind: "invalid-entry", name: "<registry>" });
    for (const text of [cycle!.message, (await run(folder)).stderr]) expect(text).toContain("src/envs.ts → src/defaults.ts → src/envs.ts");
  });

  test("WE-04: no report holds the value of a variable", async () => {
    const folder = project({ "src/a.ts": "export const a = () => console.log(process.env, process.env.ACME_DB_URL);\n" });
    vi.stubEnv("ACME_DB_URL", "postgres://canary");
    for (const argv of [[], ["--all"], ["-f", "json"], ["-f", "unix"], ["facts"], ["print-config"], ["baseline", "create"]]) {
      const { stdout, stderr } = await run(folder, ...argv);
      expect(stdout + stderr).toMatch(/./u);
      expect(stdout + stderr).not.toContain("canary");
    }
    expect(baselineOf(folder)).not.toContain("canary");
  });
});

describe("configuration", () => {
  test("PX-03: an empty prefix is refused by name", async () => {
    for (const prefix of ["", ["ACME_", ""], "*"]) {
      const { code, stdout, stderr } = await run(project({}, { ...CONFIG, prefix }));
      expect({ prefix, code, stdout }).toEqual({ prefix, code: 2, stdout: "" });
      expect(stderr).toMatch(/env-contract\.json:\d+:\d+.*prefix/u);
    }
  });

  test("PX-03: a prefix without its separator is taken as written", async () => {
    const folder = project({ "src/b.ts": "export const f = () => process.env.ACMEX_A;\n" }, { registry: "src/envs.ts", prefix: "ACME", allow: { ACMEX_A: "Set by the ACMEX base image." } });
    expect((await run(folder)).stdout).toBe("env-contract.json: invalid-allow ACMEX_A\nsrc/b.ts: read ACMEX_A\n");
  });

  test("AL-04: without allow a run passes, allow: null is refused with its line, and no configuration is a survey", async () => {
    expect(await run(project({}))).toMatchObject({ code: 0, stdout: "" });
    const refused = await run(project({}, { ...CONFIG, allow: null }));
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/env-contract\.json:4:\d+.*allow/u);
    const bare = project({ "src/b.ts": READ });
    rmSync(join(bare, "env-contract.json"));
    const survey = await run(bare);
    expect(survey).toMatchObject({ code: 1, stdout: "src/b.ts: read ACME_DB_URL\n" });
    expect(survey.stderr).toContain("no configuration");
  });
});

describe("baseline", () => {
  const OLD = "src/old.ts: read ACME_DB_URL";

  test("BL-02: backslashes in a stored path are read, and written as slashes", async () => {
    const folder = project({ "src/old.ts": READ, "known-violations.json": listed("src\\old.ts: read ACME_DB_URL", "src\\gone.ts: read ACME_DB_URL") });
    expect(await run(folder)).toMatchObject({ code: 1, stdout: "known-violations.json: stale src/gone.ts: read ACME_DB_URL\n" });
    expect(await run(folder, "baseline", "prune")).toMatchObject({ code: 0 });
    expect(baselineOf(folder)).toBe(listed(OLD));
    expect(await run(folder)).toMatchObject({ code: 0, stdout: "" });
  });

  test("BL-03: a stale entry is a finding in text and in JSON, with the command that mends it", async () => {
    const folder = project({ "known-violations.json": listed(OLD) });
    const text = await run(folder, "check");
    expect(text).toMatchObject({ code: 1, stdout: `known-violations.json: stale ${OLD}\n` });
    expect(text.stderr).toContain("env-contract baseline prune");
    const json = await run(folder, "check", "--format", "json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ exitCode: 1, complete: true, error: null, stale: [{ entry: OLD, line: 2, mend: expect.stringContaining("env-contract baseline prune") as string }] });
  });

  test("BL-05: two branches that shrink merge without a conflict, into what a fresh list holds", async () => {
    const mended = 'import { envs } from "./envs";\nexport const f = () => envs.ACME_DB_URL.get();\n';
    const folder = project({ "src/p.ts": READ, "src/pending.ts": READ, "src/q.ts": READ, "src/waiting.ts": READ });
    const mend = async (branch: string, file: string): Promise<void> => {
      gitIn(folder, "checkout", "-q", "-b", branch, "main");
      writeFileSync(join(folder, file), mended);
      expect(await run(folder, "baseline", "prune")).toMatchObject({ code: 0 });
      gitIn(folder, "commit", "-qam", `Mend ${file}`);
    };
    gitIn(folder, "init", "-q");
    expect(await run(folder, "baseline", "create")).toMatchObject({ code: 0 });
    gitIn(folder, "add", ".");
    gitIn(folder, "commit", "-qm", "Begin");
    await mend("one", "src/p.ts");
    await mend("two", "src/q.ts");
    gitIn(folder, "merge", "-q", "--no-edit", "one");
    const merged = baselineOf(folder);
    expect(await run(folder)).toMatchObject({ code: 0, stdout: "" });
    rmSync(join(folder, "known-violations.json"));
    expect(await run(folder, "baseline", "create")).toMatchObject({ code: 0 });
    expect(baselineOf(folder)).toBe(merged);
    expect(merged).toBe(listed("src/pending.ts: read ACME_DB_URL", "src/waiting.ts: read ACME_DB_URL"));
  });

  test("BL-06: the working directory changes nothing", async () => {
    const inner = project({ "src/old.ts": READ, "src/fresh.ts": READ, "known-violations.json": listed(OLD) });
    const root = tree({});
    folders.push(root);
    mkdirSync(join(root, "packages"));
    renameSync(inner, join(root, "packages/web"));
    gitIn(root, "init", "-q");
    const once = await run(join(root, "packages/web"));
    expect(once).toMatchObject({ code: 1, stdout: "src/fresh.ts: read ACME_DB_URL\n" });
    expect(await run(join(root, "packages/web/src"))).toEqual(once);
    expect(await run(root, "--config", "packages/web/env-contract.json")).toEqual(once);
    expect(await run(root, "-C", "packages/web")).toEqual(once);
  });

  test("BL-07: no list and an empty one pass, an entry of a deleted file is pruned, a broken list is refused and kept", async () => {
    expect(await run(project({}))).toMatchObject({ code: 0 });
    expect(await run(project({ "known-violations.json": "[]" }))).toMatchObject({ code: 0 });
    const deleted = project({ "known-violations.json": listed(OLD) });
    expect(await run(deleted)).toMatchObject({ code: 1 });
    expect(await run(deleted, "baseline", "prune")).toMatchObject({ code: 0 });
    expect(baselineOf(deleted)).toBe("[]\n");
    for (const text of ["", "[", "{}", '["src/old.ts: read ACME_DB_URL"']) {
      const broken = project({ "src/old.ts": READ, "known-violations.json": text });
      for (const argv of [["check"], ["baseline", "prune"], ["baseline", "create"]]) {
        const { code, stdout, stderr } = await run(broken, ...argv);
        expect({ text, code, stdout }).toEqual({ text, code: 2, stdout: "" });
        expect(stderr).toContain("known-violations.json");
      }
      expect(baselineOf(broken)).toBe(text);
    }
  });

  test("BL-08: prune reports what is new and never adds it; create refuses beside a list", async () => {
    const folder = project({ "src/old.ts": "export const f = () => [process.env.ACME_DB_URL, process.env.ACME_FLAG];\n", "known-violations.json": listed(OLD) });
    const pruned = await run(folder, "baseline", "prune");
    expect(pruned.code).toBe(1);
    expect(pruned.stderr).toContain("read ACME_FLAG");
    expect(baselineOf(folder)).toBe(listed(OLD));
    expect(await run(folder, "baseline", "create")).toMatchObject({ code: 2 });
    expect(baselineOf(folder)).toBe(listed(OLD));
  });

  test("BL-09: other lines of a file change nothing, and a renamed file is named as moved, and moved", async () => {
    const folder = project({ "src/old.ts": `// new comment\n\n// another\n${READ}`, "known-violations.json": listed(OLD) });
    expect(await run(folder)).toMatchObject({ code: 0, stdout: "" });
    gitIn(folder, "init", "-q");
    gitIn(folder, "add", "-A");
    gitIn(folder, "commit", "-qm", "Begin");
    gitIn(folder, "mv", "src/old.ts", "src/older.ts");
    const { code, stdout, stderr } = await run(folder);
    expect(code).toBe(1);
    expect(stdout).toBe(`known-violations.json: stale ${OLD}\nsrc/older.ts: read ACME_DB_URL\n`);
    expect(stderr).toContain("moved from src/old.ts to src/older.ts");
    expect(await run(folder, "baseline", "move")).toMatchObject({ code: 0 });
    expect(baselineOf(folder)).toBe(listed("src/older.ts: read ACME_DB_URL"));
    expect(await run(folder)).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("files", () => {
  test("DR-12: components that are not checked are counted, and an entry may say that one reads it", async () => {
    const registry = declared("ACME_TITLE")["src/envs.ts"]!;
    const page = { "src/App.vue": '<script setup lang="ts">\nconst t = process.env.ACME_TITLE;\n</script>\n', "src/use.ts": "" };
    const silent = await run(project({ ...page, "src/envs.ts": registry }));
    expect(silent).toMatchObject({ code: 1, stdout: "src/envs.ts: unread ACME_TITLE\n" });
    expect(silent.stderr).toContain("1 .vue file is not checked");
    expect(silent.stderr).toContain("name the script that reads it as readIn");
    expect(await run(project({ ...page, "src/envs.ts": registry.replace("optional: true", 'optional: true, readIn: "src/App.vue"') }))).toMatchObject({ code: 0, stdout: "" });
  });

  test("FS-02: a link to a file is checked once, under its real path where that is checked, and a linked folder is not followed", async () => {
    const files = { "shared/b.ts": READ, "src/b.ts": "-> ../shared/b.ts", "src/again": "-> ../src" };
    expect((await run(project(files))).stdout).toBe("shared/b.ts: read ACME_DB_URL\n");
    expect((await run(project(files, { ...CONFIG, include: ["src/**"] }))).stdout).toBe("src/b.ts: read ACME_DB_URL\n");
  });

  describe("FS-03: paths that look like globs", () => {
    const pages = ["app/!x/page.ts", "app/(shop)/page.ts", "app/@modal/(.)photo/page.ts", "app/[...all]/page.ts", "app/[slug]/page.ts", "app/a+b/page.ts", "app/{x}/page.ts"];
    const files = Object.fromEntries(pages.map((page) => [page, READ]));
    const found = pages.map((page) => `${page}: read ACME_DB_URL\n`);

    test("are files first, on the command line", async () => {
      const folder = project(files);
      expect((await run(folder, "check")).stdout).toBe(found.join(""));
      expect(await run(folder, "check", ...pages)).toMatchObject({ code: 1, stdout: found.join("") });
      for (const [index, page] of pages.entries()) expect((await run(folder, "check", page)).stdout).toBe(found[index]);
    });

    test("are files first, in exclude and in allow", async () => {
      const both = { "app/(shop)/page.ts": READ, "app/shop/page.ts": READ };
      expect((await run(project(both, { ...CONFIG, exclude: ["app/(shop)"] }))).stdout).toBe("app/shop/page.ts: read ACME_DB_URL\n");
      expect((await run(project(files, { ...CONFIG, exclude: pages }))).code).toBe(0);
      const zones = Object.fromEntries(pages.map((page) => [page, "export const f = () => process.env.TZ;\n"]));
      expect((await run(project(zones, { ...CONFIG, allow: { TZ: { reason: "Formats dates for the reader.", files: pages } } }))).stdout).toBe("");
    });
  });

  test("FS-04: a pattern with backslashes is read as one with slashes, and paths are printed with slashes", async () => {
    expect(await run(project({ "src/b.ts": READ }, { ...CONFIG, include: ["src\\**\\*.ts"] }))).toMatchObject({ code: 1, stdout: "src/b.ts: read ACME_DB_URL\n" });
  });

  test("FS-05: a pattern that matches nothing is named, beside one that matches too", async () => {
    const folder = project({ "src/b.ts": READ });
    for (const argv of [["scr/**/*.ts"], ["src/**/*.ts", "scr/**/*.ts"], ["src", "scr"]]) {
      const { code, stdout, stderr } = await run(folder, "check", ...argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(argv.at(-1));
    }
    expect((await run(folder)).stderr).toMatch(/checked\s+3 files/u);
    expect((await run(project({ "src/b.ts": READ }, { ...CONFIG, include: ["src/**", "lib/**"] }))).stderr).toContain("include pattern lib/** matches no source file");
  });

  test("FS-07: dot folders are checked, ignored ones and git's own are not", async () => {
    const folder = project({ ".storybook/main.ts": READ, ".github/scripts/x.mjs": READ, ".next/server/a.js": READ, ".gitignore": ".next\n" });
    gitIn(folder, "init", "-q");
    plant(folder, { ".git/hooks/x.js": READ });
    expect(await places(folder)).toEqual([".github/scripts/x.mjs:1: read ACME_DB_URL", ".storybook/main.ts:1: read ACME_DB_URL"]);
  });

  test("FS-08: films and translations that are called .ts are named once and cost little", async () => {
    const folder = project({ "i18n/app_de.ts": '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1"></TS>\n' });
    const film = Buffer.alloc(40_000_000, 0xa7);
    for (let at = 0; at < film.length; at += 188) film[at] = 0x47;
    mkdirSync(join(folder, "media"));
    writeFileSync(join(folder, "media/clip.ts"), film);
    const before = performance.now();
    const { code, stdout, stderr } = await run(folder);
    expect(performance.now() - before).toBeLessThan(5000);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    for (const path of ["media/clip.ts", "i18n/app_de.ts"]) expect(stderr.split(path)).toHaveLength(2);
    expect(await run(project({ "media/clip.ts": film.toString("latin1") }, { ...CONFIG, exclude: ["media"] }))).toMatchObject({ code: 0, stderr: expect.not.stringContaining("clip.ts") as string });
  });

  test("FS-11: marks, shebangs and line ends shift no line", async () => {
    const folder = project({ "bin/a.ts": `\ufeff#!/usr/bin/env node\n${READ}`, "bin/b.ts": `\ufeff${READ}`, "bin/c.ts": `// x\r\n\r\n${READ.replace("\n", "\r\n")}`, "bin/d.ts": `// x\r${READ}` });
    expect(await places(folder)).toEqual(["bin/a.ts:2: read ACME_DB_URL", "bin/b.ts:1: read ACME_DB_URL", "bin/c.ts:3: read ACME_DB_URL", "bin/d.ts:2: read ACME_DB_URL"]);
    expect((await run(folder, "-f", "unix", "bin/b.ts")).stdout).toMatch(/^bin\/b\.ts:1:24: /u);
  });

  test("FS-12: long sums and chains are read to their end", async () => {
    const folder = project({ "src/big.ts": `const s = ""${' + "a"'.repeat(20_000)};\n${READ}`, "src/chain.ts": `const z: any = q${".a()".repeat(8_000)};\n${READ}` });
    expect(await places(folder)).toEqual(["src/big.ts:2: read ACME_DB_URL", "src/chain.ts:2: read ACME_DB_URL"]);
  });

  test("FS-17: what git ignores by any of its files is not checked, and packages of others are out at any depth", async () => {
    const folder = project({
      ".gitignore": "dist\ncache/*\n!cache/keep.txt\n",
      "packages/x/.gitignore": "out\n",
      "dist/bundle.js": READ,
      "cache/a/b.ts": READ,
      "packages/x/out/y.ts": READ,
      "packages/x/node_modules/p/i.ts": READ,
    });
    gitIn(folder, "init", "-q");
    expect(await run(folder)).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("checked  2 files,") as string });
  });

  test("FS-19: a tsconfig that extends what is missing stops nothing", async () => {
    const files = Object.fromEntries(["one", "two", "three"].flatMap((name) => [[`packages/${name}/tsconfig.json`, '{ "extends": "../../tsconfig.base.json" }'], [`packages/${name}/src/main.ts`, READ], [`packages/${name}/package.json`, `{ "name": "${name}" }`]]));
    expect((await run(project({ ...files, "tsconfig.json": '{ "extends": "./gone.json", "compilerOptions": { "paths": {' }))).stdout).toBe(["one", "three", "two"].map((name) => `packages/${name}/src/main.ts: read ACME_DB_URL\n`).join(""));
  });
});
