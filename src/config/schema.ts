/** The shipped JSON schema: the one place of keys, defaults, kinds and their descriptions. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { existsSync, readFile } from "../disk.ts";
import { upwards } from "./folders.ts";

export interface Schema {
  readonly properties: Readonly<Record<string, KeySchema>>;
}

export interface KeySchema {
  readonly description: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, KeySchema>>;
}

let shipped: Promise<Schema> | null = null;

/** The schema that ships beside package.json, read once. */
export function readSchema(): Promise<Schema> {
  shipped ??= read();
  return shipped;
}

async function read(): Promise<Schema> {
  // The source stands one folder nearer to the package's root than the built file does.
  const folders = upwards(dirname(fileURLToPath(import.meta.url)));
  const folder = folders.find((candidate) => existsSync(join(candidate, "schema.json")));
  if (folder === undefined) throw new Error("schema.json is missing from the package");
  return JSON.parse(await readFile(join(folder, "schema.json"), "utf8")) as Schema;
}
