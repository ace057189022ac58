/** Cases from practice in which a program got another value than its operator meant, or no word about it. RT-04 is measured by `bench/get.mjs`, RT-06 by `test/package.test.ts`. */
import { describe, expect, test } from "vitest";
import { bool, checkAll, defineEnvs, EnvVarError, findUnknown, float, int, str } from "./index.ts";
import type { Environ } from "./index.ts";

const category = "app";
const categories = [category] as const;

describe("RT-01: a switch that is set to false is off, and a word that is neither is refused", () => {
  const source: Environ = {};
  const envs = defineEnvs({ ACME_FLAG: bool({ default: true, category }) }, { categories, source });
  test.each([
    ...["true", "TRUE", "1", "yes", "on"].map((text) => [text, true] as const),
    ...["false", "False", "0", "no", "off", " false ", ""].map((text) => [text, false] as const),
    [undefined, true] as const,
  ])("%j is %j", (text, value) => {
    source["ACME_FLAG"] = text;
    expect(envs.ACME_FLAG.get()).toBe(value);
  });
  test.each(["maybe", "2"])("%j raises", (text) => {
    source["ACME_FLAG"] = text;
    expect(problem(() => envs.ACME_FLAG.get()).message).toMatch(/^ACME_FLAG\b.*1 true yes on.*0 false no off/s);
  });
});

test("RT-03: an empty text is a value, unless the entry says that it is none", () => {
  const source = { ACME_BASE: "", ACME_PORT: "", ACME_KEY: "" };
  const declare = (emptyIsUnset: boolean) =>
    defineEnvs({ ACME_BASE: str({ default: "/v1", category, emptyIsUnset }), ACME_PORT: int({ default: 8080, category, emptyIsUnset }), ACME_KEY: str({ required: true, category, secret: true, emptyIsUnset }) }, { categories, source });
  const value = declare(false);
  expect([value.ACME_BASE.get(), problem(() => value.ACME_PORT.get()).variable, value.ACME_KEY.get()]).toEqual(["", "ACME_PORT", ""]);
  const unset = declare(true);
  expect([unset.ACME_BASE.get(), unset.ACME_PORT.get()]).toEqual(["/v1", 8080]);
  expect(problem(() => unset.ACME_KEY.get()).message).toContain("ACME_KEY is not set");
});

test("RT-07: an old name works, and one warning names both and no value", () => {
  const warnings: string[] = [];
  const envs = defineEnvs({ ACME_ENTRA_ID: str({ default: "none", category, aliases: ["ACME_AAD_ID"] }) }, { categories, source: { ACME_AAD_ID: "x1" }, warn: (message) => warnings.push(message) });
  expect([envs.ACME_ENTRA_ID.get(), envs.ACME_ENTRA_ID.get(), envs.ACME_ENTRA_ID.isSet()]).toEqual(["x1", "x1", true]);
  expect(warnings).toEqual(["ACME_AAD_ID is deprecated: set ACME_ENTRA_ID instead"]);
});

test("RT-09: an error names the variable, what was expected and where it is declared, and quotes nothing", () => {
  const envs = defineEnvs({ ACME_KEY: str({ required: true, secret: true, category }), ACME_PORT: int({ default: 1, category }) }, { categories, source: { ACME_PORT: "sk_live_oops" } });
  const problems = checkAll(envs);
  expect(problems.map(({ variable, type }) => `${variable} ${type}`)).toEqual(["ACME_KEY str", "ACME_PORT int"]);
  for (const { message } of problems) {
    expect(message).toMatch(/expected a (text|whole number)/);
    expect(message).toMatch(/cases\.test\.ts:\d+/);
    expect(message).not.toContain("sk_live_oops");
  }
});

test("RT-10: a misspelt variable is named with what was meant, and what is not ours is not", () => {
  const envs = defineEnvs({ ACME_SAMPLING_RATE: float({ default: 1, category }) }, { categories, prefix: "ACME_", source: { ACME_SAMPLE_RATE: "0.1", ACMEX_FOO: "1" } });
  expect(findUnknown(envs)).toEqual([{ name: "ACME_SAMPLE_RATE", suggestion: "ACME_SAMPLING_RATE" }]);
});

function problem(run: () => unknown): EnvVarError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvVarError);
    return error as EnvVarError;
  }
  throw new Error("nothing was raised");
}
