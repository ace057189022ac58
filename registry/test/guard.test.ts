import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startVitest } from "vitest/node";
import { root } from "./built.ts";

describe("guardOverrides in a setup file of vitest", () => {
  test("fails the test that leaks, and no other", async () => {
    const before = process.exitCode;
    const vitest = await startVitest("test", [], { root: join(root, "test/guard"), config: false, include: ["*.cases.ts"], setupFiles: ["setup.ts"], watch: false, reporters: [{ onInit: () => undefined }] });
    const { exitCode } = process;
    // The failure inside is what is asked for; it is not that of this run.
    process.exitCode = before;
    const results = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()].map((one) => [one.name, one.result().state, one.result().errors?.map(({ message }) => message) ?? []]));
    await vitest.close();
    expect(exitCode).toBe(1);
    expect(results).toEqual([
      ["leaks", "failed", ["the test left ACME_PORT overridden: bind override() with using, pass it a callback, or call restore()"]],
      ["finds nothing left by the one before", "passed", []],
      ["uses", "passed", []],
      ["keeps", "passed", []],
      ["stands in the first test", "passed", []],
      ["stands in the second test", "passed", []],
    ]);
  });
});
