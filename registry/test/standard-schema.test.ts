import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkAll, defineEnvs } from "../src/index.ts";
import type { Environ } from "../src/index.ts";
import { schema } from "../src/types.ts";

const category = "c";
const categories = [category] as const;

const libraries = {
  zod: { text: z.coerce.number().int().min(1), shape: z.object({ name: z.string(), size: z.number().default(3) }), late: z.string().refine(async () => true) },
  valibot: { text: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)), shape: v.object({ name: v.string(), size: v.optional(v.number(), 3) }), late: undefined },
  arktype: { text: type("string.integer.parse").to("number >= 1"), shape: type({ name: "string", size: "number = 3" }), late: undefined },
};

describe.each(["zod", "valibot", "arktype"] as const)("%s", (name) => {
  const { text, shape, late } = libraries[name];
  // One library at a time: the builder infers from one schema, not from a union of three.
  const envs = (source: Environ) =>
    defineEnvs({ ACME_COUNT: schema(text as typeof libraries.zod.text, { default: 7, category }), ACME_SHAPE: schema(shape as typeof libraries.zod.shape, { input: "json", required: true, category }) }, { categories, source });

  test("gives what the schema makes of a text and of JSON", () => {
    const { ACME_COUNT, ACME_SHAPE } = envs({ ACME_COUNT: "12", ACME_SHAPE: '{"name":"x"}' });
    expect([ACME_COUNT.get(), ACME_SHAPE.get()]).toEqual([12, { name: "x", size: 3 }]);
    ACME_COUNT.clear();
    expect(ACME_COUNT.get()).toBe(7);
  });
  test("set takes what goes in", () => {
    const source: Environ = {};
    const { ACME_COUNT, ACME_SHAPE } = envs(source);
    ACME_COUNT.set("5");
    ACME_SHAPE.set({ name: "y" });
    expect(source).toEqual({ ACME_COUNT: "5", ACME_SHAPE: '{"name":"y"}' });
    expect(() => ACME_COUNT.set("0")).toThrow(TypeError);
    expect(() => ACME_SHAPE.set({ name: 5 } as never)).toThrow(TypeError);
  });
  test("refuses with the place, and no value", () => {
    const problems = checkAll(envs({ ACME_COUNT: "sk_live", ACME_SHAPE: '{"name":{"sk_live":1}}' }));
    expect(problems.map(({ variable, reason }) => [variable, reason])).toEqual([
      ["ACME_COUNT", `expected a text that the schema (${name}) accepts`],
      ["ACME_SHAPE", `expected a JSON text that the schema (${name}) accepts, which it does not at name`],
    ]);
    expect(problems.map(String).join()).not.toContain("sk_live");
  });
  test("an asynchronous schema is a fault of the program", () => {
    const asynchronous = late ?? (name === "valibot" ? v.pipeAsync(v.string(), v.checkAsync(async () => true)) : undefined);
    // arktype has no asynchronous schemas.
    if (!asynchronous) return expect(name).toBe("arktype");
    const { ACME_LATE } = defineEnvs({ ACME_LATE: schema(asynchronous as typeof libraries.zod.late, { required: true, category }) }, { categories, source: { ACME_LATE: "x" } });
    expect(() => ACME_LATE.get()).toThrow(`the schema (${name}) is asynchronous`);
  });
});

test("types come from the schema, whatever its library", () => {
  const envs = defineEnvs(
    { A: schema(libraries.zod.shape, { input: "json", required: true, category }), B: schema(libraries.valibot.text, { required: true, category }), C: schema(libraries.arktype.shape, { input: "json", required: true, category }) },
    { categories, source: { A: '{"name":"a"}', B: "4", C: '{"name":"c"}' } },
  );
  const [name, count, size]: [string, number, number] = [envs.A.get().name, envs.B.get(), envs.C.get().size];
  expect([name, count, size]).toEqual(["a", 4, 3]);
});
