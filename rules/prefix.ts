import type { Entry, Registry } from "../src/linked.ts";
import type { Rule } from "../src/rule.ts";
import type { Settings } from "../src/settings.ts";
import { declarations } from "./shared/names.ts";

/** `prefix`: an entry lacks the project's prefix, or a boolean's second word states no purpose. */
export const prefix: Rule = {
  name: "prefix",
  summary: "an entry has not its registry's prefix and gives no reason as `unprefixed`; with `purposes` configured, also a bool entry whose second word is none of them",
  why: "The prefix tells whose variable it is: without it two programs in one environment read each other's settings, and nobody finds the ones that belong to the project.",
  instead: "Give the name the prefix, and keep the old name as an alias. Where another party chose the name, write `unprefixed: \"why it has no prefix\"`.",
  *check(context) {
    for (const { registry, entry } of declarations(context)) {
      const fault = unprefixed(entry, registry, context.settings) ?? purposeless(entry, registry, context.settings);
      if (fault !== null) yield { at: entry.site, name: entry.name, ...fault };
    }
  },
};

type Fault = { readonly message: string; readonly mend: string };

function prefixesOf(registry: Registry, settings: Settings): readonly string[] {
  return registry.prefix === null ? settings.prefixes : [registry.prefix];
}

function exempt(entry: Entry): boolean {
  const reason = entry.options["unprefixed"];
  // A reason that is computed is one all the same.
  return typeof reason === "string" ? reason.trim() !== "" : typeof reason === "object" && reason !== null;
}

function unprefixed(entry: Entry, registry: Registry, settings: Settings): Fault | null {
  const prefixes = prefixesOf(registry, settings);
  if (prefixes.length === 0 || prefixes.some((one) => entry.name.startsWith(one)) || exempt(entry)) return null;
  const renamed = prefixes[0]! + bare(entry.name, settings.prefixes);
  const said = "unprefixed" in entry.options ? ", and its unprefixed is no reason" : "";
  return { message: `declares ${entry.name} without the prefix ${prefixes.join(" or ")}${said}`, mend: `rename it to ${renamed} with ${entry.name} as an alias, or add unprefixed: "why it has no prefix"` };
}

function purposeless(entry: Entry, registry: Registry, settings: Settings): Fault | null {
  const { purposes } = settings;
  if (purposes.length === 0 || entry.builder !== "bool" || exempt(entry)) return null;
  const rest = bare(entry.name, prefixesOf(registry, settings));
  const head = entry.name.slice(0, entry.name.length - rest.length);
  if (purposes.some((purpose) => rest.startsWith(`${purpose}_`))) return null;
  return { message: `declares the switch ${entry.name} without a purpose after its prefix`, mend: `rename it to ${head}${purposes[0]}_${rest} or another of ${purposes.join(", ")}, with ${entry.name} as an alias` };
}

/** The name without its prefix; of two that fit, the longer one is meant (`ACME_`, `ACME_WEB_`). */
function bare(name: string, prefixes: readonly string[]): string {
  const fitting = prefixes.filter((one) => name.startsWith(one)).map(({ length }) => length);
  return name.slice(Math.max(0, ...fitting));
}
