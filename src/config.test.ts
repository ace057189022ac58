import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadSettings, UNCONFIGURED_KINDS } from "./config.ts";
import { UsageError } from "./verdict.ts";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "config-")));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function complaint(cwd = root, config?: string): Promise<string> {
  try {
    await loadSettings(config === undefined ? { cwd } : { cwd, config });
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n=> ${error.mend}`;
    throw error;
  }
  throw new Error("no complaint");
}

async function refuses(text: string): Promise<string> {
  write("env-contract.json", text);
  return complaint();
}

async function settingsOf(text: string) {
  write("env-contract.json", text);
  return (await loadSettings({ cwd: root })).settings;
}

const DEFAULTS = {
  registry: [],
  prefixes: [],
  purposes: [],
  include: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
  exclude: [],
  entries: [],
  tests: ["**/*.{test,spec}.*", "**/__tests__/**", "test/**", "tests/**"],
  doors: [],
  allow: [],
  duplicateAllow: [],
  off: [],
  baseline: "known-violations.json",
  baselineNamed: false,
  docs: [],
  pages: [],
};

describe("without a configuration", () => {
  test("the root is the git work tree", async () => {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write("packages/api/src/a.ts", "");
    write("package.json", '{ "version": "2.3.4" }');
    expect(await loadSettings({ cwd: join(root, "packages/api") })).toEqual({
      settings: { ...DEFAULTS, file: null, folder: root, release: "2.3.4" },
      notices: [],
    });
    expect(UNCONFIGURED_KINDS).toEqual(["read", "write", "whole-environ"]);
  });

  test("the work tree is told by the disk alone: a linked one has a file, and a hook's environment names another", async () => {
    write(".git/HEAD", "ref: refs/heads/main\n");
    write("linked/.git", "gitdir: ../.git/worktrees/linked\n");
    write("linked/src/a.ts", "");
    vi.stubEnv("GIT_DIR", join(root, ".git"));
    vi.stubEnv("GIT_WORK_TREE", root);
    vi.stubEnv("PATH", "");
    expect((await loadSettings({ cwd: join(root, "linked/src") })).settings.folder).toBe(join(root, "linked"));
  });

  test("outside git the root is the working directory, and no release is known without a package.json", async () => {
    const { settings } = await loadSettings({ cwd: parse(root).root });
    expect(settings).toEqual({ ...DEFAULTS, file: null, folder: parse(root).root, release: null });
    write("deep/a.ts", "");
    expect((await loadSettings({ cwd: join(root, "deep") })).settings.folder).toBe(join(root, "deep"));
  });

  test("a working directory that does not exist is refused, not searched upwards from", async () => {
    write("env-contract.json", "{}");
    expect(await complaint(join(root, "gone"))).toBe(`${join(root, "gone")}: no such folder\n=> name an existing folder`);
  });
});

describe("where the configuration is found", () => {
  test("an empty object means every default", async () => {
    write("package.json", '{ "version": "1.0.0" }');
    expect(await settingsOf("{}")).toEqual({ ...DEFAULTS, file: "env-contract.json", folder: root, release: "1.0.0" });
  });

  test("the nearest one upwards governs, and its folder is the root of paths", async () => {
    write("env-contract.json", '{ "prefix": "OUTER_" }');
    write("packages/api/env-contract.jsonc", '{ "prefix": "INNER_" }');
    write("packages/api/src/a.ts", "");
    const { settings } = await loadSettings({ cwd: join(root, "packages/api/src") });
    expect(settings).toMatchObject({ prefixes: ["INNER_"], file: "env-contract.jsonc", folder: join(root, "packages/api") });
    expect((await loadSettings({ cwd: join(root, "packages") })).settings.prefixes).toEqual(["OUTER_"]);
  });

  test("the key of package.json counts, a dependency of that name does not", async () => {
    write("package.json", '{ "version": "1.2.3", "env-contract": { "prefix": "ACME_" } }');
    write("packages/api/package.json", '{ "devDependencies": { "env-contract": "1.0.0" } }');
    const { settings } = await loadSettings({ cwd: join(root, "packages/api") });
    expect(settings).toMatchObject({ prefixes: ["ACME_"], file: "package.json", folder: root, release: "1.2.3" });
  });

  test("a broken package.json without the key is none of our business", async () => {
    write("package.json", '{ "name": ');
    expect((await settingsOf("{}")).file).toBe("env-contract.json");
  });

  test("two at one place are refused, naming both", async () => {
    write("env-contract.json", "{}");
    write("env-contract.jsonc", "{}");
    expect(await complaint()).toBe(".: two configurations at one place, env-contract.json and env-contract.jsonc\n=> keep one of them");
    rmSync(join(root, "env-contract.jsonc"));
    write("package.json", '{ "env-contract": {} }');
    write("src/a.ts", "");
    expect(await complaint(join(root, "src"))).toBe(
      '..: two configurations at one place, env-contract.json and package.json (key "env-contract")\n=> keep one of them',
    );
  });

  test("--config names a file, whatever its name; a mistyped one is refused with a suggestion", async () => {
    write("env-contract.json", "{}");
    write("tools/contract.json", '{ "prefix": "ACME_" }');
    const { settings } = await loadSettings({ cwd: root, config: "tools/contract.json" });
    expect(settings).toMatchObject({ file: "contract.json", folder: join(root, "tools"), prefixes: ["ACME_"] });
    expect(await complaint(root, "tools/contrat.json")).toBe('tools/contrat.json: no such configuration\n=> did you mean "tools/contract.json"?');
    expect(await complaint(root, "gone/x.json")).toBe("gone/x.json: no such configuration\n=> name an existing file, or leave --config out to search upwards");
  });

  test("--config package.json needs the key", async () => {
    write("package.json", "{}");
    expect(await complaint(root, "package.json")).toBe('package.json: has no key "env-contract"\n=> add the key, or name another configuration');
  });
});

describe("reading", () => {
  test("comments, trailing commas, a byte order mark and CRLF are fine in .json and .jsonc alike", async () => {
    const text = '\uFEFF{\r\n  // ours\r\n  "prefix": "ACME_", /* the\r\n  list */\r\n  "exclude": ["gen/**",],\r\n}\r\n';
    expect(await settingsOf(text)).toMatchObject({ prefixes: ["ACME_"], exclude: ["gen/**"] });
    rmSync(join(root, "env-contract.json"));
    write("env-contract.jsonc", text);
    expect((await loadSettings({ cwd: root })).settings.prefixes).toEqual(["ACME_"]);
  });

  test("a file that an old shell wrote in UTF-16 is read", async () => {
    write("env-contract.json", Buffer.from('\uFEFF{ "prefix": "ACME_" }', "utf16le"));
    expect((await loadSettings({ cwd: root })).settings.prefixes).toEqual(["ACME_"]);
  });

  test("what cannot be read says why", async () => {
    mkdirSync(join(root, "env-contract.json"));
    expect(await complaint()).toBe("env-contract.json: is a folder, not a file\n=> make it a readable file, or remove it");
    rmSync(join(root, "env-contract.json"), { recursive: true });
    symlinkSync("gone.json", join(root, "env-contract.json"));
    expect(await complaint()).toBe("env-contract.json: does not exist, or is a link to nothing\n=> make it a readable file, or remove it");
    rmSync(join(root, "env-contract.json"));
    symlinkSync("env-contract.json", join(root, "env-contract.json"));
    expect(await complaint()).toBe("env-contract.json: is a link that leads back to itself\n=> make it a readable file, or remove it");
    rmSync(join(root, "env-contract.json"));
    write("env-contract.json", Buffer.from([0x7b, 0xe9, 0x7d]));
    expect(await complaint()).toBe("env-contract.json: is not text in UTF-8\n=> save it as UTF-8");
  });
});

describe("keys and values", () => {
  test("a key of package.json that stands twice", async () => {
    write("package.json", '{ "env-contract": {}, "env-contract": {} }');
    expect(await complaint()).toBe(
      'package.json:1:23: duplicate key "env-contract"\n  { "env-contract": {}, "env-contract": {} }\n                        ^^^^^^^^^^^^^^\n=> keep one of them',
    );
  });

  test("PX-03: a prefix without a trailing underscore is taken as written, with a notice", async () => {
    write("env-contract.json", '{\n  "prefix": ["OLD_", "ACME"] }');
    const { settings, notices } = await loadSettings({ cwd: root });
    expect(settings.prefixes).toEqual(["OLD_", "ACME"]);
    expect(notices).toEqual(['env-contract.json:2:22: prefix "ACME" also owns names like ACMEX; write "ACME_" if it is a whole word']);
  });

  test("AL-04: no allow, allow: null, no configuration", async () => {
    expect((await settingsOf('{ "prefix": "ACME_" }')).allow).toEqual([]);
    expect(await refuses('{\n  "prefix": "ACME_",\n  "allow": null\n}')).toMatch(/^env-contract\.json:3:3: "allow" is null\n/);
    rmSync(join(root, "env-contract.json"));
    expect((await loadSettings({ cwd: root })).settings).toMatchObject({ file: null, allow: [] });
  });

  test("kinds that are off are listed, those that are on are not; purposes, doors and $schema are taken", async () => {
    const text = '{ "$schema": "./schema.json", "kinds": { "unread": "off", "read": "on", "invalid-entry": "off" }, "purposes": ["USE"], "doors": ["cloudflare:workers"] }';
    expect(await settingsOf(text)).toMatchObject({ off: ["unread", "invalid-entry"], purposes: ["USE"], doors: ["cloudflare:workers"] });
  });
});

describe("allow", () => {
  test("a reason, an object and a list give items at the place of their key", async () => {
    const text = `{
  "allow": {
    "NODE_ENV": "Set by Node tools.",
    "TZ": [{ "reason": "Formats dates." }, { "reason": "Tests pin it.", "files": ["./test/"], "access": ["write"] }],
    "<dynamic>": { "reason": "", "owner": "us", "url": "https://example.org", "secret": true, "names": ["A_*"] }
  }
}`;
    const item = { owner: null, url: null, secret: false, files: null, access: ["read"], names: null };
    expect((await settingsOf(text)).allow).toEqual([
      { ...item, key: "NODE_ENV", at: [3, 5, 3, 15], reason: "Set by Node tools." },
      { ...item, key: "TZ", at: [4, 5, 4, 9], reason: "Formats dates." },
      { ...item, key: "TZ", at: [4, 5, 4, 9], reason: "Tests pin it.", files: ["test/**"], access: ["write"] },
      { key: "<dynamic>", at: [5, 5, 5, 16], reason: "", owner: "us", url: "https://example.org", secret: true, files: null, access: ["read"], names: ["A_*"] },
    ]);
  });

  test("a key that stands three times is a duplicate once, at its second place, and keeps every item", async () => {
    const settings = await settingsOf('{ "allow": {\n  "CI": "one",\n  "CI": { "reason": "two" },\n  "CI": "three",\n  "__proto__": "four"\n} }');
    expect(settings.allow.map(({ key, reason, at }) => [key, reason, at[0]])).toEqual([["CI", "one", 2], ["CI", "two", 3], ["CI", "three", 4], ["__proto__", "four", 5]]);
    expect(settings.duplicateAllow).toEqual([{ key: "CI", at: [3, 3, 3, 7] }]);
  });

  test("in package.json the places are those of the whole file", async () => {
    write("package.json", '{\n  "name": "x",\n  "env-contract": {\n    "allow": { "CI": "Set by CI." } } }');
    expect((await loadSettings({ cwd: root })).settings.allow[0]?.at).toEqual([4, 16, 4, 20]);
  });
});

describe("paths", () => {
  test("registries are kept in order, normalised, each once", async () => {
    write("src/envs.ts", "");
    write("lib/envs.ts", "");
    expect((await settingsOf('{ "registry": ["./src/envs.ts", "lib//envs.ts", "src/envs.ts"] }')).registry).toEqual(["src/envs.ts", "lib/envs.ts"]);
    expect((await settingsOf('{ "registry": "src/envs.ts" }')).registry).toEqual(["src/envs.ts"]);
  });

  test.each([
    ["src/env.ts", '"src/env.ts" does not exist', 'did you mean "src/envs.ts"?'],
    ["gone/far.ts", '"gone/far.ts" does not exist', 'create it, or name the file that calls defineEnvs'],
    ["src", '"src" is no file', "name the file that calls defineEnvs"],
  ])("registry %s is refused", async (path, what, mend) => {
    write("src/envs.ts", "");
    expect(await refuses(`{\n  "registry": ["src/envs.ts", "${path}"]\n}`)).toBe(
      `env-contract.json:2:31: registry ${what}\n    "registry": ["src/envs.ts", "${path}"]\n                                ${"^".repeat(path.length + 2)}\n=> ${mend}`,
    );
  });

  test.each([
    ['{ "registry": "../envs.ts" }', 15],
    ['{ "baseline": "../known.json" }', 15],
    ['{ "docs": [{ "file": "../env.md", "format": "markdown" }] }', 22],
    ['{ "include": ["../**"] }', 15],
    ['{ "exclude": ["../**"] }', 15],
    ['{ "entries": ["../**"] }', 15],
    ['{ "tests": ["../**"] }', 13],
    ['{ "pages": ["../**"] }', 13],
    ['{ "allow": { "K": { "reason": "a", "files": ["../**"] } } }', 46],
  ])("%s leaves the folder and is refused", async (text, column) => {
    expect((await refuses(text)).split("\n")[0]).toMatch(new RegExp(`^env-contract\\.json:1:${column}: "\\.\\./.*" leaves the configuration's folder$`));
  });

  test("FS-04: backslashes between folders are read as slashes, with a notice", async () => {
    write("src/envs.ts", "");
    write("env-contract.json", '{\n  "include": ["src\\\\**\\\\*.ts"],\n  "registry": "src\\\\envs.ts"\n}');
    const { settings, notices } = await loadSettings({ cwd: root });
    expect(settings).toMatchObject({ include: ["src/**/*.ts"], registry: ["src/envs.ts"] });
    expect(notices.toSorted()).toEqual([
      'env-contract.json:2:15: "src\\**\\*.ts" is read as "src/**/*.ts"; write "/" between folders',
      'env-contract.json:3:15: "src\\envs.ts" is read as "src/envs.ts"; write "/" between folders',
    ]);
  });

  test("a named baseline, docs with their options, pages and entries are taken", async () => {
    const text = '{ "baseline": "./ci/known.json", "docs": [{ "file": "docs/env.md", "format": "markdown", "columns": ["variable"], "labels": { "unset": "none" } }], "pages": ["docs/**/*.md"], "entries": ["src/main.ts"], "tests": [] }';
    expect(await settingsOf(text)).toMatchObject({
      baseline: "ci/known.json",
      baselineNamed: true,
      docs: [{ file: "docs/env.md", format: "markdown", options: { columns: ["variable"], labels: { unset: "none" } } }],
      pages: ["docs/**/*.md"],
      entries: ["src/main.ts"],
      tests: [],
    });
  });
});

describe("release", () => {
  test("by default it is the nearest package.json with a version", async () => {
    write("package.json", '{ "version": "3.0.0" }');
    write("packages/api/package.json", '{ "name": "api" }');
    write("packages/api/env-contract.json", "{}");
    expect((await loadSettings({ cwd: join(root, "packages/api") })).settings.release).toBe("3.0.0");
    write("packages/api/package.json", '{ "version": " 4.1.0 " }');
    expect((await loadSettings({ cwd: join(root, "packages/api") })).settings.release).toBe("4.1.0");
  });

  test("a named one is a file and a dotted key", async () => {
    write("lerna.json", '\uFEFF{ "publish": { "version": "5.0.0" } }');
    expect((await settingsOf('{ "release": "lerna.json#publish.version" }')).release).toBe("5.0.0");
  });

  const MEND = 'name a JSON file and the key that holds the release, such as "package.json#version"';
  test.each([
    ["package.json", '"release" cannot be "package.json"', 'write a JSON file, "#" and a key, such as "package.json#version"'],
    ["gone.json#version", '"gone.json" does not exist', MEND],
    ["package.json#versoin", '"package.json" has no key "versoin"', 'did you mean "version"?'],
    ["package.json#version.major", '"package.json" has no key "version.major"', MEND],
    ["package.json#toString", '"package.json" has no key "toString"', MEND],
    ["package.json#private", '"package.json#private" holds no release', MEND],
    ["notes.md#version", '"notes.md" is not JSON', MEND],
  ])("%s is refused", async (release, what, mend) => {
    write("package.json", '{ "version": "1.0.0", "private": true }');
    write("notes.md", "# Notes");
    expect(await refuses(`{ "release": "${release}" }`)).toBe(
      `env-contract.json:1:14: ${what}\n  { "release": "${release}" }\n               ${"^".repeat(release.length + 2)}\n=> ${mend}`,
    );
  });
});
