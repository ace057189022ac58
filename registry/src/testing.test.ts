import { describe, expect, test } from "vitest";
import { defineEnvs, int } from "./index.ts";
import { guardOverrides, restoreOverrides } from "./testing.ts";

const source: Record<string, string | undefined> = {};
const envs = defineEnvs({ ACME_PORT: int({ default: 1, category: "c", aliases: ["ACME_OLD_PORT"] }), ACME_SIZE: int({ default: 1, category: "c" }) }, { categories: ["c"], source });

/** The hooks that the guard registers, to be run by hand. */
function guarded(): { before: () => void; after: () => void } {
  const hooks = { before: (): void => undefined, after: (): void => undefined };
  guardOverrides({ beforeEach: (hook) => void (hooks.before = hook), afterEach: (hook) => void (hooks.after = hook) });
  return hooks;
}

describe("guardOverrides", () => {
  test("fails a test that leaves overrides behind, names them and takes them away", () => {
    const { before, after } = guarded();
    before();
    envs.ACME_SIZE.override(2);
    envs.ACME_PORT.override(2);
    envs.ACME_PORT.override(3);
    expect(after).toThrow("the test left ACME_PORT, ACME_SIZE overridden");
    expect(source).toEqual({});
    expect(after).not.toThrow();
  });
  test("says nothing of what was restored, and of what stood before the test", () => {
    const { before, after } = guarded();
    const standing = envs.ACME_SIZE.override(2);
    before();
    envs.ACME_PORT.override(3, () => undefined);
    after();
    expect(envs.ACME_SIZE.get()).toBe(2);
    standing.restore();
  });
  test("without hooks says so", () => expect(() => guardOverrides()).toThrow("pass { beforeEach, afterEach }"));
});

test("restoreOverrides takes every override away", () => {
  envs.ACME_PORT.override(2);
  envs.ACME_PORT.override(3);
  restoreOverrides();
  expect(source).toEqual({});
});
