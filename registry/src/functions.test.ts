import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { bool, checkAll, childEnv, choice, collectEnv, defineEnvs, findUnknown, float, int, nested, path, str, warnDeprecated, withEnv } from "./index.ts";
import type { Environ } from "./index.ts";
import { url } from "./types.ts";

const category = "net";
const categories = [category] as const;

describe("checkAll", () => {
  const entries = {
    ACME_PORT: int({ default: 1, category }),
    ACME_KEY: str({ required: true, secret: true, category }),
    ACME_LEVEL: choice(["a", "b"], { default: "a", category }),
    ACME_HOST: str({ fallbackTo: "ACME_KEY", category }),
  };
  test("gives every problem at once, each once, and no value", () => {
    const problems = checkAll(defineEnvs(entries, { categories, source: { ACME_PORT: "sk_1", ACME_LEVEL: "sk_2" } }));
    expect(problems.map(({ code, variable }) => [code, variable])).toEqual([
      ["ENV_VAR_INVALID", "ACME_PORT"],
      ["ENV_VAR_MISSING", "ACME_KEY"],
      ["ENV_VAR_INVALID", "ACME_LEVEL"],
    ]);
    expect(problems.map(String).join()).not.toContain("sk_");
  });
  test("gives nothing where all is well", () => expect(checkAll(defineEnvs(entries, { categories, source: { ACME_KEY: "k", ACME_LEVEL: " B " } }))).toEqual([]));
  test("finds defaults that their own rule rejects", () => {
    const envs = defineEnvs({ ACME_A: int({ default: 1.5, category }), ACME_B: float({ default: 0, min: 1, category }), ACME_C: path({ default: "~", category }), ACME_D: int({ default: 0, category }) }, { categories, source: {} });
    expect(checkAll(envs).map(({ variable, reason }) => `${variable} ${reason}`)).toEqual([
      "ACME_A has a default that its own rule rejects: expected a whole number",
      "ACME_B has a default that its own rule rejects: expected a number of at least 1",
      "ACME_C has a default that its own rule rejects: expected a path; ~ needs HOME or USERPROFILE to be set",
    ]);
  });
  test("passes on what is no fault of the environment", () => {
    const fail = (): number => {
      throw new RangeError("a bug");
    };
    expect(() => checkAll(defineEnvs({ ACME_A: int({ default: fail, category }) }, { categories, source: {} }))).toThrow(RangeError);
  });
  test("refuses what is no registry", () => expect(() => checkAll({} as never)).toThrow("pass what defineEnvs returned"));
});

test("warnDeprecated and checkAll warn of old names, removed names and deprecated entries that are set, once", () => {
  const warnings: string[] = [];
  const source: Environ = { ACME_W_OLD: "x", ACME_W_GONE: "x", ACME_W_LATE: "x", ACME_W_FINE: "x" };
  const envs = defineEnvs(
    {
      ACME_W_NEW: str({ optional: true, category, aliases: ["ACME_W_OLD"] }),
      ACME_W_LATE: str({ optional: true, category, lifecycle: "deprecated", lifecycleNote: "use ACME_W_NEW" }),
      ACME_W_FINE: str({ optional: true, category }),
    },
    { categories, source, removed: { ACME_W_GONE: "the cache is always on", ACME_W_ABSENT: "x" }, warn: (message) => void warnings.push(message) },
  );
  warnDeprecated(envs);
  expect(warnings).toEqual(["ACME_W_OLD is deprecated: set ACME_W_NEW instead", "ACME_W_LATE is deprecated: use ACME_W_NEW", "ACME_W_GONE is removed and has no effect: the cache is always on"]);
  checkAll(envs);
  expect(warnings.length).toBe(3);
});

describe("findUnknown", () => {
  const entries = { ACME_SAMPLING_RATE: float({ default: 1, category, aliases: ["ACME_RATE"] }), ACME_PORT: int({ default: 1, category }), ...nested("STORE", { PATH: str({ optional: true, category }) }), ...nested("ACME_STORAGE", { PATH: str({ optional: true, category }) }) };
  const unknown = (source: Environ, prefix?: string) => findUnknown(defineEnvs(entries, { categories, source, removed: { ACME_GONE: "it is gone" }, ...(prefix === undefined ? {} : { prefix }) }));

  test("names what carries the prefix and is declared nowhere, with a suggestion", () => {
    expect(unknown({ ACME_SAMPLE_RATE: "0.1", ACMEX_FOO: "1", ACME_RATE: "1", ACME_GONE: "1", ACME_PORT: "1", ACME_WHATEVER_ELSE: "1", HOME: "/" }, "ACME_")).toEqual([{ name: "ACME_SAMPLE_RATE", suggestion: "ACME_SAMPLING_RATE" }, { name: "ACME_WHATEVER_ELSE" }]);
  });
  test("knows nests, also those without the prefix", () => {
    expect(unknown({ ACME_STORAGE__PAHT: "1", STORE__PTH: "1" }, "ACME_")).toEqual([
      { name: "ACME_STORAGE__PAHT", suggestion: "ACME_STORAGE__PATH" },
      { name: "STORE__PTH", suggestion: "STORE__PATH" },
    ]);
    expect(unknown({ ACME_X: "1", ACME_STORAGE__X: "1" })).toEqual([{ name: "ACME_STORAGE__X" }]);
  });
  test("leaves out what Kubernetes sets for services", () => {
    const links = ["ACME_DB_SERVICE_HOST", "ACME_DB_SERVICE_PORT", "ACME_DB_SERVICE_PORT_HTTPS", "ACME_DB_PORT_5432_TCP", "ACME_DB_PORT_5432_TCP_ADDR", "ACME_DB_PORT_53_UDP_PROTO"];
    expect(unknown({ ...Object.fromEntries(links.map((name) => [name, "1"])), ACME_DB_PORT: "tcp://10.0.0.1:5432" }, "ACME_")).toEqual([]);
    expect(unknown({ ACME_DB_PORT: "5432" }, "ACME_").map(({ name }) => name)).toEqual(["ACME_DB_PORT"]);
  });
});

describe("collectEnv", () => {
  test("gives the state of public entries, and no secret, user or home", () => {
    const source = { HOME: "/home/ada", ACME_PORT: "0x8", ACME_URL: "https://ada:pw@db.example.org/x", ACME_DIR: "/home/ada/data", ACME_KEY: "sk_1", ACME_API_TOKEN: "sk_2", ACME_OLD_NAME: "n", ACME_INNER: "i", ACME_PUBLIC_KEY: "k" };
    const envs = defineEnvs(
      {
        ACME_URL: url({ required: true, category }),
        ACME_PORT: int({ default: 1, category }),
        ACME_DIR: path({ default: "/srv", category }),
        ACME_KEY: str({ required: true, secret: true, category }),
        ACME_API_TOKEN: str({ optional: true, category }),
        ACME_PUBLIC_KEY: str({ optional: true, category, secret: false }),
        ACME_NAME: str({ optional: true, category, aliases: ["ACME_OLD_NAME"] }),
        ACME_FLAG: bool({ default: true, category }),
        ACME_NONE: str({ optional: true, category }),
        ACME_MUST: str({ required: true, category }),
        ACME_MUST_TOO: str({ fallbackTo: "ACME_MUST", category }),
        ACME_INNER: str({ optional: true, category, audience: "internal" }),
      },
      { categories, source, warn: () => undefined },
    );
    expect(collectEnv(envs)).toEqual([
      { name: "ACME_API_TOKEN", type: "str", state: "set" },
      { name: "ACME_DIR", type: "path", state: "set", value: "~/data" },
      { name: "ACME_FLAG", type: "bool", state: "default", value: "1" },
      { name: "ACME_KEY", type: "str", state: "set" },
      { name: "ACME_MUST", type: "str", state: "unset" },
      { name: "ACME_MUST_TOO", type: "str", state: "unset" },
      { name: "ACME_NAME", type: "str", state: "set", alias: "ACME_OLD_NAME", value: "n" },
      { name: "ACME_NONE", type: "str", state: "unset" },
      { name: "ACME_PORT", type: "int", state: "invalid" },
      { name: "ACME_PUBLIC_KEY", type: "str", state: "set", value: "k" },
      { name: "ACME_URL", type: "url", state: "set", value: "https://***@db.example.org/x" },
    ]);
  });
});

test("collectEnv hides what comes from a secret: by a fallback, or by an old name that looks like one", () => {
  const source = { ACME_DB_PASSWORD: "sk_1", ACME_LOGIN_TOKEN: "sk_2", ACME_ID_TOKEN: "id" };
  const envs = defineEnvs(
    {
      ACME_DB_PASSWORD: str({ optional: true, secret: true, category }),
      ACME_SHARED: str({ fallbackTo: "ACME_DB_PASSWORD", category }),
      ACME_CACHE_LOGIN: str({ fallbackTo: "ACME_SHARED", category }),
      ACME_LOGIN: str({ optional: true, category, aliases: ["ACME_LOGIN_TOKEN"] }),
      ACME_ID: str({ optional: true, category, secret: false, aliases: ["ACME_ID_TOKEN"] }),
    },
    { categories, source, warn: () => undefined },
  );
  expect(collectEnv(envs).filter(({ value }) => value !== undefined)).toEqual([{ name: "ACME_ID", type: "str", state: "set", alias: "ACME_ID_TOKEN", value: "id" }]);
});

describe("childEnv", () => {
  const envs = (source: Environ) =>
    defineEnvs({ ACME_PORT: int({ default: 1, category, aliases: ["ACME_OLD_PORT"] }), ACME_KEY: str({ optional: true, secret: true, category, aliases: ["ACME_OLD_KEY"] }), ACME_NONE: str({ optional: true, category }) }, { categories, source });
  const source: Environ = { PATH: "/bin", HOME: "/home/ada", LANG: "C", ACME_PORT: "5", ACME_OLD_PORT: "5", ACME_KEY: "sk_1", ACME_OLD_KEY: "sk_0", OTHER: "o", AWS_SECRET: "a" };

  test("gives what a child needs, own entries that are set, and no secret", () => {
    const before = { ...source };
    expect(childEnv(envs(source))).toEqual({ PATH: "/bin", HOME: "/home/ada", LANG: "C", ACME_PORT: "5", ACME_OLD_PORT: "5" });
    expect(source).toEqual(before);
  });
  test("secrets and others go by name, extra last", () => {
    expect(childEnv(envs(source), { names: ["ACME_KEY", "OTHER", "UNSET"], extra: { ACME_PORT: 6, ACME_ON: true, LANG: undefined } })).toEqual({ PATH: "/bin", HOME: "/home/ada", ACME_PORT: "6", ACME_OLD_PORT: "5", ACME_KEY: "sk_1", ACME_OLD_KEY: "sk_0", OTHER: "o", ACME_ON: "1" });
  });
  test("on Windows takes each name as it is spelled there, once", () => {
    expect(childEnv(envs({ SystemRoot: "C:\\Windows", Path: "C:\\bin", COMSPEC: "cmd.exe", PATHEXT: ".EXE", Other: "x" }))).toEqual({ SystemRoot: "C:\\Windows", Path: "C:\\bin", COMSPEC: "cmd.exe", PATHEXT: ".EXE" });
  });
  test("starts a child", () => {
    const env = childEnv(defineEnvs({ ACME_PORT: int({ default: 1, category }) }, { categories }), { extra: { ACME_PORT: 6 } });
    const { stdout } = spawnSync("node", ["-p", "process.env.ACME_PORT"], { env, encoding: "utf8" });
    expect(stdout).toBe("6\n");
  });
});

describe("withEnv", () => {
  test("changes variables, logs names and puts everything back", () => {
    process.env["WITH_ENV_A"] = "before";
    const lines: string[] = [];
    const seen = withEnv({ WITH_ENV_B: true, WITH_ENV_A: undefined, WITH_ENV_C: 1.5 }, () => ["A", "B", "C"].map((end) => process.env[`WITH_ENV_${end}`]), { log: (line) => void lines.push(line) });
    expect(seen).toEqual([undefined, "1", "1.5"]);
    expect(["A", "B", "C"].map((end) => process.env[`WITH_ENV_${end}`])).toEqual(["before", undefined, undefined]);
    expect(lines).toEqual(["environment changed: WITH_ENV_A, WITH_ENV_B, WITH_ENV_C"]);
    delete process.env["WITH_ENV_A"];
  });
  test("puts back on a throw and when a promise is rejected", async () => {
    expect(() => withEnv({ WITH_ENV_A: "x" }, () => JSON.parse("{"))).toThrow(SyntaxError);
    expect(process.env["WITH_ENV_A"]).toBeUndefined();
    const pending = withEnv({ WITH_ENV_A: "x" }, () => Promise.reject(new Error("boom")));
    expect(process.env["WITH_ENV_A"]).toBe("x");
    await expect(pending).rejects.toThrow("boom");
    expect(process.env["WITH_ENV_A"]).toBeUndefined();
  });
  test("converts everything before it writes anything", () => {
    for (const bad of [{}, null, Symbol("s"), "a\0b"]) expect(() => withEnv({ WITH_ENV_A: "x", WITH_ENV_B: bad as never }, () => undefined)).toThrow("WITH_ENV_B needs a text, a number or a boolean");
    for (const name of ["", "A=B", "A\0"]) expect(() => withEnv({ WITH_ENV_A: "x", [name]: "x" }, () => undefined)).toThrow("cannot be the name of a variable");
    expect(process.env["WITH_ENV_A"]).toBeUndefined();
  });
  test("an override within it, restored late, leaves nothing behind", () => {
    const envs = defineEnvs({ WITH_ENV_A: str({ optional: true, category }) }, { categories });
    const late = withEnv({ WITH_ENV_A: "x" }, () => envs.WITH_ENV_A.override("y"));
    expect(envs.WITH_ENV_A.get()).toBe("y");
    late.restore();
    expect(process.env["WITH_ENV_A"]).toBeUndefined();
  });
});
