import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { BuildOptions } from "esbuild";
import { build as buildWithVite } from "vite";
import { describe, expect, test } from "vitest";
import { checkBuilt, root } from "./built.ts";

describe("the size of a minified bundle, gzipped", () => {
  test.each([
    ["the core with the six builders", 3500, 'export { bool, choice, defineEnvs, float, int, path, str } from "./dist/index.js";'],
    ["an app that uses bool alone", 2200, 'import { bool, defineEnvs } from "./dist/index.js"; export const envs = defineEnvs({ ACME_FLAG: bool({ default: false, category: "app" }) }, { categories: ["app"] });'],
  ])("of %s is at most %d bytes", async (_, limit, source) => {
    expect(gzipSync(await bundle(source, { minify: true, format: "esm" }), { level: 9 }).length).toBeLessThanOrEqual(limit);
  });
  test("of what is not used is nothing", async () => {
    expect(await bundle('import "./dist/index.js"; import "./dist/types.js"; import "./dist/testing.js";', { minify: true, format: "esm" })).toBe("");
    expect(await bundle('import { bool, defineEnvs } from "./dist/index.js"; export const envs = defineEnvs({ A: bool({ default: false, category: "c" }) }, { categories: ["c"] });', {})).not.toMatch(/whole number|levenshtein|SERVICE_/);
  });
});

describe("in a browser", () => {
  const app = `
    import { bool, defineEnvs, str } from "./dist/index.js";
    const envs = defineEnvs({
      /** Where the API stands: a sentence that no bundle needs. */
      NEXT_PUBLIC_API: str({ default: "none", category: "app", client: () => process.env.NEXT_PUBLIC_API }),
      /** Another. */
      NEXT_PUBLIC_GONE: str({ default: "none", category: "app", client: () => process.env.NEXT_PUBLIC_GONE }),
      ACME_SERVER: str({ optional: true, category: "app" }),
      ACME_FLAG: bool({ default: true, category: "app" }),
    }, { categories: ["app"] });
    const seen = () => [envs.NEXT_PUBLIC_API.get(), envs.NEXT_PUBLIC_GONE.get(), envs.ACME_SERVER.get(), envs.ACME_FLAG.get()];
    globalThis.result = JSON.stringify([seen(), envs.ACME_FLAG.override(false, seen), seen(), envs.NEXT_PUBLIC_API.override(undefined, seen)]);`;
  const plain = [
    ["https://api.example", "none", null, true],
    ["https://api.example", "none", null, false],
    ["https://api.example", "none", null, true],
    ["none", "none", null, true],
  ];

  test("without a process, esbuild's define gives the value of a client entry", async () => {
    const script = await bundle(app, { define: { "process.env.NEXT_PUBLIC_API": '"https://api.example"' } });
    expect(JSON.parse(inRealm(script, {}))).toEqual(plain);
  });
  test("with a process that has no such variable, too", async () => {
    const script = await bundle(app, { define: { "process.env.NEXT_PUBLIC_API": '"https://api.example"' } });
    expect(JSON.parse(inRealm(script, { process: { env: {} } }))).toEqual(plain);
  });
  test("without a client entry or a bundler's text everything is unset", async () => {
    expect(JSON.parse(inRealm(await bundle(app, {}), {}))[0]).toEqual(["none", "none", null, true]);
  });
  test("doc comments do not reach a bundle", async () => {
    expect(await bundle(app, { minify: true })).not.toContain("no bundle needs");
  });
  test("Vite gives the value by define and by its own environment", async () => {
    const source = app.replace("process.env.NEXT_PUBLIC_GONE", "import.meta.env.VITE_GONE");
    const entry = "virtual:app";
    const output = await buildWithVite({
      root: join(root, "test"),
      configFile: false,
      envDir: false,
      logLevel: "silent",
      define: { "process.env.NEXT_PUBLIC_API": '"https://api.example"', "import.meta.env.VITE_GONE": '"from vite"' },
      plugins: [{ name: "app", resolveId: (id, from) => (id === entry ? id : from === entry ? join(root, id) : null), load: (id) => (id === entry ? source : null) }],
      build: { write: false, rollupOptions: { input: entry } },
    });
    const [chunk] = (Array.isArray(output) ? output[0]! : (output as Extract<typeof output, { output: unknown }>)).output;
    expect(JSON.parse(inRealm(`(() => {${chunk.type === "chunk" ? chunk.code : ""}})()`, {}))[0]).toEqual(["https://api.example", "from vite", null, true]);
  });
});

test("importing and declaring read no variable, print nothing, and put nothing on the global object", async () => {
  const touched: string[] = [];
  const watch = (name: string): object => new Proxy({}, { get: (_, key) => void touched.push(`${name}.${String(key)}`), has: (_, key) => (touched.push(`${name}.${String(key)}`), false), ownKeys: () => (touched.push(name), []) });
  const realm = { process: { env: watch("env"), stdout: watch("stdout"), emitWarning: () => touched.push("warning") }, console: watch("console") };
  const source = 'import { bool, defineEnvs } from "./dist/index.js"; import "./dist/types.js"; globalThis.result = ""; globalThis.envs = defineEnvs({ A: bool({ default: false, category: "c", aliases: ["B"] }) }, { categories: ["c"] });';
  inRealm(await bundle(source, { treeShaking: false }), realm);
  expect(touched).toEqual([]);
  expect(Reflect.ownKeys(realm).map(String).sort()).toEqual(["console", "envs", "process", "result"]);
  (realm as unknown as { envs: { A: { get: () => boolean } } }).envs.A.get();
  expect(touched).toEqual(["env.A", "env.B"]);
});

async function bundle(source: string, options: BuildOptions): Promise<string> {
  checkBuilt();
  const { outputFiles } = await build({ stdin: { contents: source, resolveDir: root }, bundle: true, write: false, platform: "browser", format: "iife", logLevel: "error", ...options });
  return outputFiles![0]!.text;
}

/** What a script leaves in `result` where nothing but ECMAScript and `globals` exists. */
function inRealm(script: string, globals: object): string {
  runInNewContext(script, globals);
  return (globals as { result: string }).result;
}
