/** The registry files that a configuration names. */
import { basename, join, posix, resolve } from "node:path";
import type { Node } from "jsonc-parser";
import { stat } from "../disk.ts";
import { filesIn } from "./folders.ts";
import { type Desk, pathOf } from "./paths.ts";
import { fault } from "./source.ts";
import { closest } from "./suggest.ts";

/** The paths of the string nodes in order, each once; a usage error where one is no file in `folder`. */
export async function registryFiles(desk: Desk, nodes: readonly Node[], folder: string): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const node of nodes) {
    const path = pathOf(desk, node);
    const found = await stat(resolve(folder, path)).catch(() => null);
    if (!found) throw fault(desk.source, node, `registry "${path}" does not exist`, await mendFor(path, folder));
    if (!found.isFile()) throw fault(desk.source, node, `registry "${path}" is no file`, "name the file that calls defineEnvs");
    paths.add(path);
  }
  return [...paths];
}

async function mendFor(path: string, folder: string): Promise<string> {
  const beside = posix.dirname(path);
  const near = closest(basename(path), await filesIn(join(folder, beside)));
  if (near !== null) return `did you mean "${posix.join(beside, near)}"?`;
  return 'create it, or name the file that calls defineEnvs';
}
