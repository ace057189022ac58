import { describe, expect, test } from "vitest";
import { settingsOf } from "../files/testing.ts";
import type { AllowItem, Settings } from "../settings.ts";
import { coversPattern, withinFolder } from "./patterns.ts";
import { weakenings } from "./weaker.ts";

type Some = Partial<Settings>;

function allowed(key: string, some: Partial<AllowItem> = {}): AllowItem {
  return { key, at: [1, 1, 1, 1], reason: "Set by the container.", owner: null, url: null, secret: false, files: null, access: ["read"], names: null, ...some };
}

interface Around {
  readonly folders?: readonly [before: string, now: string];
  readonly relation?: "same" | "taken-over";
  readonly renamed?: Readonly<Record<string, string>>;
  readonly gone?: readonly string[];
}

function weaker(before: Some, now: Some, { folders = [".", "."], relation = "same", renamed = {}, gone = [] }: Around = {}): string[] {
  const one = (folder: string, some: Some) => ({ settings: settingsOf(`/shop/${folder}`, { file: "env-contract.json", ...some }), folder, covered: true });
  return weakenings({ before: one(folders[0], before), now: one(folders[1], now), relation, origin: (path) => renamed[path] ?? path, exists: (path) => !gone.includes(path) });
}

test("the same is no weaker", () => {
  const all: Some = { off: ["prefix"], exclude: ["gen/**"], entries: ["src/main.ts"], allow: [allowed("TZ", { files: ["test/**"] })], prefixes: ["SHOP_"], purposes: ["USE"], doors: ["bun"], registry: ["src/envs.ts"], docs: [{ file: "env.md", format: "markdown", options: {} }], pages: ["docs/*.md"] };
  expect(weaker(all, all)).toEqual([]);
});

test.each<[what: string, before: Some, now: Some, entries: string[]]>([
  ["a kind off", {}, { off: ["prefix", "unread"] }, ["kinds.prefix off", "kinds.unread off"]],
  ["a kind on again", { off: ["prefix"] }, {}, []],
  ["a wider exclude", { exclude: ["gen/**"] }, { exclude: ["gen/**", "src/old/**"] }, ["exclude src/old/**"]],
  ["an exclude that another one covers", { exclude: ["gen/**"] }, { exclude: ["gen/api/**", "gen/schema.ts"] }, []],
  ["a narrower include", {}, { include: ["src/**/*.ts"] }, ["include **/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs} dropped"]],
  ["an include that is split", {}, { include: ["**/*.{js,jsx,mjs,cjs}", "**/*.ts", "**/*.{tsx,mts,cts}"] }, []],
  ["an include that is wider", { include: ["src/**/*.ts"] }, {}, []],
  ["a further entry file", {}, { entries: ["src/main.ts"] }, ["entries src/main.ts"]],
  ["a prefix dropped", { prefixes: ["SHOP_", "MAIL_"] }, { prefixes: ["SHOP_"] }, ["prefix MAIL_ dropped"]],
  ["a prefix more", { prefixes: ["SHOP_"] }, { prefixes: ["SHOP_", "MAIL_"] }, []],
  ["a purpose more", { purposes: ["USE"] }, { purposes: ["USE", "ALLOW"] }, ["purposes ALLOW"]],
  ["no purposes any more", { purposes: ["USE"] }, {}, ["purposes USE dropped"]],
  ["purposes where none were asked", {}, { purposes: ["USE"] }, []],
  ["a door dropped", { doors: ["$env/static/private"] }, {}, ["doors $env/static/private dropped"]],
  ["a registry dropped", { registry: ["src/envs.ts"] }, {}, ["registry src/envs.ts dropped"]],
  ["pages and blocks dropped", { pages: ["docs/**/*.md"], docs: [{ file: "env.md", format: "markdown", options: {} }] }, { pages: ["docs/*.md"] }, ["docs env.md dropped", "pages docs/**/*.md dropped"]],
  ["tests change no verdict", { tests: ["**/*.test.ts"] }, { tests: [] }, []],
])("%s", (_what, before, now, entries) => {
  expect(weaker(before, now)).toEqual(entries);
});

describe("allow", () => {
  test.each<[what: string, before: AllowItem[], now: AllowItem[], entries: string[]]>([
    ["a new key", [], [allowed("TZ")], ["allow TZ"]],
    ["a new key for some files", [], [allowed("TZ", { files: ["test/**"], access: ["read", "write"] })], ["allow TZ in test/**", "allow TZ write in test/**"]],
    ["another access", [allowed("TZ")], [allowed("TZ", { access: ["read", "write"] })], ["allow TZ write"]],
    ["more files", [allowed("TZ", { files: ["test/**"] })], [allowed("TZ", { files: ["test/**", "src/clock.ts"] })], ["allow TZ in src/clock.ts"]],
    ["every file", [allowed("TZ", { files: ["test/**"] })], [allowed("TZ")], ["allow TZ"]],
    ["fewer files", [allowed("TZ")], [allowed("TZ", { files: ["test/**"] })], []],
    ["what two items allowed, in one", [allowed("TZ", { files: ["a.ts"] }), allowed("TZ", { files: ["b.ts"] })], [allowed("TZ", { files: ["a.ts", "b.ts"] })], []],
    ["a wider key", [allowed("npm_config_user_agent")], [allowed("npm_*")], ["allow npm_*"]],
    ["a narrower key", [allowed("npm_*")], [allowed("npm_config_*"), allowed("npm_execpath")], []],
    ["a form", [allowed("<copy>", { files: ["src/launch.ts"] })], [allowed("<copy>", { files: ["src/launch.ts", "src/spawn.ts"] })], ["allow <copy> in src/spawn.ts"]],
    ["names", [allowed("<dynamic>", { files: ["p.ts"], names: ["SHOP_A_*"] })], [allowed("<dynamic>", { files: ["p.ts"], names: ["SHOP_A_*", "SHOP_*"] })], ["allow <dynamic> in p.ts for SHOP_*"]],
    ["another reason, owner or page", [allowed("TZ")], [allowed("TZ", { reason: "Read by Intl.", owner: "node", url: "https://nodejs.org", secret: true })], []],
  ])("%s", (_what, before, now, entries) => {
    expect(weaker({ allow: before }, { allow: now })).toEqual(entries);
  });
});

test("a renamed file keeps what was said of it", () => {
  const before: Some = { exclude: ["src/old.ts"], registry: ["src/envs.ts"], allow: [allowed("TZ", { files: ["src/clock.ts"] })], include: ["src/a.ts"] };
  const now: Some = { exclude: ["src/older.ts"], registry: ["src/env/envs.ts"], allow: [allowed("TZ", { files: ["src/time.ts"] })], include: ["src/b.ts"] };
  const renamed = { "src/older.ts": "src/old.ts", "src/env/envs.ts": "src/envs.ts", "src/time.ts": "src/clock.ts", "src/b.ts": "src/a.ts" };
  expect(weaker(before, now, { renamed })).toEqual([]);
  expect(weaker(before, now)).toEqual(["include src/a.ts dropped", "exclude src/older.ts", "allow TZ in src/time.ts", "registry src/envs.ts dropped"]);
  expect(weaker({ registry: ["src/envs.ts"] }, {}, { gone: ["src/envs.ts"] })).toEqual([]);
});

describe("a configuration that takes over files of an outer one", () => {
  const folders = [".", "packages/mail"] as const;
  const over = (before: Some, now: Some): string[] => weaker(before, now, { folders, relation: "taken-over" });

  test.each<[what: string, before: Some, now: Some, entries: string[]]>([
    ["with the same rules", { off: ["prefix"], exclude: ["**/gen/**"], allow: [allowed("TZ")] }, { off: ["prefix"], exclude: ["src/gen/**"], allow: [allowed("TZ", { files: ["src/clock.ts"] })] }, []],
    ["with a registry of its own", { prefixes: ["SHOP_"], registry: ["src/envs.ts"], pages: ["docs/*.md"] }, { prefixes: ["MAIL_"], registry: ["src/envs.ts"] }, []],
    ["with less of it", {}, { off: ["read"], exclude: ["src/old/**"], include: ["src/**/*.ts"], allow: [allowed("TZ")] }, ["kinds.read off", "include **/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs} dropped", "exclude src/old/**", "allow TZ"]],
    ["with what the outer one allowed in the folder", { exclude: ["packages/mail/src/gen/**"], allow: [allowed("TZ", { files: ["packages/mail/**"] })] }, { exclude: ["src/gen/**"], allow: [allowed("TZ")] }, []],
    ["with what the outer one allowed beside it", { allow: [allowed("TZ", { files: ["packages/web/**"] })] }, { allow: [allowed("TZ")] }, ["allow TZ"]],
    ["with the part of an include", { include: ["packages/*/src/**/*.ts", "scripts/**"] }, { include: ["src/**/*.ts"] }, []],
    ["without it", { include: ["packages/*/{src,lib}/**/*.ts"] }, { include: ["src/**/*.ts"] }, ["include packages/*/{src,lib}/**/*.ts dropped"]],
  ])("%s", (_what, before, now, entries) => {
    expect(over(before, now)).toEqual(entries);
  });
});

test.each<[wide: string[], narrow: string, covers: boolean]>([
  [["src/**"], "src/a/*.ts", true],
  [["src"], "src/a/*.ts", true],
  [["src/*"], "src/gen", false],
  [["src/*"], "src/a.ts", true],
  [["src/**"], "src2/a.ts", false],
  [["**/*.test.ts"], "src/**/*.test.ts", true],
  [["**/*.test.ts"], "src/**/*.ts", false],
  [["**/gen/**"], "src/gen/**", true],
  [["src/*.ts"], "src/**/*.ts", false],
  [["src/{a,b}/**"], "src/{b,a}/c/**", true],
  [["src/{a,b}/**"], "src/{a,c}/**", false],
  [["**/*"], "any/*", true],
  [[], "a.ts", false],
])("%j covers %s: %s", (wide, narrow, covers) => {
  expect(coversPattern(wide, narrow)).toBe(covers);
});

test.each<[pattern: string, inside: string[] | null]>([
  ["**/*.ts", ["**/*.ts"]],
  ["packages/**", ["**"]],
  ["packages/mail", ["**"]],
  ["packages/mail/src/*.ts", ["src/*.ts"]],
  ["packages/*/src/**", ["src/**"]],
  ["packages/*", []],
  ["packages/web/**", []],
  ["src/**", []],
  ["**/mail/*.ts", null],
  ["**/**/x.ts", null],
  ["{packages,apps}/mail/{a,b}.ts", ["a.ts", "b.ts"]],
])("%s inside packages/mail is %j", (pattern, inside) => {
  expect(withinFolder(pattern, "packages/mail")).toEqual(inside);
});
