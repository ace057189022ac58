/** Fills in what a configuration leaves out. */
import type { Node } from "jsonc-parser";
import type { DocsPage, Settings } from "../settings.ts";
import { allowItems, duplicateKeys } from "./allow.ts";
import { propertiesOf, valueOf } from "./document.ts";
import { type Desk, globOf, pathOf } from "./paths.ts";
import { registryFiles } from "./registry.ts";
import { namedRelease, nearestRelease } from "./release.ts";
import type { Schema } from "./schema.ts";
import { where } from "./source.ts";
import { allowOf } from "./validate.ts";

type Defaults = Omit<Settings, "folder" | "file" | "release">;

/** The defaults that the schema states. */
export function defaultsOf({ properties }: Schema): Defaults {
  const list = (key: string): readonly string[] => properties[key]?.default as readonly string[];
  return {
    registry: list("registry"),
    prefixes: list("prefix"),
    purposes: list("purposes"),
    include: list("include"),
    exclude: list("exclude"),
    entries: list("entries"),
    tests: list("tests"),
    doors: list("doors"),
    allow: [],
    duplicateAllow: [],
    off: [],
    baseline: properties["baseline"]?.default as string,
    baselineNamed: false,
    docs: [],
    pages: list("pages"),
  };
}

/** The settings that a valid configuration states, completed with `defaults`; raises a usage error for what only the disk or the folder can refute. */
export async function completed(desk: Desk, root: Node, defaults: Settings): Promise<Settings> {
  const nodes = new Map(propertiesOf(root).map(({ key, value }) => [key.value as string, value]));
  const mapped = <T>(key: string, read: (node: Node) => T, otherwise: readonly T[]): readonly T[] => {
    const node = nodes.get(key);
    return node ? itemsOf(node).map(read) : otherwise;
  };
  const text = (node: Node): string => node.value;
  const glob = (node: Node): string => globOf(desk, node);
  const kinds = nodes.get("kinds");
  const baseline = nodes.get("baseline");
  const release = nodes.get("release");
  const allow = allowOf(root);
  const registry = nodes.get("registry");
  return {
    ...defaults,
    registry: registry ? await registryFiles(desk, itemsOf(registry), defaults.folder) : defaults.registry,
    prefixes: mapped("prefix", (node) => prefixOf(desk, node), defaults.prefixes),
    purposes: mapped("purposes", text, defaults.purposes),
    include: mapped("include", glob, defaults.include),
    exclude: mapped("exclude", glob, defaults.exclude),
    entries: mapped("entries", glob, defaults.entries),
    tests: mapped("tests", glob, defaults.tests),
    doors: mapped("doors", text, defaults.doors),
    allow: allowItems(desk, allow),
    duplicateAllow: duplicateKeys(desk, allow),
    off: kinds ? propertiesOf(kinds).flatMap(({ key, value }) => (value.value === "off" ? [key.value as string] : [])) : [],
    baseline: baseline ? pathOf(desk, baseline) : defaults.baseline,
    baselineNamed: baseline !== undefined,
    release: release ? await namedRelease(desk, release, defaults.folder) : await nearestRelease(defaults.folder),
    docs: mapped("docs", (node) => docsPage(desk, node), []),
    pages: mapped("pages", glob, defaults.pages),
  };
}

/** The items of a list, or the one value that stands for a list. */
function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === "array" ? (node.children ?? []) : node ? [node] : [];
}

function prefixOf({ source, notices }: Desk, node: Node): string {
  const prefix: string = node.value;
  if (!prefix.endsWith("_")) notices.push(`${where(source, node)}: prefix "${prefix}" also owns names like ${prefix}X; write "${prefix}_" if it is a whole word`);
  return prefix;
}

function docsPage(desk: Desk, node: Node): DocsPage {
  const fields = propertiesOf(node);
  const file = fields.find(({ key }) => key.value === "file");
  const options = fields.filter(({ key }) => key.value !== "file" && key.value !== "format");
  return {
    file: file ? pathOf(desk, file.value) : "",
    format: String(fields.find(({ key }) => key.value === "format")?.value.value),
    options: Object.fromEntries(options.map(({ key, value }) => [key.value, valueOf(value)])),
  };
}
