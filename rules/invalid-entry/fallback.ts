import type { Entry, Registry } from "../../src/linked.ts";
import { isReadInFull } from "../shared/names.ts";
import type { Clause } from "./fault.ts";

/** Its fallback is unknown, of another type, or leads back to it. */
export const fallback: Clause = function* ({ entry, registry }) {
  const name = entry.options["fallbackTo"];
  if (name === undefined || (typeof name === "object" && name !== null)) return;
  const target = find(registry, name);
  if (target === undefined) {
    // What a registry that cannot be read in full declares is not known.
    if (isReadInFull(registry)) yield { what: `it falls back to ${String(name)}, which ${registry.name} does not declare`, mend: "name an entry of the same registry" };
    return;
  }
  if (leadsBack(entry, registry)) yield { what: `it falls back to ${target.name}, which falls back to it`, mend: "end the chain in an entry with a default, optional or required" };
  else if (typeOf(target) !== typeOf(entry)) yield { what: `it falls back to ${target.name}, which is ${typeOf(target)} and not ${typeOf(entry)}`, mend: "fall back to an entry of the same type" };
};

function find(registry: Registry, name: unknown): Entry | undefined {
  return registry.entries.find((one) => one.name === name);
}

function leadsBack(entry: Entry, registry: Registry): boolean {
  const seen = new Set<Entry>();
  let at = find(registry, entry.options["fallbackTo"]);
  while (at !== undefined && !seen.has(at)) {
    if (at === entry) return true;
    seen.add(at);
    at = find(registry, at.options["fallbackTo"]);
  }
  return false;
}

function typeOf(entry: Entry): string {
  const builder = entry.builder ?? "unknown";
  return entry.choices === null ? builder : `${builder}(${[...entry.choices].sort().join(", ")})`;
}
