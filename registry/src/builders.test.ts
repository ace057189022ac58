import { describe, expect, test } from "vitest";
import { bool, choice, defineEnvs, EnvVarError, float, int, path, str } from "./index.ts";
import type { Environ } from "./index.ts";
import { trim } from "./builders.ts";

const categories = ["net"] as const;
const category = "net";

function read(get: (source: Environ) => unknown, source: Environ): unknown {
  try {
    return get(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvVarError);
    return "refused";
  }
}

describe("bool", () => {
  const get = (source: Environ): unknown => defineEnvs({ ACME_FLAG: bool({ default: true, category }) }, { categories, source }).ACME_FLAG.get();

  test.each(["true", "TRUE", "1", "yes", "on", " On\n"])("%j is true", (text) => expect(get({ ACME_FLAG: text })).toBe(true));
  test.each(["false", "False", "0", "no", "off", " false ", "", " \v"])("%j is false", (text) => expect(get({ ACME_FLAG: text })).toBe(false));
  test.each(["maybe", "2", "y", "true;", "\u00a0true"])("%j is refused", (text) => expect(read(get, { ACME_FLAG: text })).toBe("refused"));
  test("unset is the default", () => expect(get({})).toBe(true));
});

describe("int and float", () => {
  const envs = (source: Environ) =>
    defineEnvs(
      {
        ACME_PORT: int({ default: 8080, min: 1, max: 65535, category }),
        ACME_RATE: float({ default: 0.5, min: 0, category }),
        ACME_LIMIT: float({ default: 1, finite: true, category }),
        ACME_BIG: int({ default: 0, category }),
      },
      { categories, source },
    );

  test.each([["1", 1], ["65535", 65535], ["0", "refused"], ["65536", "refused"], ["", "refused"], ["+1_0", 10]])("%j between 1 and 65535 is %j", (text, value) => {
    expect(read((source) => envs(source).ACME_PORT.get(), { ACME_PORT: text })).toBe(value);
  });
  test.each([["inf", Infinity], ["nan", "refused"], ["-0.1", "refused"], [".5", 0.5], ["1e400", Infinity]])("%j of at least 0 is %j", (text, value) => {
    expect(read((source) => envs(source).ACME_RATE.get(), { ACME_RATE: text })).toBe(value);
  });
  test.each([["inf", "refused"], ["nan", "refused"], ["1e400", "refused"], ["1e3", 1000]])("%j, finite, is %j", (text, value) => {
    expect(read((source) => envs(source).ACME_LIMIT.get(), { ACME_LIMIT: text })).toBe(value);
  });
  test("an integer beyond 2^53-1 is refused, and -0 is 0", () => {
    expect(envs({ ACME_BIG: "9007199254740991" }).ACME_BIG.get()).toBe(9007199254740991);
    expect(read((source) => envs(source).ACME_BIG.get(), { ACME_BIG: "9007199254740992" })).toBe("refused");
    expect(envs({ ACME_BIG: "-0" }).ACME_BIG.get()).toBe(0);
  });
  test("the error states the bounds", () => {
    expect(() => envs({ ACME_PORT: "0" }).ACME_PORT.get()).toThrow("expected a whole number from 1 to 65535");
    expect(() => envs({ ACME_RATE: "x" }).ACME_RATE.get()).toThrow("expected a number of at least 0");
  });
});

describe("path", () => {
  const get = (text: string | undefined, home: Environ, preset = "~/data"): unknown =>
    read((source) => defineEnvs({ ACME_DIR: path({ default: preset, category }) }, { categories, source }).ACME_DIR.get(), { ...home, ACME_DIR: text });

  test.each([["~", "/home/ada"], ["~/x", "/home/ada/x"], ["~ada/x", "~ada/x"], ["a/~/b", "a/~/b"], ["", ""], [undefined, "/home/ada/data"]])("%j is %j", (text, value) => {
    expect(get(text, { HOME: "/home/ada/" })).toBe(value);
  });
  test("takes the profile of Windows, and the root as home", () => {
    expect(get("~\\x", { USERPROFILE: "C:\\Users\\Ada" })).toBe("C:\\Users\\Ada\\x");
    expect(get("~", { HOME: "/" })).toBe("/");
    expect(get("~/x", { HOME: "/" })).toBe("/x");
  });
  test("raises without a home, for the value and for the default", () => {
    expect(get("~/x", {})).toBe("refused");
    expect(get(undefined, { HOME: "" })).toBe("refused");
    expect(get("/srv", {})).toBe("/srv");
  });
});

describe("choice and str", () => {
  const envs = (source: Environ) =>
    defineEnvs({ ACME_LEVEL: choice(["debug", "info"], { default: "info", category }), ACME_BASE: str({ default: "/v1", category }), ACME_KEPT: str({ default: "/v1", emptyIsUnset: true, category }) }, { categories, source });

  test.each([[" DEBUG\t", "debug"], ["info", "info"], ["warn", "refused"], ["", "refused"], ["in fo", "refused"]])("%j is %j", (text, value) => {
    expect(read((source) => envs(source).ACME_LEVEL.get(), { ACME_LEVEL: text })).toBe(value);
  });
  test('"" is a text, unless the entry says that it is none', () => {
    const { ACME_BASE, ACME_KEPT } = envs({ ACME_BASE: "", ACME_KEPT: "" });
    expect([ACME_BASE.get(), ACME_BASE.isSet(), ACME_KEPT.get(), ACME_KEPT.isSet()]).toEqual(["", true, "/v1", false]);
  });
  test("a text is left as it is", () => expect(envs({ ACME_BASE: "  x \n" }).ACME_BASE.get()).toBe("  x \n"));
});

describe("long texts", () => {
  const long = 120_000;
  test.each([
    ["blanks within", `1${" ".repeat(long)}1`],
    ["digits", `${"1_".repeat(long / 2)}x`],
    ["a fraction", `${"1".repeat(long / 2)}.${"1".repeat(long / 2)}x`],
  ])("%s take no time to refuse", (_, text) => {
    const started = performance.now();
    const get = (source: Environ): unknown => defineEnvs({ ACME_RATE: float({ required: true, category }) }, { categories, source }).ACME_RATE.get();
    expect(read(get, { ACME_RATE: text })).toBe("refused");
    expect(performance.now() - started).toBeLessThan(1000);
  });
  test("only the six ASCII blanks are blanks", () => expect(trim(" \t\n\r\f\v\u00a0x\u2003\ufeff \r\n")).toBe("\u00a0x\u2003\ufeff"));
});
