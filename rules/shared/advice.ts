/** What to write instead of a read or write that goes past the registry. */
import type { Site } from "../../src/facts.ts";
import type { Registry } from "../../src/linked.ts";
import type { Context, JudgedAccess } from "../../src/rule.ts";
import { field } from "./names.ts";
import type { Standing } from "./names.ts";

export interface Advice {
  /** Follows the verb and the name as it is: ` past the registry`. */
  readonly why: string;
  readonly mend: string;
  readonly declaredAt?: Site;
}

/** The advice for one access to a variable: how the registry does the same, or where to declare or allow the name. */
export function advise(context: Context, access: JudgedAccess, standing: Standing): Advice {
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
      return { why: standing.ours ? " past the registry" : ", which nothing allows here", mend: standing.ours ? nameThem(context, access) : allow(context, access) };
    case "dynamic":
      return { why: "", mend: `${nameThem(context, access)}, or ${allowHere(context, access)}` };
    case "external":
      return { why: ", which nothing allows here", mend: allow(context, access) };
  }
}

/** `allow <copy> for this file with a reason in env-contract.json`; without a configuration, what to write as one. */
export function allowHere(context: Context, { name, site }: JudgedAccess): string {
  const { file } = context.settings;
  return file === null ? writeAllow(name, `{ "reason": "reason", "files": [${JSON.stringify(site.path)}] }`) : `allow ${name} for this file with a reason in ${file}`;
}

function writeAllow(name: string, value: string): string {
  return `write env-contract.json: { "allow": { ${JSON.stringify(name)}: ${value} } }`;
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

function allow(context: Context, { name, kind }: JudgedAccess): string {
  const { file } = context.settings;
  const isFamily = name.endsWith("*");
  if (file === null) return `${isFamily ? "" : `declare ${name} with defineEnvs if it is yours, else `}${writeAllow(name, kind === "write" ? '{ "reason": "reason", "access": ["write"] }' : '"reason"')}`;
  const allowed = `allow ${name} with a reason${kind === "write" ? ` and "access": ["write"]` : ""} in ${file}`;
  return isFamily ? allowed : `${allowed}, or declare it with a reason as unprefixed in ${home(context).file}`;
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
