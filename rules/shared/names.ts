/** What a printed name is to the project: how the advice of a rule is chosen. */
import type { Entry, Registry, RemovedName } from "../../src/linked.ts";
import type { Context } from "../../src/rule.ts";

export type Standing =
  | { readonly is: "entry" | "alias" | "case"; readonly registry: Registry; readonly entry: Entry }
  | { readonly is: "removed"; readonly registry: Registry; readonly removed: RemovedName }
  /** Carries a prefix of the project, and nothing declares it. */
  | { readonly is: "undeclared" }
  /** `HEAD_*`; `ours` if a name of the project may be among them. */
  | { readonly is: "family"; readonly ours: boolean }
  | { readonly is: "dynamic" }
  | { readonly is: "external" };

/** Answers what a variable, `HEAD_*` or `<dynamic>` is; a declared name wins over an alias, that over a removed name, that over one that differs in case only. */
export function standings(context: Context): (name: string) => Standing {
  const known = new Map<string, Standing>();
  const folded = new Map<string, Standing>();
  const add = (name: string, standing: Standing): void => void (known.has(name) || known.set(name, standing));
  // A name that only another configuration declares is told where; whether it is removed or of the project is for each to say.
  const everywhere = [...context.registries, ...context.others];
  for (const registry of everywhere) {
    for (const entry of registry.entries) {
      add(entry.name, { is: "entry", registry, entry });
      if (!folded.has(entry.name.toUpperCase())) folded.set(entry.name.toUpperCase(), { is: "case", registry, entry });
    }
  }
  for (const registry of everywhere) for (const entry of registry.entries) for (const alias of entry.aliases) add(alias.name, { is: "alias", registry, entry });
  for (const registry of context.registries) for (const removed of registry.removed) add(removed.name, { is: "removed", registry, removed });
  const family = (head: string): Standing => ({ is: "family", ours: context.owned(head) || [...known.keys()].some((name) => name.startsWith(head)) });
  return (name) => {
    if (name.startsWith("<")) return { is: "dynamic" };
    if (name.endsWith("*")) return family(name.slice(0, -1));
    return known.get(name) ?? folded.get(name.toUpperCase()) ?? (context.owned(name) ? { is: "undeclared" } : { is: "external" });
  };
}

/** `envs.ACME_PORT`, as code spells it. */
export function field(registry: Pick<Registry, "name">, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${registry.name}.${name}` : `${registry.name}[${JSON.stringify(name)}]`;
}

/** The registry that a use or a read is of, whosever it is. */
export function registryOf(context: Context, { registry }: { readonly registry: number }): Registry | undefined {
  return [...context.registries, ...context.others].find(({ id }) => id === registry);
}

/** The entries of the configuration's registries with their registry, each declaration once however many registries share it. */
export function* declarations(context: Context): Generator<{ readonly registry: Registry; readonly entry: Entry }> {
  const seen = new Set<string>();
  for (const registry of context.registries) {
    for (const entry of registry.entries) {
      const identity = `${entry.declaration} ${entry.name}`;
      if (seen.has(identity)) continue;
      seen.add(identity);
      yield { registry, entry };
    }
  }
}

/** Whether what it does not declare is known: nothing of it is computed, spread unread, or lost to a file that does not parse. */
export function isReadInFull({ open, computed, broken }: Registry): boolean {
  return open === null && computed.length === 0 && !broken;
}
