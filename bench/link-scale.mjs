/** Times linking alone, over the facts of generated trees of 1,000, 5,000 and 20,000 files: time per fact must stay flat. */
import { performance } from "node:perf_hooks";
import { posix } from "node:path";
import { bundled } from "./bundled.mjs";

const [{ extract }, { link }] = await bundled("src/extract/extract.ts", "src/link/link.ts");

const REGISTRY = "src/envs.ts";
/** Readers are called through this many modules. */
const LAYERS = 4;

/** A quarter of the files read the registry or call who does, a quarter read the environment through a wrapper, the rest only compute. */
function treeOf(files) {
  const texts = new Map([
    [REGISTRY, `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({\n${range(100, (at) => `  ACME_SETTING_${at}: str({ optional: true }),`)}\n}, { prefix: "ACME_", categories: [] });\n`],
    ["src/values.ts", `export const must = (name: string) => process.env[name] ?? "";\nexport const acme = (name: string) => must(\`ACME_\${name}\`);\n`],
  ]);
  for (let at = 0; texts.size < files; at++) {
    const layer = at % LAYERS;
    const below = `../part-${at - 1}/reader`;
    texts.set(`src/part-${at}/reader.ts`, layer === 0
      ? `import { envs } from "../envs";\nexport function read(): string { return envs.ACME_SETTING_${at % 100}.get() ?? ""; }\nexport class Reader { host() { return envs.ACME_SETTING_${(at + 1) % 100}.get(); } }\n`
      : `import { read as below } from "${below}";\nexport function read(): string { return below() + below(); }\n${layer === LAYERS - 1 ? "export const kept = read();\n" : ""}`);
    texts.set(`src/part-${at}/names.ts`, `export const NAMES = { host: "ACME_HOST_${at}", port: "ACME_PORT_${at}" } as const;\n`);
    texts.set(`src/part-${at}/direct.ts`, `import { acme, must } from "../values";\nimport { NAMES } from "./names";\nexport const host = () => must(NAMES.host);\nexport const zone = () => acme("ZONE_${at}");\nexport const port = process.env[NAMES.port];\n`);
    texts.set(`src/part-${at}/tools.ts`, `import { host } from "./direct";\nexport const twice = (value: number) => value * 2;\nexport const shown = () => \`\${host()}\${process.env.NODE_ENV}\`;\n`);
  }
  return texts;
}

function range(count, lineOf) {
  return Array.from({ length: count }, (_, at) => lineOf(at)).join("\n");
}

/** As the loop of a run ends: what a module imports is watched. */
function factsOf(texts) {
  return [...texts].map(([path, text]) => {
    const names = [...text.matchAll(/import \{ ([^}]+) \} from "(\.[^"]+)"/g)].flatMap(([, list, from]) => [...list.split(",").map((item) => `${from}#${item.trim().split(" ")[0]}`), `${from}#*`]);
    return extract({ path, text, watched: names.sort() });
  });
}

function resolverOf(texts) {
  return (from, specifier) => {
    const path = `${posix.join(posix.dirname(from), specifier)}.ts`;
    return specifier.startsWith(".") && texts.has(path) ? path : null;
  };
}

for (const files of [1_000, 5_000, 20_000]) {
  const texts = treeOf(files);
  const facts = factsOf(texts);
  const size = facts.reduce((sum, file) => sum + file.uses.length + file.values.length + file.bodies.length, 0);
  const input = { files: facts, resolve: resolverOf(texts), registries: [REGISTRY], doors: [], isStarted: () => false, timed: "every" };
  const times = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    link(input);
    return performance.now() - begun;
  }).sort((a, b) => a - b);
  const { accesses, uses, importTime } = link(input).facts;
  console.log(`${files} files, ${size} facts: ${times[2].toFixed(0)} ms, ${((times[2] / size) * 1000).toFixed(2)} µs a fact; ${accesses.length} accesses, ${uses.length} uses, ${importTime.length} reads at import`);
}
