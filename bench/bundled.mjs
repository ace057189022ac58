/** Parts of the checker for measurements of one stage. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "../build/bundle.mjs";

/** Imports modules of the source by their paths from the repository's root, built as they are shipped. */
export async function bundled(...paths) {
  const folder = mkdtempSync(join(tmpdir(), "env-contract-bundled-"));
  await bundle(paths, folder);
  return Promise.all(paths.map((path) => import(pathToFileURL(join(folder, path.replace(/^.*\//, "").replace(/\.ts$/, ".js"))))));
}
