/** The one list that matters here of pnpm-workspace.yaml. */
import { createRequire } from "node:module";
import { isFields, textsOf } from "../json.ts";

/** The patterns under `packages`, none without that key; or in words what is wrong with the text. */
export function pnpmPackages(text: string): { readonly patterns: readonly string[] } | { readonly why: string } {
  // Loaded late: only workspaces of pnpm need it.
  const { load } = createRequire(import.meta.url)("js-yaml") as typeof import("js-yaml");
  try {
    const value: unknown = load(text);
    return { patterns: isFields(value) ? textsOf(value["packages"]) : [] };
  } catch (error) {
    return { why: `is no YAML (${error instanceof Error ? error.message.split("\n")[0] : String(error)})` };
  }
}
