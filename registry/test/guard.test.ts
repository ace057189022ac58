import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startVitest } from "vitest/node";
import { installInto, root, temporaryFolder } from "./built.ts";

describe("guardOverrides in a setup file of vitest", () => {
  test("fails the test that leaks, and no other", async () => {
    const before = process.exitCode;
    const vitest = await startVitest("test", [], { root: join(root, "test/guard-vitest"), config: false, include: ["*.cases.ts"], setupFiles: ["setup.ts"], watch: false, reporters: [{ onInit: () => undefined }] });
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

interface JestReport {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }[] }[];
}

describe("guardOverrides in a setup file of Jest", () => {
  test("fails the test that leaks, and no other, with the package as it is published", () => {
    const folder = temporaryFolder();
    cpSync(join(root, "test/guard-jest"), folder, { recursive: true });
    installInto(folder);
    const jest = createRequire(import.meta.url).resolve("jest/bin/jest");
    const { stdout, status } = spawnSync(process.execPath, [jest, "--rootDir", folder, "--json", "--ci", "--runInBand", "--no-cache"], { cwd: folder, encoding: "utf8" });
    const results = (JSON.parse(stdout) as JestReport).testResults.flatMap(({ assertionResults }) => assertionResults.map(({ title, status: state, failureMessages }) => [title, state, failureMessages.map((message) => message.split("\n")[0])]));
    expect(status).toBe(1);
    expect(results).toEqual([
      ["leaks", "failed", ["Error: the test left ACME_PORT overridden: bind override() with using, pass it a callback, or call restore()"]],
      ["finds nothing left by the one before", "passed", []],
      ["runs a callback", "passed", []],
      ["keeps", "passed", []],
      ["stands in the first test", "passed", []],
      ["stands in the second test", "passed", []],
    ]);
  });
});
