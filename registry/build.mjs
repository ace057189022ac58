// Builds dist/ without checking types, which is what `npm run types` is for: ESM, CommonJS in dist/cjs, and one set of declarations, which lies with CommonJS because either format can import that.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const root = import.meta.dirname;
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript-7/package.json")), "bin/tsc");
const entries = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports).filter((path) => !path.endsWith(".json"));

compile("tsconfig.json", "--declaration", "false", "--removeComments");
compile("tsconfig.cjs.json", "--declaration", "false", "--removeComments");
compile("tsconfig.cjs.json", "--emitDeclarationOnly");

const modules = readdirSync(join(root, "src")).filter((file) => !file.endsWith(".test.ts")).map((file) => file.slice(0, -".ts".length));
const faces = entries.map((path) => (path === "." ? "index" : path.slice(2)));
tidy("dist", [...modules.map((name) => `${name}.js`), ...faces.map((name) => `${name}.d.ts`), "cjs"]);
tidy("dist/cjs", [...modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`]), "package.json"]);
for (const name of faces) writeFileSync(join(root, `dist/${name}.d.ts`), `export * from "./cjs/${name}.js";\n`);
writeFileSync(join(root, "dist/cjs/package.json"), `${JSON.stringify({ type: "commonjs", sideEffects: false })}\n`);

function compile(project, ...options) {
  const { status, error } = spawnSync(process.execPath, [tsc, "-p", project, "--noCheck", ...options], { cwd: root, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Removes what an earlier build left, and shortens what the compiler writes long: the package is small on purpose. */
function tidy(folder, kept) {
  mkdirSync(join(root, folder), { recursive: true });
  for (const file of readdirSync(join(root, folder))) {
    const path = join(root, folder, file);
    if (!kept.includes(file)) rmSync(path, { recursive: true });
    else if (/\.(js|d\.ts)$/.test(file)) writeFileSync(path, shorten(readFileSync(path, "utf8")));
  }
}

/** CommonJS is for machines alone. No text in the source spans lines, so blanks at the start of one mean nothing; no function asks for its `this`, which `(0, f)()` withholds; no module imports itself back, so what one hands on is there when it does. */
function shorten(text) {
  const tabs = text.replace(/^(?: {4})+/gm, (blanks) => "\t".repeat(blanks.length / 4));
  if (!text.startsWith('"use strict"')) return tabs;
  return tabs
    .replace(/^\t+/gm, "")
    .replace(/\b(\w+)_ts_1\b/g, "$1_1")
    .replace(/\(0, (\w+_1\.\w+)\)/g, "$1")
    .replace(/^Object\.defineProperty\(exports, ("\w+"), \{ enumerable: true, get: function \(\) \{ return (\w+\.\w+); \} \}\);$/gm, (_, name, value) => `exports.${JSON.parse(name)} = ${value};`);
}
