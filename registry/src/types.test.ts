import { describe, expect, test } from "vitest";
import { checkAll, defineEnvs, EnvVarError } from "./index.ts";
import type { Environ } from "./index.ts";
import { duration, json, list, port, schema, url } from "./types.ts";
import type { Json, StandardSchema } from "./types.ts";

const category = "net";
const categories = [category] as const;

describe("port", () => {
  const envs = (source: Environ) => defineEnvs({ ACME_PORT: port({ default: 80, category }), ACME_ANY: port({ default: 0, min: 0, category }), ACME_HIGH: port({ default: 8080, min: 1024, max: 99999, category }) }, { categories, source });
  test.each([["1", 1], ["65535", 65535], [" 80 ", 80]])("%j is %d", (text, value) => expect(envs({ ACME_PORT: text }).ACME_PORT.get()).toBe(value));
  test.each(["0", "65536", "-1", "80.0", "http", ""])("%j is refused", (text) => expect(() => envs({ ACME_PORT: text }).ACME_PORT.get()).toThrow("a port number from 1 to 65535"));
  test("its bounds can be narrowed, and 0 let in", () => {
    expect(envs({ ACME_ANY: "0" }).ACME_ANY.get()).toBe(0);
    expect(() => envs({ ACME_HIGH: "80" }).ACME_HIGH.get()).toThrow("from 1024 to 65535");
    expect(() => envs({}).ACME_HIGH.set(70000)).toThrow(TypeError);
  });
});

describe("url", () => {
  const source: Environ = {};
  const envs = defineEnvs({ ACME_URL: url({ default: "http://localhost:3000", protocols: ["http:", "https:"], category }) }, { categories, source });
  test("gives a new object each time", () => {
    const first = envs.ACME_URL.get();
    expect(first).toBeInstanceOf(URL);
    expect(first.href).toBe("http://localhost:3000/");
    source["ACME_URL"] = "https://db.example.org/x?y";
    expect(envs.ACME_URL.get().pathname).toBe("/x");
    expect(envs.ACME_URL.get()).not.toBe(envs.ACME_URL.get());
  });
  test("set takes a text or a URL, and refuses what is none", () => {
    envs.ACME_URL.set(new URL("http://a.example/b"));
    expect(source["ACME_URL"]).toBe("http://a.example/b");
    envs.ACME_URL.set("https://c.example");
    expect(source["ACME_URL"]).toBe("https://c.example");
    for (const bad of ["c.example", "ftp://c.example", 5, undefined, null]) expect(() => envs.ACME_URL.set(bad as never)).toThrow(TypeError);
  });
  test.each(["sk_live", "ftp://sk_live/", "http://sk_live:99999/"])("%j is refused, and not quoted", (text) => {
    source["ACME_URL"] = text;
    const error = raised(() => envs.ACME_URL.get());
    expect(error.reason).toBe("expected a URL with http: or https:");
    expect(String(error) + JSON.stringify(error)).not.toContain("sk_live");
  });
});

describe("list", () => {
  const source: Environ = {};
  const envs = defineEnvs(
    { ACME_HOSTS: list({ default: ["a"], category }), ACME_PORTS: list({ item: "int", default: [1, 2], separator: ":", category }), ACME_FLAGS: list({ item: "bool", default: [true], category }), ACME_RATES: list({ item: "float", optional: true, category }) },
    { categories, source },
  );
  test.each([["a, b ,c", ["a", "b", "c"]], ["", []], [" ", []], ["x", ["x"]]])("%j is %j", (text, value) => {
    source["ACME_HOSTS"] = text;
    expect(envs.ACME_HOSTS.get()).toEqual(value);
  });
  test.each(["a,,b", "a,", ","])("%j is refused", (text) => {
    source["ACME_HOSTS"] = text;
    expect(() => envs.ACME_HOSTS.get()).toThrow('expected a list of str, separated by ","');
  });
  test("items follow the rule of their type", () => {
    Object.assign(source, { ACME_PORTS: "1: +2_0", ACME_FLAGS: "yes,off", ACME_RATES: "1.,nan" });
    expect([envs.ACME_PORTS.get(), envs.ACME_FLAGS.get(), envs.ACME_RATES.get()]).toEqual([[1, 20], [true, false], [1, NaN]]);
    source["ACME_PORTS"] = "1:x";
    expect(() => envs.ACME_PORTS.get()).toThrow(EnvVarError);
  });
  test("a list that is changed by who read it changes for nobody else", () => {
    delete source["ACME_HOSTS"];
    envs.ACME_HOSTS.get().push("b");
    expect(envs.ACME_HOSTS.get()).toEqual(["a"]);
  });
  test("set writes what reads back as the same", () => {
    envs.ACME_HOSTS.set(["x", "y"]);
    envs.ACME_FLAGS.set([true, false]);
    envs.ACME_RATES.set([0.5, NaN, -0]);
    expect(source).toMatchObject({ ACME_HOSTS: "x,y", ACME_FLAGS: "1,0", ACME_RATES: "0.5,NaN,0" });
    for (const bad of [["a,b"], [" a"], [""], [1], "a", undefined]) expect(() => envs.ACME_HOSTS.set(bad as never)).toThrow(TypeError);
    for (const bad of [["1"], [true], [1.5]]) expect(() => envs.ACME_PORTS.set(bad as never)).toThrow(TypeError);
  });
});

describe("json", () => {
  const source: Environ = {};
  const envs = defineEnvs({ ACME_JSON: json({ default: { a: [1] }, category }) }, { categories, source });
  test("gives a new value each time", () => {
    const first = envs.ACME_JSON.get() as { a: number[] };
    first.a.push(2);
    expect(envs.ACME_JSON.get()).toEqual({ a: [1] });
    source["ACME_JSON"] = "null";
    expect(envs.ACME_JSON.get()).toBeNull();
  });
  test("set writes JSON, and refuses what has none", () => {
    envs.ACME_JSON.set({ b: null });
    expect(source["ACME_JSON"]).toBe('{"b":null}');
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    for (const bad of [undefined, () => 1, cycle]) expect(() => envs.ACME_JSON.set(bad as Json)).toThrow(TypeError);
  });
  test("the parser's message is not passed on", () => {
    source["ACME_JSON"] = '{"key": sk_live}';
    const error = raised(() => envs.ACME_JSON.get());
    expect(error.reason).toBe("expected a JSON text");
    expect([error.cause, String(error).includes("sk_live")]).toEqual([undefined, false]);
  });
});

describe("duration", () => {
  const source: Environ = {};
  const envs = defineEnvs({ ACME_WAIT: duration({ default: "30s", category }), ACME_PAUSE: duration({ default: 5, min: 1, max: 60_000, category }), ACME_BAD: duration({ default: "soon", category }) }, { categories, source });
  test.each([["500ms", 500], ["1.5s", 1500], ["1h30m", 5_400_000], [" 1H 30M ", 5_400_000], ["2d", 172_800_000], ["0", 0], ["0s", 0], ["1.001s", 1001]])("%j is %d", (text, value) => {
    source["ACME_WAIT"] = text;
    expect(envs.ACME_WAIT.get()).toBe(value);
  });
  test.each(["30", "", "s", "-1s", "1.s", "0.5ms", "1w", "1s!", "99999999999999d", "1 s"])("%j is refused", (text) => {
    source["ACME_WAIT"] = text;
    expect(() => envs.ACME_WAIT.get()).toThrow("expected a duration such as 500ms, 1.5s or 1h30m");
  });
  test("defaults and set take both spellings", () => {
    delete source["ACME_WAIT"];
    expect([envs.ACME_WAIT.get(), envs.ACME_PAUSE.get()]).toEqual([30_000, 5]);
    envs.ACME_WAIT.set("2m");
    expect(source["ACME_WAIT"]).toBe("120000ms");
    envs.ACME_WAIT.set(7);
    expect(source["ACME_WAIT"]).toBe("7ms");
    for (const bad of [0.5, -1, NaN, "x", undefined]) expect(() => envs.ACME_WAIT.set(bad as never)).toThrow(TypeError);
    expect(() => envs.ACME_PAUSE.set("2m")).toThrow("from 1ms to 60000ms");
  });
  test("a default that is no duration raises, at the latest when it is read", () => {
    expect(() => envs.ACME_BAD.get()).toThrow("its default is not a duration");
    expect(checkAll(envs).map(({ variable }) => variable)).toEqual(["ACME_BAD"]);
  });
});

describe("schema", () => {
  const answering = <O>(validate: (value: unknown) => unknown): StandardSchema<string, O> => ({ "~standard": { version: 1, vendor: "house", validate: validate as never } });
  const shouting = answering<string>((value) => (/sk_live/.test(JSON.stringify(value)) ? { issues: [{ message: "got sk_live", path: ["a", { key: 0 }] }] } : { value: String(value).toUpperCase() }));

  test("gives the output, and the default as it is", () => {
    const envs = defineEnvs({ ACME_S: schema(shouting, { default: "calm", category }) }, { categories, source: { ACME_S: "x" } });
    expect(envs.ACME_S.get()).toBe("X");
    envs.ACME_S.clear();
    expect(envs.ACME_S.get()).toBe("calm");
  });
  test("says where, never what; of a secret not even where", () => {
    const source = { ACME_S: '{"a":["sk_live"]}', ACME_T: '{"a":["sk_live"]}', ACME_U: "sk_live" };
    const options = { required: true, input: "json", category } as const;
    const envs = defineEnvs({ ACME_S: schema(shouting, options), ACME_T: schema(shouting, { ...options, secret: true }), ACME_U: schema(shouting, { required: true, category }) }, { categories, source });
    const reasons = Object.values(envs).map((field) => raised(() => field.get()).reason);
    expect(reasons).toEqual(["expected a JSON text that the schema (house) accepts, which it does not at a.0", "expected a JSON text that the schema (house) accepts", "expected a text that the schema (house) accepts"]);
  });
  test("a schema that throws, or is given no JSON, refuses", () => {
    const throwing = answering<string>((value) => {
      throw new Error(`cannot take ${String(value)}`);
    });
    const envs = defineEnvs({ ACME_S: schema(throwing, { required: true, category }), ACME_J: schema(shouting, { required: true, input: "json", category }) }, { categories, source: { ACME_S: "sk_1", ACME_J: "{sk_2" } });
    expect(checkAll(envs).map((error) => [error.variable, /sk_/.test(String(error))])).toEqual([["ACME_S", false], ["ACME_J", false]]);
  });
  test("an asynchronous schema is a fault of the program", () => {
    const envs = defineEnvs({ ACME_S: schema(answering<string>(() => Promise.reject(new Error("later"))), { required: true, category }) }, { categories, source: { ACME_S: "x" } });
    expect(() => envs.ACME_S.get()).toThrow("is asynchronous");
  });
});

function raised(run: () => unknown): EnvVarError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvVarError);
    return error as EnvVarError;
  }
  throw new Error("nothing was raised");
}
