import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { plant, tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function project(files: Readonly<Record<string, string>>): string {
  const folder = tree(files);
  folders.push(folder);
  return folder;
}

test.skipIf(process.platform === "win32")("a file whose name holds a backslash settles: created, checked, pruned when it is mended", async () => {
  const folder = project({ "env-contract.json": "{}", "src/a\\b.ts": "export const f = () => [process.env.HOST, process.env.HOST];\n" });
  expect(await run(folder, "baseline", "create")).toMatchObject({ code: 0 });
  expect(await run(folder)).toMatchObject({ code: 0, stdout: "" });
  plant(folder, { "src/a\\b.ts": "export const f = () => process.env.HOST;\n" });
  expect(await run(folder)).toMatchObject({ code: 1, stdout: "known-violations.json: stale src/a/b.ts: read HOST\n" });
  expect(await run(folder, "baseline", "prune")).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(folder, "known-violations.json"), "utf8"))).toEqual(["src/a/b.ts: read HOST"]);
  expect(await run(folder)).toMatchObject({ code: 0, stdout: "" });
});

test("a fault of a baseline is named as seen from the working directory, with line and column", async () => {
  const folder = project({ "packages/web/env-contract.json": "{}", "packages/web/a.ts": "export {};\n", "packages/web/known-violations.json": '[\n  "src/a.ts: read HOST",\n  7\n]\n' });
  expect((await run(folder)).stderr).toContain("error packages/web/known-violations.json:3:3: an entry of the baseline is no string\n");
  expect((await run(join(folder, "packages/web"))).stderr).toContain("error known-violations.json:3:3: an entry");
});
