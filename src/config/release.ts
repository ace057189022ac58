/** The current release of a project, against which `removeIn` is held. */
import { join, resolve } from "node:path";
import { type Node, type ParseError, parse } from "jsonc-parser";
import { readFile } from "../disk.ts";
import { codeOf } from "./document.ts";
import { upwards } from "./folders.ts";
import type { Desk } from "./paths.ts";
import { fault } from "./source.ts";
import { didYouMean } from "./suggest.ts";

/** The text at `file.json#dotted.key`, the value of a string node; a usage error where there is none. */
export async function namedRelease(desk: Desk, node: Node, folder: string): Promise<string> {
  const [file = "", key = ""] = (node.value as string).split("#");
  let text: string;
  try {
    text = await readFile(resolve(folder, file.replaceAll("\\", "/")), "utf8");
  } catch (error) {
    const missing = codeOf(error) === "ENOENT";
    throw fault(desk.source, node, missing ? `"${file}" does not exist` : `"${file}" cannot be read (${codeOf(error)})`, MEND);
  }
  const errors: ParseError[] = [];
  let value: unknown = parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
  if (errors.length > 0) throw fault(desk.source, node, `"${file}" is not JSON`, MEND);
  for (const part of key.split(".")) {
    const fields: object = typeof value === "object" && value !== null ? value : {};
    if (!Object.hasOwn(fields, part)) throw fault(desk.source, node, `"${file}" has no key "${key}"`, didYouMean(part, Object.keys(fields), MEND));
    value = (fields as Record<string, unknown>)[part];
  }
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  throw fault(desk.source, node, `"${file}#${key}" holds no release`, MEND);
}

/** The version of the nearest package.json upwards that has one; null where none has. */
export async function nearestRelease(folder: string): Promise<string | null> {
  for (const parent of upwards(folder)) {
    const version = await readFile(join(parent, "package.json"), "utf8").then(versionIn, () => null);
    if (version !== null) return version;
  }
  return null;
}

function versionIn(text: string): string | null {
  const manifest: unknown = parse(text.replace(/^\uFEFF/, ""), []);
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return typeof version === "string" && version.trim() !== "" ? version.trim() : null;
}

const MEND = 'name a JSON file and the key that holds the release, such as "package.json#version"';
