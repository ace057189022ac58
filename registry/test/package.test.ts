import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { publint } from "publint";
import type ts from "typescript";
import { describe, expect, test } from "vitest";
import { compiler as compilerOf, COMPILERS, installInto, temporaryFolder } from "./built.ts";

const folder = temporaryFolder();
const { tarball, installed } = installInto(folder);

describe("what npm installs", () => {
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((file) => statSync(join(installed, file)).isFile());
  const text = (file: string): string => readFileSync(join(installed, file), "utf8");

  test("is under 80 kB, holds no test and depends on nothing", () => {
    expect(files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0)).toBeLessThan(80_000);
    expect(files.filter((file) => file.includes(".test."))).toEqual([]);
    const manifest = JSON.parse(text("package.json")) as Record<string, unknown>;
    expect([manifest["dependencies"], manifest["peerDependencies"], manifest["optionalDependencies"]]).toEqual([undefined, undefined, undefined]);
  });
  test("imports its own files alone", () => {
    const specifiers = files.filter((file) => /\.js$/.test(file)).flatMap((file) => [...text(file).matchAll(/(?:from |import |import\(|require\()"([^"]+)"/g)].map((match) => match[1]!));
    expect(specifiers.length).toBeGreaterThan(10);
    expect(specifiers.filter((specifier) => !specifier.startsWith("./"))).toEqual([]);
  });
  test("pleases publint and attw", async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
    expect(messages).toEqual([]);
    const attw = join(dirname(createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json")), "dist/index.js");
    // Resolution before node16 knows no `exports`, hence no entries but the first.
    const { status, stdout } = spawnSync(process.execPath, [attw, tarball, "--profile", "node16", "--no-color"], { encoding: "utf8" });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("🟢 (ESM)") });
  });
});

describe("a consumer", () => {
  const body = `
    const envs = defineEnvs({ ACME_PORT: int({ default: 1, category: "c" }), ACME_LIST: list({ default: ["a"], category: "c" }) }, { categories: ["c"] });
    envs.ACME_PORT.override(2);
    console.log(JSON.stringify([envs.ACME_PORT.get(), envs.ACME_LIST.get(), typeof guardOverrides]));`;
  const names = [["{ defineEnvs, int }", "@env-contract/registry"], ["{ list }", "@env-contract/registry/types"], ["{ guardOverrides }", "@env-contract/registry/testing"]];

  test.each([
    ["app.mjs", names.map(([name, from]) => `import ${name} from "${from}";`)],
    ["app.cjs", names.map(([name, from]) => `const ${name} = require("${from}");`)],
  ])("%s runs", (file, imports) => {
    expect(run(file, imports.join("\n") + body)).toBe('[2,["a"],"function"]\n');
  });

  test("of both formats at once has one state", () => {
    const source = `
      import { createRequire } from "node:module";
      import * as a from "@env-contract/registry";
      const b = createRequire(import.meta.url)("@env-contract/registry");
      const declare = (copy) => copy.defineEnvs({ ACME_PORT: copy.int({ default: 1, category: "c", aliases: ["ACME_OLD"] }) }, { categories: ["c"] });
      const [one, other] = [declare(a), declare(b)];
      const warnings = [];
      process.on("warning", ({ message }) => warnings.push(message));
      const first = one.ACME_PORT.override(2);
      const second = other.ACME_PORT.override(3);
      first.restore();
      const seen = [one.ACME_PORT.get(), other.ACME_PORT.get()];
      second.restore();
      process.env.ACME_OLD = "5";
      seen.push(one.ACME_PORT.get(), other.ACME_PORT.get(), a.checkAll(other).length, b.collectEnv(one)[0].state);
      setTimeout(() => console.log(JSON.stringify([a.defineEnvs === b.defineEnvs, seen, warnings])), 10);`;
    expect(JSON.parse(run("both.mjs", source))).toEqual([false, [3, 3, 5, 5, 0, "set"], ["ACME_OLD is deprecated: set ACME_PORT instead"]]);
  });

  const typed = `${names.map(([name, from]) => `import ${name} from "${from}";`).join("\n")}
    const envs = defineEnvs({ ACME_PORT: int({ default: 1, category: "c" }), ACME_LIST: list({ item: "int", optional: true, category: "c" }) }, { categories: ["c"] });
    export const port: number = envs.ACME_PORT.get();
    export const items: number[] | undefined = envs.ACME_LIST.get();
    export const guard: typeof guardOverrides = guardOverrides;
    // @ts-expect-error: types that failed to resolve would be any
    export const wrong: string = envs.ACME_PORT.get();`;

  test.each(COMPILERS.flatMap((name) => (["node16", "nodenext", "bundler"] as const).map((resolution) => [name, resolution] as const)))("compiles with %s and %s", (name, resolution) => {
    const extensions = resolution === "bundler" ? ["ts"] : ["mts", "cts"];
    const files = extensions.map((extension) => join(folder, `app.${extension}`));
    for (const file of files) writeFileSync(file, typed);
    const module = resolution === "bundler" ? "esnext" : resolution;
    const options = ["--noEmit", "--strict", "--skipDefaultLibCheck", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022", "--module", module, "--moduleResolution", resolution];
    expect(complaints(name, [...options, ...files])).toBe("");
  });
});

function run(file: string, source: string): string {
  writeFileSync(join(folder, file), source);
  return execFileSync(process.execPath, ["--no-warnings", file], { cwd: folder, encoding: "utf8" });
}

const libraries = new Map<string, ts.SourceFile | undefined>();

/** What the compiler of a name prints for a command line. One that has an API is run here, and reads the library of the language once: a process for each run takes four times as long. */
function complaints(name: string, argv: readonly string[]): string {
  const compiler = createRequire(import.meta.url)(name) as Partial<typeof ts>;
  if (!compiler.parseCommandLine) return spawnSync(process.execPath, [compilerOf(name), ...argv], { cwd: folder, encoding: "utf8" }).stdout;
  const api = compiler as typeof ts;
  const { options, fileNames, errors } = api.parseCommandLine(argv);
  const host = api.createCompilerHost(options);
  host.getCurrentDirectory = () => folder;
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...rest) => {
    if (!/[\\/]lib\.[\w.]+\.d\.ts$/.test(file)) return read(file, ...rest);
    const key = `${name} ${file}`;
    if (!libraries.has(key)) libraries.set(key, read(file, ...rest));
    return libraries.get(key);
  };
  const diagnostics = [...errors, ...api.getPreEmitDiagnostics(api.createProgram(fileNames, options, host))];
  return api.formatDiagnostics(diagnostics, { getCanonicalFileName: (file) => file, getCurrentDirectory: () => folder, getNewLine: () => "\n" });
}
