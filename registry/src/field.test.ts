import { beforeEach, describe, expect, test } from "vitest";
import { bool, choice, defineEnvs, float, int, path, str } from "./index.ts";
import type { Environ } from "./index.ts";

const category = "net";
const source: Environ = {};
const warnings: string[] = [];
const options = { categories: [category], source, warn: (message: string) => void warnings.push(message) } as const;
const envs = defineEnvs(
  {
    ACME_FLAG: bool({ default: false, category }),
    ACME_PORT: int({ default: 80, max: 99, category }),
    ACME_RATE: float({ default: 1, category }),
    ACME_NAME: str({ optional: true, category, aliases: ["ACME_OLD_NAME", { name: "ACME_OLDER_NAME", removeIn: "3.0.0" }] }),
    ACME_LEVEL: choice(["debug", "info"], { default: "info", category }),
    ACME_DIR: path({ default: "/srv", category }),
  },
  options,
);

beforeEach(() => {
  for (const name of Object.keys(source)) delete source[name];
});

describe("set and clear", () => {
  test("write the canonical text and unset", () => {
    envs.ACME_FLAG.set(true);
    envs.ACME_PORT.set(8);
    envs.ACME_RATE.set(1e21);
    envs.ACME_NAME.set("");
    envs.ACME_LEVEL.set("debug");
    envs.ACME_DIR.set("/x");
    expect(source).toEqual({ ACME_FLAG: "1", ACME_PORT: "8", ACME_RATE: "1e+21", ACME_NAME: "", ACME_LEVEL: "debug", ACME_DIR: "/x" });
    for (const field of Object.values(envs)) field.clear();
    expect(source).toEqual({});
  });
  test.each([0, 1.5, -0.1, 1e-7, Infinity, -Infinity, NaN, Number.MAX_VALUE, Number.MIN_VALUE])("%d comes back from its text", (value) => {
    envs.ACME_RATE.set(value);
    expect(envs.ACME_RATE.get()).toBe(value);
  });
  test.each([
    ["ACME_FLAG", "false"],
    ["ACME_FLAG", undefined],
    ["ACME_PORT", "8"],
    ["ACME_PORT", 1.5],
    ["ACME_PORT", NaN],
    ["ACME_PORT", 100],
    ["ACME_NAME", undefined],
    ["ACME_NAME", null],
    ["ACME_NAME", "a\0b"],
    ["ACME_LEVEL", "warn"],
    ["ACME_DIR", "~/x"],
  ] as const)("%s cannot be set to %j", (name, value) => {
    expect(() => envs[name].set(value as never)).toThrow(TypeError);
    expect(() => envs[name].set(value as never)).toThrow(new RegExp(`^${name} cannot be set to this: expected `));
    expect(source).toEqual({});
  });
  test("clear unsets old names as well", () => {
    Object.assign(source, { ACME_NAME: "a", ACME_OLD_NAME: "b", ACME_OLDER_NAME: "c" });
    envs.ACME_NAME.clear();
    expect([source, envs.ACME_NAME.isSet()]).toEqual([{}, false]);
  });
  test("a value that changes is seen at the next read", () => {
    const seen = ["1", "2", "2", undefined, "3"].map((text) => {
      if (text === undefined) delete source["ACME_PORT"];
      else source["ACME_PORT"] = text;
      return envs.ACME_PORT.get();
    });
    expect(seen).toEqual([1, 2, 2, 80, 3]);
  });
});

describe("override", () => {
  test("holds until it is restored, once", () => {
    source["ACME_PORT"] = "7";
    const override = envs.ACME_PORT.override(8);
    expect([envs.ACME_PORT.get(), source["ACME_PORT"]]).toEqual([8, "8"]);
    override.restore();
    expect(envs.ACME_PORT.get()).toBe(7);
    source["ACME_PORT"] = "9";
    override.restore();
    expect(envs.ACME_PORT.get()).toBe(9);
  });
  test("holds to the end of the block that uses it", () => {
    {
      using _port = envs.ACME_PORT.override(8);
      expect(envs.ACME_PORT.get()).toBe(8);
    }
    expect(source).toEqual({});
  });
  test("undefined unsets, and old names are cleared and put back", () => {
    Object.assign(source, { ACME_NAME: "a", ACME_OLD_NAME: "b" });
    const override = envs.ACME_NAME.override(undefined);
    expect([envs.ACME_NAME.get(), envs.ACME_NAME.isSet(), source]).toEqual([undefined, false, {}]);
    override.restore();
    expect(source).toEqual({ ACME_NAME: "a", ACME_OLD_NAME: "b" });
  });
  test("a value that is refused changes nothing", () => {
    expect(() => envs.ACME_PORT.override(100)).toThrow(TypeError);
    expect(source).toEqual({});
  });

  const orders = permutations([0, 1, 2, 3]);
  test.each(orders)("restored in the order %d %d %d %d leaves nothing behind", (...order) => {
    source["ACME_PORT"] = "0";
    const overrides = [1, undefined, 3, 4].map((value) => envs.ACME_PORT.override(value));
    const open = new Set([0, 1, 2, 3]);
    for (const index of order) {
      overrides[index]!.restore();
      open.delete(index);
      const top = Math.max(-1, ...open);
      expect(source["ACME_PORT"]).toBe(["0", "1", undefined, "3", "4"][top + 1]);
    }
  });
  test("overlapping overrides of an entry and of its old name as an entry undo only their own", () => {
    const old = defineEnvs({ ACME_OLD_NAME: str({ optional: true, category }) }, options);
    source["ACME_OLD_NAME"] = "start";
    const inner = old.ACME_OLD_NAME.override("mine");
    const outer = envs.ACME_NAME.override("theirs");
    inner.restore();
    expect(source).toEqual({ ACME_NAME: "theirs" });
    outer.restore();
    expect(source).toEqual({ ACME_OLD_NAME: "start" });
  });

  test("as a callback gives its result and restores", () => {
    expect(envs.ACME_PORT.override(8, () => envs.ACME_PORT.get())).toBe(8);
    expect(source).toEqual({});
  });
  test("as a callback restores on a throw", () => {
    const fail = (): never => {
      throw new Error("boom");
    };
    expect(() => envs.ACME_PORT.override(8, fail)).toThrow("boom");
    expect(source).toEqual({});
  });
  test("as an async callback holds until it settles, either way", async () => {
    const wait = async (outcome: "fulfilled" | "rejected"): Promise<number> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (outcome === "rejected") throw new Error("boom");
      return envs.ACME_PORT.get();
    };
    const pending = envs.ACME_PORT.override(8, () => wait("fulfilled"));
    expect(source["ACME_PORT"]).toBe("8");
    expect(await pending).toBe(8);
    expect(source).toEqual({});
    await expect(envs.ACME_PORT.override(8, () => wait("rejected"))).rejects.toThrow("boom");
    expect(source).toEqual({});
  });
});

describe("bare use", () => {
  const field = envs.ACME_PORT as unknown as string & Iterable<string>;
  const fix = "envs.ACME_PORT is a field, not a value: call envs.ACME_PORT.get()";

  test.each([
    ["text", () => `${field}`],
    ["+", () => field + "x"],
    ["number", () => Number(field)],
    ["comparison", () => Number(field) > 3],
    ["loose equality", () => (field as unknown) == 80],
    ["toString", () => field.toString()],
    ["join", () => [field].join()],
    ["key", () => ({})[field as never]],
    ["JSON", () => JSON.stringify({ port: field })],
    ["JSON of the field", () => JSON.stringify(field)],
    ["spread", () => [...field]],
    ["loop", () => Array.from(field)],
    ["destructuring", () => (([first]: Iterable<string>) => first)(field)],
  ] as const)("%s throws and names the fix", (_, use) => expect(use).toThrow(fix));
  test("probing is inert", async () => {
    expect(await (field as unknown)).toBe(field);
    expect("then" in (envs.ACME_PORT as object)).toBe(false);
    expect(structuredClone(field as unknown)).toEqual({});
    expect(Object.keys(field as never)).toEqual([]);
    expect(Object.prototype.toString.call(field)).toBe("[object Object]");
    expect(field as unknown).toBe(field);
  });
  test("a failing comparison in a test prints the name, and no value", () => {
    source["ACME_PORT"] = "42";
    envs.ACME_PORT.get();
    let message = "";
    try {
      expect({ port: field as unknown }).toEqual({ port: 80 });
    } catch (error) {
      message = JSON.stringify(error, Object.getOwnPropertyNames(error));
    }
    expect(message).toContain("envs.ACME_PORT");
    expect(message).not.toContain("42,");
    expect(message).not.toMatch(/"42"/);
  });
});

describe("renames", () => {
  let at = 0;
  // A warning comes once per process: each test has names of its own.
  const renamed = () => {
    at += 1;
    const entries = { [`ACME_NEW_${at}`]: str({ default: "none", category, aliases: [`ACME_AAD_${at}`] }) };
    warnings.length = 0;
    return { field: defineEnvs(entries, options)[`ACME_NEW_${at}`]!, name: `ACME_NEW_${at}`, old: `ACME_AAD_${at}` };
  };

  test("the old name works and warns once, by get or isSet", () => {
    const { field, name, old } = renamed();
    expect([field.isSet(), field.get(), warnings]).toEqual([false, "none", []]);
    source[old] = "x1";
    expect([field.isSet(), field.get(), field.get()]).toEqual([true, "x1", "x1"]);
    expect(warnings).toEqual([`${old} is deprecated: set ${name} instead`]);
  });
  test("the new name wins, and a difference warns once more", () => {
    const { field, name, old } = renamed();
    Object.assign(source, { [name]: "new", [old]: "new" });
    expect([field.get(), warnings.length]).toEqual(["new", 1]);
    source[old] = "old";
    expect([field.get(), field.get()]).toEqual(["new", "new"]);
    expect(warnings.slice(1)).toEqual([`${name} and ${old} are both set and differ: ${name} wins`]);
    expect(warnings.join()).not.toMatch(/"old"|: old/);
  });
  test("without a `warn` the warning is one of the process", async () => {
    const { name, old } = renamed();
    const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
    defineEnvs({ [name]: str({ default: "none", category, aliases: [old] }) }, { categories: [category], source: { [old]: "x" } })[name]!.get();
    expect(await warned).toMatchObject({ name: "DeprecationWarning", message: `${old} is deprecated: set ${name} instead` });
  });
});

describe("client", () => {
  const entries = { NEXT_PUBLIC_URL: str({ default: "none", category, client: () => "inlined" }), NEXT_PUBLIC_GONE: str({ default: "none", category, client: () => missing.env.NEXT_PUBLIC_GONE }) };
  const client = defineEnvs(entries, options);

  test("stands where the variable is not set, and where no bundler has put a text", () => {
    expect([client.NEXT_PUBLIC_URL.get(), client.NEXT_PUBLIC_URL.isSet(), client.NEXT_PUBLIC_GONE.get()]).toEqual(["inlined", true, "none"]);
    source["NEXT_PUBLIC_URL"] = "live";
    expect(client.NEXT_PUBLIC_URL.get()).toBe("live");
  });
  test("is empty like the variable itself", () => {
    const empty = defineEnvs({ NEXT_PUBLIC_A: str({ default: "none", category, client: () => "" }), NEXT_PUBLIC_B: str({ default: "none", category, emptyIsUnset: true, client: () => "" }), NEXT_PUBLIC_C: str({ default: "none", category, client: () => "inlined" }) }, options);
    source["NEXT_PUBLIC_C"] = "";
    expect([empty.NEXT_PUBLIC_A.get(), empty.NEXT_PUBLIC_B.get(), empty.NEXT_PUBLIC_C.get()]).toEqual(["", "none", ""]);
  });
  test("gives way to an override that unsets", () => {
    expect(client.NEXT_PUBLIC_URL.override(undefined, () => client.NEXT_PUBLIC_URL.get())).toBe("none");
  });
});

declare const missing: { readonly env: Readonly<Record<string, string>> };

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
