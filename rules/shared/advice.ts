/** What to write instead of a read or write that goes past the registry. */
import type { Site } from "../../src/facts.ts";
import type { Registry } from "../../src/linked.ts";
import type { Context, JudgedAccess } from "../../src/rule.ts";
import { allowHere, allowVariable, ownerOf } from "./allow.ts";
import type { Kinds } from "./allow.ts";
import { field } from "./names.ts";
import type { Standing } from "./names.ts";

export interface Advice {
  /** Follows the verb and the name as it is: ` past the registry`. */
  readonly why: string;
  readonly mend: string;
  readonly declaredAt?: Site;
}

/** Gives the advice for one access to a variable: how the registry does the same, or where to declare or allow the name. */
export function advisor(context: Context, standing: (name: string) => Standing): (access: JudgedAccess) => Advice {
  const kinds = openKinds(context);
  const isOurs = (head: string): boolean => {
    const family = standing(head);
    return family.is === "family" && family.ours;
  };
  const allow = (access: JudgedAccess): string => allowOrDeclare(context, access, { owner: ownerOf(access.name, isOurs), kinds: kinds.get(access.name) ?? new Set([access.kind === "write" ? "write" : "read"]) });
  return (access) => advise(context, access, standing(access.name), allow);
}

function advise(context: Context, access: JudgedAccess, standing: Standing, allow: (access: JudgedAccess) => string): Advice {
  switch (standing.is) {
    case "entry":
      return { why: " past the registry", mend: `write ${replacement(access, standing.registry, standing.entry.name)}`, declaredAt: standing.entry.site };
    case "alias":
      return {
        why: ` past the registry, by the old name of ${standing.entry.name}`,
        mend: `write ${replacement(access, standing.registry, standing.entry.name)}, which reads ${access.name} as its alias`,
        declaredAt: standing.entry.site,
      };
    case "case":
      return {
        why: `, which differs from ${standing.entry.name} in case only`,
        mend: `write ${replacement(access, standing.registry, standing.entry.name)}; on Windows both names are one variable`,
        declaredAt: standing.entry.site,
      };
    case "removed":
      return { why: `, which is removed (${standing.removed.reason})`, mend: `delete the access: ${standing.removed.reason}` };
    case "undeclared":
      return { why: " past the registry, which does not declare it", mend: declare(context, access) };
    case "family":
      return standing.ours ? { why: " past the registry", mend: nameThem(context, access) } : { why: ", which nothing allows here", mend: allow(access) };
    case "dynamic":
      return { why: "", mend: `${nameThem(context, access)}, or ${allowHere(context, access)}` };
    case "external":
      return { why: ", which nothing allows here", mend: allow(access) };
  }
}

/** How each variable is accessed where nothing allows it: one entry is to allow it all. */
function openKinds(context: Context): Map<string, Set<"read" | "write">> {
  const kinds = new Map<string, Set<"read" | "write">>();
  for (const { name, kind, allowedBy } of context.accesses) {
    if (kind === "whole" || allowedBy !== null) continue;
    const seen = kinds.get(name);
    if (seen === undefined) kinds.set(name, new Set([kind]));
    else seen.add(kind);
  }
  return kinds;
}

/** The call of the registry that does what the access does. */
function replacement(access: JudgedAccess, registry: Pick<Registry, "name">, name: string): string {
  const at = field(registry, name);
  if (access.kind === "read") return access.form === "in" || access.form === "has-own" ? `${at}.isSet()` : `${at}.get()`;
  const unsets = access.form === "delete";
  if (access.test || access.form === "stub") return `using override = ${at}.override(${unsets ? "undefined" : "value"})`;
  return unsets ? `${at}.clear()` : `${at}.set(value)`;
}

function declare(context: Context, access: JudgedAccess): string {
  const { registry, file } = home(context);
  if (registry !== null) return `declare ${access.name} in ${registry.site.path}, then write ${replacement(access, registry, access.name)}`;
  return `declare ${access.name} in ${file}, then write ${replacement(access, NO_REGISTRY, access.name)}`;
}

function allowOrDeclare(context: Context, { name }: JudgedAccess, { owner, kinds }: { readonly owner: ReturnType<typeof ownerOf>; readonly kinds: Kinds }): string {
  const { file, prefixes } = context.settings;
  const allowed = allowVariable(context, owner ?? { key: name, reason: null }, kinds);
  if (owner !== null || name.endsWith("*")) return allowed;
  const where = file === null ? "with defineEnvs" : `in ${home(context).file}${prefixes.length > 0 ? ", as unprefixed with a reason," : ""}`;
  return `declare ${name} ${where} if it is yours, else ${allowed}`;
}

function nameThem(context: Context, access: JudgedAccess): string {
  const { registry } = home(context);
  const example = replacement(access, registry ?? NO_REGISTRY, "NAME");
  return access.name.endsWith("*") ? `write ${example} for each name that ${access.name} may be` : `name the variable, as in ${example}`;
}

/** How a project without a registry will name it. */
const NO_REGISTRY: Pick<Registry, "name"> = { name: "envs" };

function home(context: Context): { readonly registry: Registry | null; readonly file: string } {
  const registry = context.registries[0] ?? null;
  return { registry, file: registry?.site.path ?? context.settings.registry[0] ?? "a registry" };
}
