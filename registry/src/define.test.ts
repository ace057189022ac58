import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { bool, defineEnvs, EnvVarError, group, int, nested, str } from "./index.ts";
import type { Environ } from "./index.ts";

const categories = ["net", "storage"] as const;
const category = "net";

describe("a registry", () => {
  const envs = defineEnvs({ ACME_PORT: int({ default: 1, category }), get: str({ default: "g", category }), then: str({ default: "t", category }) }, { categories, source: {} });

  test("has the declared names and nothing else", async () => {
    expect("constructor" in envs).toBe(false);
    expect("toString" in envs).toBe(false);
    expect(Object.keys(envs)).toEqual(["ACME_PORT", "get", "then"]);
    expect(envs.get.get()).toBe("g");
    // The compiler takes any callable `then` for a promise; at run time a field is no function.
    expect(await (envs as unknown)).toBe(envs);
    expect(envs.then.get()).toBe("t");
  });
  test("cannot be changed", () => expect(() => Object.assign(envs, { ACME_PORT: 5 })).toThrow(TypeError));
  test("gives its names as JSON, unless a variable has that name", () => {
    expect(JSON.stringify({ envs })).toBe('{"envs":["ACME_PORT","get","then"]}');
    expect(defineEnvs({ toJSON: str({ default: "j", category }) }, { categories, source: {} }).toJSON.get()).toBe("j");
  });
  test("a name that every object inherits is a variable like any other", () => {
    const odd = defineEnvs({ constructor: str({ optional: true, category }), hasOwnProperty: str({ optional: true, category }) }, { categories });
    expect([odd.constructor.get(), odd.hasOwnProperty.isSet()]).toEqual([undefined, false]);
  });
  test("takes a source that is replaced", () => {
    let source: Environ = { ACME_PORT: "2" };
    const live = defineEnvs({ ACME_PORT: int({ default: 1, category }) }, { categories, source: () => source });
    expect(live.ACME_PORT.get()).toBe(2);
    source = { ACME_PORT: "3" };
    expect(live.ACME_PORT.get()).toBe(3);
  });
});

describe("groups and nests", () => {
  const storage = group("storage", nested("ACME_STORAGE", { PATH: str({ default: "/srv" }), SIZE: int({ optional: true }) }));
  test("give categories and names", () => {
    const envs = defineEnvs({ ...storage, ACME_X: int({ default: 1, category }) }, { categories, source: { ACME_STORAGE__SIZE: "4" } });
    expect([envs.ACME_STORAGE__PATH.get(), envs.ACME_STORAGE__SIZE.get(), Object.keys(envs)]).toEqual(["/srv", 4, ["ACME_STORAGE__PATH", "ACME_STORAGE__SIZE", "ACME_X"]]);
    expect(storage.ACME_STORAGE__PATH.options.category).toBe("storage");
  });
  test("one entry stands in several registries", () => {
    const source = { ACME_STORAGE__SIZE: "4" };
    const [a, b] = [defineEnvs(storage, { categories, source }), defineEnvs(storage, { categories, source })];
    a.ACME_STORAGE__SIZE.set(5);
    expect(b.ACME_STORAGE__SIZE.get()).toBe(5);
  });
});

describe("presence", () => {
  const envs = (source: Environ) =>
    defineEnvs(
      {
        ACME_KEY: str({ required: true, category, emptyIsUnset: true }),
        ACME_HOST: str({ fallbackTo: "ACME_NAME", category }),
        ACME_NAME: str({ fallbackTo: "ACME_BASE", category }),
        ACME_BASE: str({ optional: true, category }),
        ACME_HALF: int({ default: (): number => (source["ACME_BASE"] ?? "").length, category }),
      },
      { categories, source, policyDoc: "docs/env.md" },
    );

  test("required and not set raises", () => {
    const error = caught(() => envs({ ACME_KEY: "" }).ACME_KEY.get());
    expect(error).toMatchObject({ name: "EnvVarError", code: "ENV_VAR_MISSING", variable: "ACME_KEY", alias: undefined, type: "str", policyDoc: "docs/env.md" });
    expect(error.message).toMatch(/^ACME_KEY is not set: expected a text; declared at .*define\.test\.ts:\d+:\d+; see docs\/env\.md$/);
  });
  test("fallbacks are followed to the end", () => {
    expect(envs({}).ACME_HOST.get()).toBeUndefined();
    expect(envs({ ACME_BASE: "b" }).ACME_HOST.get()).toBe("b");
    expect(envs({ ACME_BASE: "b", ACME_HOST: "" }).ACME_HOST.get()).toBe("");
    expect(envs({ ACME_BASE: "b" }).ACME_HOST.isSet()).toBe(false);
  });
  test("a computed default is computed at each read", () => {
    const source: Environ = {};
    const { ACME_HALF } = envs(source);
    expect(ACME_HALF.get()).toBe(0);
    source["ACME_BASE"] = "four";
    expect(ACME_HALF.get()).toBe(4);
  });
  test.each([
    ["an unknown fallback", { A: str({ fallbackTo: "B", category }) }],
    ["an inherited fallback", { A: str({ fallbackTo: "toString", category }) }],
    ["a fallback of another type", { A: str({ fallbackTo: "B", category }), B: int({ default: 1, category }) }],
    ["a cycle", { A: str({ fallbackTo: "B", category }), B: str({ fallbackTo: "A", category }) }],
    ["a fallback to itself", { A: str({ fallbackTo: "A", category }) }],
    ["what is no entry", { A: 5 }],
  ])("%s is refused at once", (_, entries) => {
    expect(() => defineEnvs(entries as never, { categories, source: {} })).toThrow(/^A: /);
  });
});

describe("errors", () => {
  const value = "sk_live_oops";
  const envs = defineEnvs({ ACME_PORT: int({ default: 1, category, aliases: ["ACME_OLD_PORT"] }), ACME_KEY: int({ required: true, secret: true, category }) }, { categories, source: { ACME_OLD_PORT: value, ACME_KEY: value }, warn: () => undefined });

  test("name the variable and the alias used, and never hold the value", () => {
    for (const name of ["ACME_PORT", "ACME_KEY"] as const) {
      const error = caught(() => envs[name].get());
      expect(error).toMatchObject({ code: "ENV_VAR_INVALID", variable: name, alias: name === "ACME_PORT" ? "ACME_OLD_PORT" : undefined, type: "int", reason: "expected a whole number" });
      expect(error.cause).toBeUndefined();
      expect(inspect(error, { showHidden: true, depth: 9 }) + JSON.stringify(error) + error.stack).not.toContain(value);
    }
    expect(caught(() => envs.ACME_PORT.get()).message).toContain("ACME_PORT (set as ACME_OLD_PORT) expected a whole number");
  });
  test("nothing about a registry or a field shows a value", () => {
    const flag = defineEnvs({ ACME_FLAG: int({ default: 1, category }) }, { categories, source: { ACME_FLAG: "424242" } });
    flag.ACME_FLAG.get();
    expect(inspect(flag, { depth: 9 }) + inspect(flag.ACME_FLAG, { customInspect: false, showHidden: true })).not.toContain("424242");
    expect(inspect(flag)).toBe("[Object: null prototype] { ACME_FLAG: envs.ACME_FLAG }");
  });
});

test("importing and declaring read nothing", () => {
  const reads: PropertyKey[] = [];
  const source = new Proxy({}, { get: (_, key) => void reads.push(key), has: (_, key) => (reads.push(key), false), ownKeys: () => (reads.push("*"), []) });
  const envs = defineEnvs({ ACME_FLAG: bool({ default: false, category, aliases: ["ACME_OLD"] }) }, { categories, source, warn: () => undefined });
  expect(reads).toEqual([]);
  envs.ACME_FLAG.get();
  expect(reads).toEqual(["ACME_FLAG", "ACME_OLD"]);
});

function caught(run: () => unknown): EnvVarError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvVarError);
    return error as EnvVarError;
  }
  throw new Error("nothing was raised");
}
