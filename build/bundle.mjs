/** How the checker's own code is bundled. */
import { build } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parserOf } from "./parser.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Bundles entry points (paths from the repository's root) into a folder: own code as few files, the parser cut out of the compiler, packages left as they are. */
export async function bundle(entryPoints, outdir) {
  await build({
    absWorkingDir: ROOT, entryPoints, outdir, bundle: true, splitting: true, format: "esm", platform: "node", target: "node20.19",
    packages: "external", logLevel: "warning", legalComments: "inline", plugins: [cutParser, ownLibrary],
  });
}

/** Where extract imports ts-morph it gets the parser alone. */
const cutParser = {
  name: "cut-parser",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ts-morph$/ }, ({ importer }) => (importer.replaceAll("\\", "/").endsWith("/src/extract/syntax.ts") ? { path: "parser", namespace: "cut" } : undefined));
    onLoad({ filter: /^parser$/, namespace: "cut" }, () => ({ contents: 'import * as ts from "compiler";\nexport { ts };\n', loader: "js" }));
    onResolve({ filter: /^compiler$/, namespace: "cut" }, () => ({ path: "compiler", namespace: "cut" }));
    onLoad({ filter: /^compiler$/, namespace: "cut" }, () => ({ contents: parserOf(namesUsed()), loader: "js" }));
  },
};

/** The library is part of the checker, whose users may have another version of it, or none. */
const ownLibrary = {
  name: "own-library",
  setup({ onResolve }) {
    onResolve({ filter: /^@env-contract\/registry$/ }, () => ({ path: join(ROOT, "registry", "src", "index.ts") }));
  },
};

/** Every `ts.name` of the source. */
export function namesUsed() {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  const names = new Set(files.flatMap((path) => [...readFileSync(join(ROOT, "src", path), "utf8").matchAll(/\bts\.([A-Za-z]\w*)/g)].map(([, name]) => name)));
  return [...names].sort();
}
