/** What `npm publish` would send, of what was built last. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../rules/index.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Readonly<Record<string, string>>; bin: Readonly<Record<string, string>> };
const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], shell: process.platform === "win32" })) as [{ files: { path: string }[] }];
const files = packed.files.map(({ path }) => path);

test("it holds what runs, the schema, the first page, the pages that explain kinds and the licence, and nothing else", () => {
  expect(files.filter((path) => !path.startsWith("dist/")).sort()).toEqual(["LICENSE", "README.md", manifest.bin["env-contract"], "package.json", "schema.json", "docs/rules/README.md", ...rules.map(({ name }) => `docs/rules/${name}.md`)].sort());
  expect(files.filter((path) => path.startsWith("dist/") && !/^dist\/src\/[\w-]+\.js$/.test(path)).sort()).toEqual(["dist/src/LICENSE-typescript.txt", "dist/src/build-id.txt"]);
  expect(files.filter((path) => /\.test\.|testing|write-docs/.test(path))).toEqual([]);
});

test("what it imports is in it, or is a dependency of it", () => {
  const used = new Set<string>();
  const imported = new Set<string>();
  const missing: string[] = [];
  for (const path of files.filter((file) => file.endsWith(".js"))) {
    for (const [, from, lazy, required] of readFileSync(path, "utf8").matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']|\bawait import\(\s*["']([^"']+)["']\s*\)|createRequire\d*\([^()]*\)\(["']([^"']+)["']\)/gm)) {
      const specifier = (from ?? lazy ?? required)!;
      if (isBuiltin(specifier)) continue;
      if (!specifier.startsWith(".")) used.add(specifier);
      else if (!files.includes(posix.join(path, "..", specifier))) missing.push(`${path}: ${specifier}`);
      imported.add(posix.join(path, "..", specifier));
    }
  }
  // What nothing imports would be dead weight.
  expect(files.filter((path) => /^dist\/src\/[\w-]+\.js$/.test(path) && !imported.has(path)).sort()).toEqual(["dist/src/environment.js", "dist/src/start.js"]);
  expect(missing).toEqual([]);
  expect([...used].sort()).toEqual(Object.keys(manifest.dependencies).sort());
});
