/** Prints what is found in a folder where every file is parsed, and where only those that may matter are. */
import { createHash } from "node:crypto";
import { rules } from "../rules/index.ts";
import { check } from "../src/check.ts";
import { readWorkspace } from "../src/commands/analyse.ts";
import { selected } from "../src/files/discover.ts";
import { line, placeOf } from "../src/verdict.ts";

const { workspace, listing } = await readWorkspace({ cwd: process.argv[2]!, config: null });
const found = await Promise.all((["likely", "every"] as const).map(async (selection) => {
  const began = performance.now();
  const { verdict, files } = await check({ workspace, rules, only: null, discovery: selected(workspace, listing), cwd: workspace.top, means: { selection } });
  const lines = verdict.violations.map((one) => `${placeOf(one)}:${one.at.join(":")} ${line(one)} ${one.status}`);
  return { selection, seconds: (performance.now() - began) / 1000, parsed: files.length, lines: lines.length, hash: createHash("sha1").update(lines.join("\n")).digest("hex") };
}));
for (const { selection, seconds, parsed, lines, hash } of found) process.stdout.write(`${selection.padEnd(8)} ${parsed} files parsed, ${lines} lines, ${hash.slice(0, 12)}, ${seconds.toFixed(1)} s\n`);
process.exitCode = found[0]!.hash === found[1]!.hash ? 0 : 1;
