import { describe, expect, test } from "vitest";
import { bestKey, exportTargets, importTargets } from "./maps.ts";

describe("keys", () => {
  test.each([
    [["./*", "./mail/*"], "./mail/queue", "./mail/*", "queue"],
    [["./mail/*", "./*"], "./mail/queue", "./mail/*", "queue"],
    [["./*.js", "./*"], "./mail.js", "./*.js", "mail"],
    [["./*", "./mail"], "./mail", "./mail", ""],
    [["./a*", "./*"], "./a", "./a*", ""],
    [["*"], "anything/at/all", "*", "anything/at/all"],
    [["./$lib/*.js", "./+x"], "./$lib/a.b.js", "./$lib/*.js", "a.b"],
  ])("of %j, %s takes %s", (keys, text, key, star) => {
    expect(bestKey(keys, text)).toEqual({ key, star });
  });

  test("head and tail of a key do not overlap", () => {
    expect(bestKey(["ab*ba"], "aba")).toBeNull();
    expect(bestKey(["ab*ba"], "abba")).toEqual({ key: "ab*ba", star: "" });
  });
});

describe("exports", () => {
  test.each<[unknown, string, string[] | null]>([
    ["./index.js", ".", ["./index.js"]],
    ["./index.js", "./mail", null],
    [["./missing.mjs", "./index.js"], ".", ["./missing.mjs", "./index.js"]],
    [{ import: "./a.mjs", require: "./a.cjs" }, ".", ["./a.mjs", "./a.cjs"]],
    [{ ".": { types: "./a.d.ts", browser: "./b.js", node: { import: "./n.mjs" }, default: "./a.js" } }, ".", ["./n.mjs", "./a.js", "./a.d.ts", "./b.js"]],
    [{ "./*": { types: "./types/*.d.ts", default: "./dist/*.js" } }, "./mail/queue", ["./dist/mail/queue.js", "./types/mail/queue.d.ts"]],
    [{ "./*": "./dist/*/*.js" }, "./mail", ["./dist/mail/mail.js"]],
    [{ "./*": "./dist/*.js", "./internal/*": null }, "./internal/a", null],
    [{ "./a": { browser: null, default: "./a.js" } }, "./a", ["./a.js"]],
    [{ "./a": { node: null, default: null } }, "./a", null],
    [{}, ".", null],
    [7, ".", null],
    [{ ".": 7 }, ".", null],
    [{ "./$&": "./x.js", "./*": "./src/*.ts" }, "./$&/$1", ["./src/$&/$1.ts"]],
  ])("of %j, %s is %j", (exports, subpath, targets) => {
    expect(exportTargets(exports, subpath)).toEqual(targets);
  });
});

test("imports", () => {
  expect(importTargets({ "#mail/*": "./src/mail/*.ts", "#mail": "@acme/mail" }, "#mail/queue")).toEqual(["./src/mail/queue.ts"]);
  expect(importTargets({ "#mail/*": "./src/mail/*.ts", "#mail": "@acme/mail" }, "#mail")).toEqual(["@acme/mail"]);
  for (const imports of [undefined, null, [], "./a.js", {}]) expect(importTargets(imports, "#mail")).toBeNull();
});
