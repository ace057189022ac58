/** `node bench/selection.mjs DIR…`: holds that selection only ever spares work. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundle } from "../build/bundle.mjs";

// Within the repository, where what it imports is found.
const built = mkdtempSync(join(import.meta.dirname, "..", "dist", "bench-"));
try {
  await bundle(["bench/selection.ts"], built);
  for (const folder of process.argv.slice(2)) {
    process.stdout.write(`${folder}\n`);
    const { status } = spawnSync(process.execPath, ["--max-old-space-size=8000", join(built, "selection.js"), resolve(folder)], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
} finally {
  rmSync(built, { recursive: true, force: true });
}
