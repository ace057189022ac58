/** The commands that are measured. */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const PEERS = join(HERE, "peers");
const OURS = join(HERE, "..", "bin", "env-contract.js");

export const peer = (name) => join(PEERS, "node_modules", ".bin", name);

/** Installs the peers from their lockfile, where that has not been done. */
export function installPeers() {
  if (!existsSync(peer("oxlint"))) execFileSync("npm", ["ci"], { cwd: PEERS, stdio: ["ignore", "ignore", "inherit"] });
}

/** Ours without and with a cache in the folder, and those that the tree is measured with; `scratch` is a folder of the run's own. */
export function contendersOn(folder, { with: others, edits = false }, scratch) {
  const cache = join(scratch, "cache");
  const ours = { command: process.execPath, args: [OURS, "check", "--quiet"], cwd: folder, codes: [0, 1], env: { ENV_CONTRACT_CACHE: cache } };
  const others_ = { oxlint, biome, slow: eslint, node, load, parse: (cwd) => parse(cwd, scratch, ""), walk: (cwd) => parse(cwd, scratch, "walk") };
  return [
    ...others.map((name) => others_[name](folder)),
    { ...ours, name: "cold", before: () => rmSync(cache, { recursive: true, force: true }) },
    { ...ours, name: "warm" },
    ...(edits ? [{ ...ours, name: "warm, ten files changed", before: () => edit(folder) }] : []),
  ];
}

const oxlint = (cwd) => ({ name: "oxlint", command: peer("oxlint"), args: ["--config", join(PEERS, "oxlintrc.json"), "--disable-nested-config", "--quiet", "."], cwd, codes: [0, 1] });
const biome = (cwd) => ({ name: "Biome", command: peer("biome"), args: ["lint", `--config-path=${join(PEERS, "biome.json")}`, "--only=style/noProcessEnv", "."], cwd, codes: [0, 1] });
const eslint = (cwd) => ({ name: "ESLint", command: peer("eslint"), args: ["--config", join(PEERS, "eslint.config.mjs"), "--no-inline-config", "."], cwd, codes: [0, 1] });
const node = (cwd) => ({ name: "node -e 0", command: process.execPath, args: ["-e", "0"], cwd, codes: [0] });
const load = (cwd) => ({ name: "loading ts-morph", command: process.execPath, args: [join(HERE, "floors", "load.mjs")], cwd, codes: [0] });

/** Parses (and walks) the files that ours parses. */
function parse(cwd, scratch, walk) {
  const list = join(scratch, "parsed");
  const facts = JSON.parse(execFileSync(process.execPath, [OURS, "facts"], { cwd, maxBuffer: Infinity, encoding: "utf8", env: { ...process.env, ENV_CONTRACT_CACHE: join(scratch, "cache") } }));
  writeFileSync(list, facts.map(({ path }) => `${join(cwd, path)}\n`).join(""));
  return { name: walk === "" ? `parsing ${facts.length} files` : `parsing and walking ${facts.length} files`, command: process.execPath, args: [join(HERE, "floors", "parse.mjs"), list, walk], cwd, codes: [0] };
}

/** Adds a line to ten files, some of which use the environment. */
function edit(folder) {
  const files = execFileSync("git", ["-C", folder, "ls-files", "-z", "src"], { encoding: "utf8", maxBuffer: Infinity }).split("\0").filter((path) => path !== "");
  for (let nth = 0; nth < 10; nth++) {
    const file = join(folder, files[Math.floor((files.length / 10) * nth) + 3]);
    if (readFileSync(file, "utf8").length < 1_000_000) appendFileSync(file, `// ${process.hrtime.bigint()}\n`);
  }
}
