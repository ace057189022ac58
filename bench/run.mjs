/** `npm run bench`: whole processes, ours and others', one after the other, on generated trees or (`--tree DIR`) any. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { contendersOn, installPeers } from "./contenders.mjs";
import { interleaved } from "./measure.mjs";
import { machine, page, table } from "./page.mjs";
import { folderOf, TREES } from "./trees.mjs";

const { values } = parseArgs({
  options: { tree: { type: "string", multiple: true, default: [] }, only: { type: "string", multiple: true, default: [] }, runs: { type: "string", default: "5" }, write: { type: "string" } },
});

installPeers();
// Without `--only` a tree that is named is measured alone.
const generated = Object.entries(TREES).filter(([name]) => (values.only.length === 0 ? values.tree.length === 0 : values.only.includes(name)));
const trees = [...generated.map(([name, tree]) => ({ name, ...tree })), ...values.tree.map((folder) => ({ name: basename(resolve(folder)), folder: resolve(folder), with: ["oxlint"] }))];
const results = [];
for (const tree of trees) {
  const folder = tree.folder ?? folderOf(tree.name);
  const scratch = mkdtempSync(join(tmpdir(), "env-contract-bench-run-"));
  try {
    const samples = await interleaved(contendersOn(folder, tree, scratch), Number(values.runs), (text) => process.stderr.write(`${tree.name}: ${text}\n`));
    results.push({ name: tree.name, samples });
    process.stdout.write(`${table({ name: tree.name, samples })}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    if (tree.edits === true) execFileSync("git", ["-C", folder, "checkout", "--quiet", "."]);
  }
}
if (values.write !== undefined) writeFileSync(values.write, page(machine(Number(values.runs)), results));
