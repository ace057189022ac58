import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { TOOL } from "./bench.ts";

/** The version in the tool's own package.json. */
export function toolVersion(): string {
  const version = manifestIn(toolFolder())?.version;
  if (version === undefined) throw new Error("the package.json of env-contract has no version");
  return version;
}

/** The absolute folder of the tool's own package.json, wherever the build put this file. */
export function toolFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (manifestIn(folder)?.name === TOOL) return folder;
    if (dirname(folder) === folder) throw new Error("the package.json of env-contract is missing");
  }
}

function manifestIn(folder: string): { readonly name?: string; readonly version?: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly name?: string; readonly version?: string };
  } catch {
    return null;
  }
}
