import type { Entry } from "../../src/linked.ts";
import type { Context } from "../../src/rule.ts";
import { place } from "./fault.ts";
import type { Clause, Declared } from "./fault.ts";

/** It is declared before: in its registry, with another contract in another registry, in another case, or as removed. */
export const twins: Clause = function* ({ entry, registry }, context) {
  for (const before of earlier(entry, context)) {
    if (before.entry.name !== entry.name) {
      yield { what: `it differs from ${before.entry.name} (${place(before.entry)}) in case only`, mend: "rename one of them: on Windows they are one variable" };
    } else if (before.registry.id === registry.id) {
      yield { what: `it is declared twice, first at ${place(before.entry)}`, mend: "delete one of the two" };
    } else {
      const other = differences(before.entry, entry);
      if (other.length > 0) yield { what: `it is declared at ${place(before.entry)} with another ${other.join(", ")}`, mend: 'share one entry, with group("category", { … })' };
    }
  }
  if (registry.removed.some(({ name }) => name === entry.name)) yield { what: `${registry.name} lists it as removed, too`, mend: "delete the entry, or its line under removed" };
};

/** What of two declarations of one name must agree and does not. */
function differences(a: Entry, b: Entry): string[] {
  const sides: readonly (readonly [word: string, of: (entry: Entry) => unknown])[] = [
    ["type", (entry) => entry.builder],
    ["default", (entry) => entry.options["default"] ?? entry.sources["default"]],
    ["choices", (entry) => entry.choices],
    ["secret", (entry) => entry.options["secret"] ?? false],
    ["aliases", (entry) => entry.aliases.map(({ name }) => name).sort()],
  ];
  return sides.filter(([, of]) => JSON.stringify(of(a)) !== JSON.stringify(of(b))).map(([word]) => word);
}

/** The first earlier declaration of the name, and of one that differs in case only. */
function earlier(entry: Entry, context: Context): Declared[] {
  const same: Declared[] = [];
  const folded: Declared[] = [];
  // In the order of the whole tree, so that each run names the same one of two.
  for (const registry of [...context.registries, ...context.others].sort((a, b) => a.id - b.id)) {
    for (const other of registry.entries) {
      if (other === entry) return [...same.slice(0, 1), ...folded.slice(0, 1)];
      if (other.declaration === entry.declaration && other.name === entry.name) continue;
      if (other.name === entry.name) same.push({ registry, entry: other });
      else if (other.name.toUpperCase() === entry.name.toUpperCase()) folded.push({ registry, entry: other });
    }
  }
  return [];
}
