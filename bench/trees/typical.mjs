/** A tree with the selectivity of public repositories: 2.8 % of the files use the environment, 11 % say `env` somewhere. */
import { randomFrom } from "../random.mjs";
import { filler, sizeAround } from "./prose.mjs";

/** Bytes of a file in the mean: 20,000 files are 109 MB. */
const MEAN = 5_300;
/** Shares of files. */
const USING = 556 / 20_000;
const SAYING = 0.086;
const FOLDER = 25;

/** Yields `[path, text]` for each file. */
export function* typical(count) {
  const random = randomFrom(count);
  yield ["package.json", `${JSON.stringify({ name: "shop", private: true, type: "module" }, null, 2)}\n`];
  yield ["src/settings/read.ts", WRAPPER];
  yield ["src/settings/environment.ts", ALIAS];
  for (let index = 2; index < count; index++) {
    const path = `src/area${Math.floor(index / FOLDER / 20)}/part${Math.floor(index / FOLDER)}/file${index}.${random.chance(0.2) ? "tsx" : "ts"}`;
    const neighbours = Array.from({ length: random.below(6) }, (_, nth) => `import { load${nth} } from "./file${index - (index % FOLDER) + random.below(FOLDER)}.js";\n`);
    const using = random.chance(USING) ? use(random, index) : ["", ""];
    const saying = random.chance(SAYING) ? `// The env of this part is made by the deployment: ${random.of(["see the notes", "no code reads it", "a list is kept elsewhere"])}.\n` : "";
    yield [path, `${neighbours.join("")}${using[0]}${saying}\n${filler(random, sizeAround(random, MEAN))}${using[1]}`];
  }
}

const WRAPPER = `export function requireEnv(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`\${name} is not set\`);
  return value;
}
`;
const ALIAS = `export const environment = process.env;
`;

/** Imports and code with one to six uses, spelled as often as public code spells them so. */
function use(random, index) {
  const imports = new Set();
  let code = "";
  for (let nth = 0, uses = 1 + random.below(6); nth < uses; nth++) {
    const name = `ACME_${random.of(["SMTP", "CACHE", "QUEUE", "LOG", "DB", "CDN"])}_${random.of(["HOST", "PORT", "URL", "LEVEL", "TOKEN", "LIMIT"])}`;
    const draw = random.below(100);
    const [from, line] = spelled(draw, name, `${index}_${nth}`);
    if (from !== "") imports.add(from);
    code += line;
  }
  return [[...imports].join(""), code];
}

function spelled(draw, name, id) {
  if (draw < 63) return ["", `export const read${id} = () => process.env.${name} ?? "none";\n`];
  if (draw < 74) return ["", `export const element${id} = () => process.env["${name}"];\n`];
  if (draw < 84) return ['import { environment } from "../../settings/environment.js";\n', `export const shared${id} = () => environment.${name};\n`];
  if (draw < 88) return ['import process from "node:process";\n', `export const imported${id} = () => process.env.${name};\n`];
  if (draw < 90) return ["", `export const build${id} = () => import.meta.env.${name};\n`];
  if (draw < 92) return ["", `export function taken${id}() {\n  const { ${name}: value = "" } = process.env;\n  return value;\n}\n`];
  if (draw < 97) return ['import { requireEnv } from "../../settings/read.js";\n', `export const wrapped${id} = () => requireEnv("${name}");\n`];
  return ["", `export function set${id}(value: string) {\n  process.env.${name} = value;\n}\n`];
}
