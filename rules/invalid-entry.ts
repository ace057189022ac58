import type { Context, Finding, Rule } from "../src/rule.ts";
import { aliases } from "./invalid-entry/alias.ts";
import { defaultValue } from "./invalid-entry/default.ts";
import { fallback } from "./invalid-entry/fallback.ts";
import type { Clause, Declared, Fault } from "./invalid-entry/fault.ts";
import { registryFaults } from "./invalid-entry/registry.ts";
import { secret } from "./invalid-entry/secret.ts";
import { category, lifecycle, presence, unreadable } from "./invalid-entry/shape.ts";
import { twins } from "./invalid-entry/twin.ts";

const CLAUSES: readonly Clause[] = [unreadable, twins, category, presence, defaultValue, fallback, secret, lifecycle, aliases];

/** `invalid-entry`: an entry or a registry contradicts itself, or cannot be read without running it. */
export const invalidEntry: Rule = {
  name: "invalid-entry",
  summary: "an entry cannot be read statically, is declared twice, or contradicts itself: its presence, default, fallback, category, secrecy, lifecycle or aliases; or a registry imports a module that imports it back",
  why: "Pages, checks and the program must see one contract: an entry that only a run can read, or that says two things, is none.",
  instead: "Write each entry out once, with constant options and exactly one of `default`, `optional`, `required` and `fallbackTo`; spread `group(…)` where registries share it. Such a violation can never be known: it has to be mended.",
  *check(context) {
    for (const registry of context.registries) yield* registryFaults(registry, context);
    yield* entryFaults(context);
  },
};

/** One finding for each declaration that has faults; an entry that several registries share is one declaration. */
function* entryFaults(context: Context): Generator<Finding> {
  const byDeclaration = new Map<string, { readonly declared: Declared; readonly faults: Fault[] }>();
  for (const registry of context.registries) {
    for (const entry of registry.entries) {
      const declared = { registry, entry };
      const identity = `${entry.declaration} ${entry.name}`;
      const known = byDeclaration.get(identity) ?? { declared, faults: [] };
      byDeclaration.set(identity, known);
      for (const clause of CLAUSES) known.faults.push(...clause(declared, context));
    }
  }
  for (const { declared, faults } of byDeclaration.values()) {
    if (faults.length === 0) continue;
    const { name, site } = declared.entry;
    yield { at: site, name, message: `declares ${name} wrongly: ${unique(faults.map(({ what }) => what))}`, mend: unique(faults.map(({ mend }) => mend)) };
  }
}

function unique(texts: readonly string[]): string {
  return [...new Set(texts)].join("; ");
}
