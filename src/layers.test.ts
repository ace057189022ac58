/** Holds who may import whom, read from the project's own imports. */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { posix } from "node:path";
import { expect, it } from "vitest";

interface Layer {
  readonly name: string;
  readonly files: RegExp;
  /** A file imports from its own layer and from these. */
  readonly below: readonly string[];
}

const WORDS = ["facts", "leaf", "vocabulary", "declared", "rule"];
const STAGES = ["files", "extract", "link", "config", "judge", "compare", "shrink", "report", "docs", "contract"];

/** From the bottom up. */
const LAYERS: readonly Layer[] = [
  { name: "facts", files: /^src\/facts\.ts$/, below: [] },
  /** What of the library the checker holds too: it runs none of the project's. */
  { name: "library", files: /^registry\/src\//, below: [] },
  { name: "disk", files: /^src\/disk\.ts$/, below: [] },
  { name: "leaf", files: /^src\/(globs|hosts|known-names|environment)\.ts$/, below: ["facts"] },
  { name: "values", files: /^src\/values\//, below: ["facts", "leaf"] },
  { name: "vocabulary", files: /^src\/(linked|memo|progress|settings|verdict)\.ts$/, below: ["facts"] },
  { name: "declared", files: /^src\/declared\.ts$/, below: ["facts", "library", "vocabulary"] },
  { name: "rule", files: /^src\/rule\.ts$/, below: ["facts", "vocabulary"] },
  { name: "files", files: /^src\/files\//, below: [...WORDS, "disk"] },
  { name: "extract", files: /^src\/extract\//, below: [...WORDS, "values"] },
  { name: "link", files: /^src\/link\//, below: [...WORDS, "values"] },
  { name: "config", files: /^src\/config(\.ts$|\/)/, below: [...WORDS, "disk"] },
  { name: "judge", files: /^src\/(judge|allow|view)\.ts$/, below: WORDS },
  { name: "compare", files: /^src\/(compare|merge|baseline)\.ts$/, below: [...WORDS, "disk"] },
  { name: "shrink", files: /^src\/shrink\//, below: [...WORDS, "judge"] },
  { name: "report", files: /^src\/report\//, below: [...WORDS, "contract"] },
  { name: "contract", files: /^src\/contract\//, below: [...WORDS, "library", "judge"] },
  { name: "docs", files: /^src\/docs\//, below: [...WORDS, "contract", "declared"] },
  { name: "rules", files: /^rules\//, below: [...WORDS, "library"] },
  { name: "check", files: /^src\/(check|collect|importers)\.ts$/, below: [...WORDS, ...STAGES, "disk"] },
  { name: "cache", files: /^src\/cache\//, below: ["files", "vocabulary"] },
  { name: "own", files: /^src\/(envs|testing)\.ts$/, below: [] },
  { name: "infer", files: /^src\/infer\//, below: [...WORDS, "library", "extract"] },
  { name: "init", files: /^src\/init\//, below: [...WORDS, "infer"] },
  { name: "rewrite", files: /^src\/rewrite\//, below: [...WORDS, "files"] },
  { name: "rename", files: /^src\/rename\//, below: [...WORDS, "docs", "extract", "rewrite"] },
  { name: "fix", files: /^src\/fix\//, below: [...WORDS, "extract", "infer", "library", "rewrite"] },
  { name: "commands", files: /^src\/commands\//, below: [...WORDS, ...STAGES, "cache", "check", "disk", "extract", "fix", "infer", "init", "rename", "rewrite"] },
  { name: "cli", files: /^src\/(cli(\.ts$|\/)|write-docs\.ts$)/, below: [...WORDS, ...STAGES, "check", "infer", "commands", "rules"] },
  { name: "start", files: /^src\/start\.ts$/, below: ["cache", "cli", "disk", "own", "report"] },
];

/** Packages that one part of the code alone may import; every other package is free. */
const FENCES: readonly (readonly [packages: RegExp, owner: RegExp])[] = [
  [/^(ts-morph|@ts-morph\/|typescript$)/, /^src\/(extract|infer|fix)\//],
  [/^(fast-glob|child_process)$/, /^src\/files\//],
  [/^picomatch$/, /^src\/globs\.ts$/],
  [/^ajv/, /^src\/config(\.ts$|\/)/],
  [/^chalk$/, /^src\/report\//],
  [/^fs(\/promises)?$/, /^src\/(disk|baseline|write-docs|(cache|commands|rewrite)\/[\w-]+|files\/(changes|decode|snapshot|testing))\.ts$/],
  [/^commander$/, /^src\/cli(\.ts$|\/)/],
];

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

function importsOf(text: string): Import[] {
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm);
  return [...found].map(([, type, from, lazy]) => ({ from: (from ?? lazy)!, typeOnly: type !== undefined }));
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ files }) => files.test(path));
}

/** What is wrong with the imports of one file, in words. */
function faults(path: string, text: string): string[] {
  const layer = layerOf(path);
  if (layer === undefined) return [`${path} has no layer`];
  return importsOf(text).flatMap(({ from, typeOnly }) => {
    if (!from.startsWith(".")) return fenceFault(path, from.replace(/^node:/, ""));
    const target = posix.join(posix.dirname(path), from);
    const below = layerOf(target);
    if (below === undefined) return [`${path} imports ${target}, which has no layer`];
    if (below.name !== layer.name && !layer.below.includes(below.name)) return [`${path} (${layer.name}) imports ${target} (${below.name})`];
    if (layer.name === "rules" && below.name !== "rules" && !["leaf", "library", "declared"].includes(below.name) && !typeOnly) return [`${path} imports more than types from ${target}`];
    return [];
  });
}

function fenceFault(path: string, name: string): string[] {
  const fence = FENCES.find(([packages]) => packages.test(name));
  if (fence !== undefined && !fence[1].test(path)) return [`${path} imports ${name}, which belongs to ${String(fence[1])}`];
  const pure = /^(rules\/|src\/(link\/|judge|allow|compare|merge|view|values\/|facts|rule|verdict|linked|settings))/;
  // Paths as texts are no world.
  return pure.test(path) && name !== "path" && builtinModules.includes(name) ? [`${path} is pure and imports node:${name}`] : [];
}

const SOURCES = ["src", "rules", "registry/src"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => posix.join(folder, path.replaceAll("\\", "/"))))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

it("every import goes down", () => {
  expect(SOURCES.length).toBeGreaterThan(20);
  expect(SOURCES.flatMap((path) => faults(path, readFileSync(path, "utf8")))).toEqual([]);
});

it("every layer has a file", () => {
  expect(LAYERS.filter(({ files }) => !SOURCES.some((path) => files.test(path))).map(({ name }) => name)).toEqual([]);
});

it("only the CLI prints, or sets the exit code", () => {
  const prints = /\bprocess\.(exitCode|exit\(|stdout\.write|stderr\.write)|^\s*console\.\w+\(/m;
  expect(SOURCES.filter((path) => layerOf(path)?.name !== "cli" && prints.test(readFileSync(path, "utf8")))).toEqual([]);
});

it.each([
  ["src/link/names.ts", 'import { extract } from "../extract/file.ts";', "src/link/names.ts (link) imports src/extract/file.ts (extract)"],
  ["src/check.ts", 'import { rules } from "../rules/index.ts";', "src/check.ts (check) imports rules/index.ts (rules)"],
  ["rules/read.ts", 'import { line } from "../src/verdict.ts";', "rules/read.ts imports more than types from src/verdict.ts"],
  ["src/judge.ts", 'const { Project } = await import("ts-morph");', "src/judge.ts imports ts-morph, which belongs to /^src\\/(extract|infer|fix)\\//"],
  ["src/link/names.ts", 'export * from "node:os";', "src/link/names.ts is pure and imports node:os"],
  ["src/files/names.ts", 'import { statSync } from "node:fs";', `src/files/names.ts imports fs, which belongs to ${String(FENCES.find(([packages]) => packages.test("fs"))![1])}`],
  ["src/helpers.ts", "", "src/helpers.ts has no layer"],
])("%s: %s is a fault", (path, text, fault) => {
  expect(faults(path, text)).toEqual([fault]);
});
