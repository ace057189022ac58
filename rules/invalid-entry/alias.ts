import type { Context } from "../../src/rule.ts";
import { isRelease } from "../shared/release.ts";
import type { Clause } from "./fault.ts";

/** It claims an alias that is taken, or one whose end cannot be told. */
export const aliases: Clause = function* ({ entry }, context) {
  const claimed = new Set<string>();
  for (const { name, removeIn } of entry.aliases) {
    const owner = claimed.has(name) ? "which it lists twice" : takenBy(name, entry.name, context);
    claimed.add(name);
    if (owner !== null) yield { what: `it claims the alias ${name}, ${owner}`, mend: `delete the alias ${name}` };
    if (removeIn === undefined) continue;
    if (!isRelease(removeIn)) yield { what: `its alias ${name} goes in ${JSON.stringify(removeIn)}, which is no release`, mend: "write removeIn as a release, such as 2.0.0" };
    else if (context.settings.release === null) yield { what: `its alias ${name} goes in ${removeIn}, and no release is known`, mend: `name the release in ${context.settings.file ?? "the configuration"} ("release": "package.json#version")` };
  }
};

function takenBy(name: string, claimant: string, context: Context): string | null {
  for (const registry of context.registries) {
    if (registry.entries.some((entry) => entry.name === name)) return "which is an entry";
    if (registry.removed.some((removed) => removed.name === name)) return "which is a removed name";
    const other = registry.entries.find((entry) => entry.name !== claimant && entry.aliases.some((alias) => alias.name === name));
    if (other !== undefined) return `which ${other.name} claims too`;
  }
  return null;
}
