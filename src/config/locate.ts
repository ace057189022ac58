/** Finds the configuration that governs a folder. */
import { basename, dirname, join, posix, resolve } from "node:path";
import { type Node, parseTree } from "jsonc-parser";
import { lstat, readFile } from "../disk.ts";
import { UsageError } from "../verdict.ts";
import { propertiesOf } from "./document.ts";
import { filesIn, shown, upwards } from "./folders.ts";
import { closest, listed } from "./suggest.ts";

/** The key of package.json that holds a configuration. */
export const PACKAGE_KEY = "env-contract";
const NAMES = ["env-contract.json", "env-contract.jsonc"];

/** The absolute path of the configuration nearest to `cwd`, upwards; null where there is none. Two at one place are a usage error. */
export async function locate(cwd: string): Promise<string | null> {
  for (const folder of upwards(cwd)) {
    const found = await configurationIn(folder, cwd);
    if (found !== null) return found;
  }
  return null;
}

/** The absolute path of the folder's configuration, or null; two are a usage error. */
export async function configurationIn(folder: string, cwd: string): Promise<string | null> {
  const found = await configurationsIn(folder);
  if (found.length > 1) {
    const place = shown(cwd, folder);
    throw new UsageError(
      `${place}: ${found.length === 2 ? "two" : "three"} configurations at one place, ${found.map(describe).join(" and ")}`,
      "keep one of them",
    );
  }
  return found[0] === undefined ? null : join(folder, found[0]);
}

/** A file of the name may be, or hold, a configuration. */
export function isConfiguration(path: string): boolean {
  const name = posix.basename(path);
  return NAMES.includes(name) || name === "package.json";
}

/** Of paths in a tree, the folders that may hold a configuration, each once. */
export function candidateFolders(paths: readonly string[]): string[] {
  return [...new Set(paths.filter(isConfiguration).map((path) => posix.dirname(path)))];
}

/** The absolute path of the configuration that `--config` names; a usage error where there is none. */
export async function named(cwd: string, config: string): Promise<string> {
  const path = resolve(cwd, config);
  try {
    await lstat(path);
    return path;
  } catch {
    const near = closest(basename(path), await filesIn(dirname(path)));
    throw new UsageError(
      `${shown(cwd, path)}: no such configuration`,
      near === null ? "name an existing file, or leave --config out to search upwards" : `did you mean "${shown(cwd, join(dirname(path), near))}"?`,
    );
  }
}

/** The folder holds a key "env-contract" in its package.json; false where that cannot be read. */
async function packageDeclares(folder: string): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(join(folder, "package.json"), "utf8");
  } catch {
    return false;
  }
  // Parsing every package.json on the way up is not needed to see that most lack the key.
  if (!text.includes(`"${PACKAGE_KEY}"`)) return false;
  const root = parsed(text.replace(/^\uFEFF/, ""));
  return root !== undefined && propertiesOf(root).some(({ key }) => key.value === PACKAGE_KEY);
}

function parsed(text: string): Node | undefined {
  try {
    return parseTree(text, []);
  } catch {
    return undefined;
  }
}

async function configurationsIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of NAMES) {
    // lstat, not stat: a dangling link is a configuration that cannot be read, not an absent one.
    if (await lstat(join(folder, name)).then(() => true, () => false)) found.push(name);
  }
  if (await packageDeclares(folder)) found.push("package.json");
  return found;
}

function describe(name: string): string {
  return name === "package.json" ? `package.json (key ${listed([PACKAGE_KEY])})` : name;
}
