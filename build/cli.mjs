/** Builds the checker into an empty `dist/`. */
import { createHash } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUILT = join(ROOT, "dist", "src");

rmSync(join(ROOT, "dist"), { recursive: true, force: true });
await bundle(["src/start.ts", "src/environment.ts"], BUILT);
await bundle(["src/write-docs.ts"], join(ROOT, "dist", "tools"));
copyFileSync(join(ROOT, "node_modules", "typescript", "LICENSE.txt"), join(BUILT, "LICENSE-typescript.txt"));
writeFileSync(join(BUILT, "build-id.txt"), `${contentOf(BUILT)}\n`);

/** What is kept from run to run is only good for the code that made it. */
function contentOf(folder) {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}
