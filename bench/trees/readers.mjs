/** 5,000 files of which a quarter reads the registry, and functions that read are called through four layers. */
import { randomFrom } from "../random.mjs";
import { filler, sizeAround } from "./prose.mjs";

const NAMES = Array.from({ length: 120 }, (_, index) => `ACME_SETTING_${index}`);
const MEAN = 3_000;

/** Yields `[path, text]` for each file. */
export function* readers(count) {
  const random = randomFrom(count + 1);
  yield ["package.json", `${JSON.stringify({ name: "shop", private: true, type: "module" }, null, 2)}\n`];
  yield ["env-contract.json", `${JSON.stringify({ registry: "src/envs.ts", prefix: "ACME_" }, null, 2)}\n`];
  yield ["src/envs.ts", registry()];
  const quarter = Math.floor(count / 4);
  for (let index = 0; index < quarter; index++) {
    const names = [random.of(NAMES), random.of(NAMES)];
    const text = `import { envs } from "../envs.js";\n\n${names.map((name, nth) => `export function read${nth}(): string {\n  return envs.${name}.get();\n}\n`).join("\n")}`;
    yield [`src/read/file${index}.ts`, `${text}\n${filler(random, sizeAround(random, MEAN))}`];
  }
  // Each layer calls the one below it: the first calls what reads.
  const layer = Math.floor((count - quarter) / 5);
  for (let depth = 1; depth <= 4; depth++) {
    const below = depth === 1 ? ["read", quarter] : [`layer${depth - 1}`, layer];
    for (let index = 0; index < layer; index++) {
      const target = random.below(below[1]);
      const text = `import { read0 as first, read1 as second } from "../${below[0]}/file${target}.js";

export function read0(): string {
  return first() + second();
}

export function read1(): string {
  return labelled("layer ${depth}");
}

function labelled(label: string): string {
  return \`\${label} \${second()}\`;
}
`;
      yield [`src/layer${depth}/file${index}.ts`, `${text}\n${filler(random, sizeAround(random, MEAN))}`];
    }
  }
  for (let index = 0; index < count - quarter - 4 * layer; index++) yield [`src/plain/file${index}.ts`, filler(random, sizeAround(random, MEAN))];
}

function registry() {
  const entries = NAMES.map((name) => `  /** What the shop does by ${name.toLowerCase().replaceAll("_", " ")}. */\n  ${name}: str({ default: "", category: "shop" }),`);
  return `import { defineEnvs, str } from "@env-contract/registry";\n\nexport const envs = defineEnvs(\n{\n${entries.join("\n")}\n},\n{ prefix: "ACME_", categories: { shop: "The shop." } },\n);\n`;
}
