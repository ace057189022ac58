import type { Rule } from "../src/rule.ts";
import { field, registryOf } from "./shared/names.ts";

/** `floating-override`: the result of `override(value)` is dropped. */
export const floatingOverride: Rule = {
  name: "floating-override",
  summary: "the result of `override(value)` is neither bound with `using`, kept, returned, nor restored",
  why: "Only that result can put back what was there: without it the value stays for the rest of the process, and the tests that follow see it.",
  instead: "Write `using override = envs.NAME.override(value)`, or give a callback: `envs.NAME.override(value, () => …)`.",
  *check(context) {
    for (const use of context.uses) {
      if (!use.floating) continue;
      const registry = registryOf(context, use);
      const entry = registry?.entries.find(({ name }) => name === use.entry);
      const call = registry === undefined ? "…" : `${field(registry, use.entry)}.override(value)`;
      yield {
        at: use.site,
        name: use.entry,
        message: `overrides ${use.entry} and drops what restores it`,
        mend: `write using override = ${call}`,
        timing: use.timing,
        ...(entry && { declaredAt: entry.site }),
      };
    }
  },
};
