/** Trees to measure on, made once and kept below the folder for temporary files. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chained } from "./trees/chained.mjs";
import { dense } from "./trees/dense.mjs";
import { readers } from "./trees/readers.mjs";
import { typical } from "./trees/typical.mjs";

/** What each tree is measured with besides ours: `slow` is ESLint. */
export const TREES = {
  "200": { files: () => typical(200), with: ["node", "load", "oxlint", "biome", "slow"] },
  "2000": { files: () => typical(2_000), with: ["oxlint", "biome", "slow"] },
  "20000": { files: () => typical(20_000), with: ["oxlint", "biome"], edits: true },
  readers: { files: () => readers(5_000), with: ["oxlint", "parse"] },
  dense: { files: () => dense(1_500), with: ["oxlint", "walk"] },
  chained: { files: () => chained(3_000), with: ["load", "walk"] },
};

const HERE = import.meta.dirname;

/** The folder of a tree, which is a git repository with one commit; made where it is not there yet. */
export function folderOf(name) {
  const folder = join(tmpdir(), "env-contract-bench", `${name}-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.making-${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  const made = new Set();
  for (const [path, text] of TREES[name].files()) {
    const file = join(making, path);
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    made.add(dirname(file));
    writeFileSync(file, text);
  }
  writeFileSync(join(making, ".gitignore"), "node_modules/\n");
  const git = (...args) => execFileSync("git", ["-C", making, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0", ...args], { stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Generated");
  renameSync(making, folder);
  return folder;
}

/** Of the generators: trees of other generators are other trees. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const file of ["random.mjs", ...readdirSync(join(HERE, "trees")).sort().map((name) => join("trees", name))]) hash.update(readFileSync(join(HERE, file)));
  return hash.digest("hex").slice(0, 8);
}
