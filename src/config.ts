/** Finds, reads and completes a configuration (SPEC §5). */
import { basename, dirname, join, resolve } from "node:path";
import { existsSync } from "./disk.ts";
import { completed, defaultsOf } from "./config/complete.ts";
import { type Document, propertiesOf, readDocument } from "./config/document.ts";
import { assertFolder, shown, upwards } from "./config/folders.ts";
import { locate, named, PACKAGE_KEY } from "./config/locate.ts";
import type { Desk } from "./config/paths.ts";
import { nearestRelease } from "./config/release.ts";
import { readSchema } from "./config/schema.ts";
import { fault } from "./config/source.ts";
import { validate } from "./config/validate.ts";
import type { Settings } from "./settings.ts";
import { UsageError } from "./verdict.ts";

export interface Loaded {
  readonly settings: Settings;
  readonly notices: string[];
}

/** The kinds that run without a configuration (`settings.file` is null). */
export const UNCONFIGURED_KINDS: readonly string[] = ["read", "write", "whole-environ"];

/**
 * The settings that govern `cwd`: of the configuration that `config` names, or else of the nearest one upwards, with
 * every default filled in. Without one, the defaults for the git work tree or `cwd`. Raises UsageError with the place
 * of the first fault; what is read otherwise than written is a notice.
 */
export async function loadSettings(options: { cwd: string; config?: string }): Promise<Loaded> {
  const cwd = resolve(options.cwd);
  await assertFolder(cwd);
  const path = options.config === undefined ? await locate(cwd) : await named(cwd, options.config);
  return path === null ? unconfigured(workTree(cwd) ?? cwd) : load(path, cwd);
}

/** The settings of the configuration at an absolute path; places in errors are as seen from `cwd`. */
export async function load(path: string, cwd: string): Promise<Loaded> {
  const schema = await readSchema();
  const file = basename(path);
  const isPackage = file === "package.json";
  const whole = await readDocument(path, shown(cwd, path), isPackage ? "json" : "jsonc");
  const document = isPackage ? partOf(whole) : whole;
  validate(document, schema);
  const desk: Desk = { source: document.source, notices: [] };
  const folder = dirname(path);
  const settings = await completed(desk, document.root, { ...defaultsOf(schema), folder, file, release: null });
  return { settings, notices: desk.notices };
}

/** The defaults, for a folder that no configuration governs. */
export async function unconfigured(folder: string): Promise<Loaded> {
  return { settings: { ...defaultsOf(await readSchema()), folder, file: null, release: await nearestRelease(folder) }, notices: [] };
}

/** The root of the git work tree that holds the folder, told by `.git` (a file in linked work trees and submodules); null outside one. */
export function workTree(folder: string): string | null {
  return upwards(folder).find((one) => existsSync(join(one, ".git"))) ?? null;
}

/** The configuration inside a package.json. */
function partOf({ source, root }: Document): Document {
  const [first, second] = propertiesOf(root).filter(({ key }) => key.value === PACKAGE_KEY);
  if (second) throw fault(source, second.key, `duplicate key "${PACKAGE_KEY}"`, "keep one of them");
  if (!first) throw new UsageError(`${source.file}: has no key "${PACKAGE_KEY}"`, "add the key, or name another configuration");
  return { source, root: first.value };
}
