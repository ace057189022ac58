import type { Rule } from "../src/rule.ts";
import { nearest } from "./shared/nearest.ts";
import { field, isReadInFull, registryOf } from "./shared/names.ts";

/** `unknown-field`: code uses a field that the registry does not declare. */
export const unknownField: Rule = {
  name: "unknown-field",
  summary: "code uses a field that the registry does not declare",
  why: "The registry has no such variable: the code fails at run time, and a misspelt name is found by nobody else in JavaScript or behind a cast.",
  instead: "Correct the name, or declare the variable in the registry.",
  *check(context) {
    for (const use of context.uses) {
      const registry = registryOf(context, use);
      // What a registry that cannot be read in full declares is not known; `invalid-entry` says so.
      if (registry === undefined || !isReadInFull(registry)) continue;
      if (use.entry.startsWith("<") || registry.entries.some(({ name }) => name === use.entry)) continue;
      const renamed = registry.entries.find(({ aliases }) => aliases.some(({ name }) => name === use.entry));
      const meant = renamed?.name ?? nearest(use.entry, registry.entries.map(({ name }) => name));
      const declare = `declare ${use.entry} in ${registry.site.path}`;
      yield {
        at: use.site,
        name: use.entry,
        message: `uses ${use.entry}, which ${registry.name} does not declare${renamed ? `: it is an old name of ${renamed.name}` : ""}`,
        mend: meant === null ? declare : `write ${field(registry, meant)}${renamed ? "" : `, or ${declare}`}`,
        timing: use.timing,
        declaredAt: registry.site,
      };
    }
  },
};
