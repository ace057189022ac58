/** `env-contract print-config`: the settings in force, and where each comes from. */
import { join } from "node:path";
import { loadSettings } from "../config.ts";
import { propertiesOf, readDocument } from "../config/document.ts";
import { PACKAGE_KEY } from "../config/locate.ts";
import type { Settings } from "../settings.ts";
import type { Bench, Outcome } from "./bench.ts";

/** A JSON document: folder, file, settings, and for each key of the configuration the file that sets it or `default`. */
export async function printConfig(bench: Bench): Promise<Outcome> {
  const { settings, notices } = await loadSettings({ cwd: bench.cwd, ...(bench.config !== null && { config: bench.config }) });
  const { file, folder, ...rest } = settings;
  const written = await writtenKeys(settings);
  const from = Object.fromEntries(KEYS.map((key) => [key, file !== null && written.has(key) ? file : "default"]));
  return { stdout: `${JSON.stringify({ folder, file, settings: rest, from }, null, 2)}\n`, stderr: notices.map((notice) => `notice ${notice}\n`).join(""), code: 0 };
}

const KEYS = ["registry", "prefix", "purposes", "include", "exclude", "entries", "tests", "doors", "allow", "kinds", "baseline", "release", "docs", "pages"] as const;

async function writtenKeys({ file, folder }: Settings): Promise<ReadonlySet<string>> {
  if (file === null) return new Set();
  const isPackage = file === "package.json";
  const { root } = await readDocument(join(folder, file), file, isPackage ? "json" : "jsonc");
  const part = isPackage ? propertiesOf(root).find(({ key }) => key.value === PACKAGE_KEY)?.value : root;
  return new Set(part === undefined ? [] : propertiesOf(part).map(({ key }) => String(key.value)));
}
