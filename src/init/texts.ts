/** The files that `init` writes, as texts. Pure. */
import { builderCall } from "../infer/declare.ts";
import type { Declaration } from "../infer/usage.ts";
import { byCodeUnit } from "../verdict.ts";
import { categoriesOf } from "./names.ts";

export interface RegistryPlan {
  /** What the project calls itself. */
  readonly project: string;
  readonly prefix: string | null;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly modules: "esm" | "commonjs";
}

/** A registry that declares what the code reads today; descriptions are left to whoever knows. */
export function registryText({ project, prefix, declarations, modules }: RegistryPlan): string {
  const names = [...declarations.keys()].sort(byCodeUnit);
  const categories = categoriesOf(names, prefix);
  const used = [...new Set(categories.values())].sort(byCodeUnit);
  const entries = used.flatMap((category) => names.filter((name) => categories.get(name) === category).map((name) => `    ${name}: ${entryCall(name, declarations.get(name)!, category, prefix)},\n`));
  const builders = [...new Set([...declarations.values()].map(({ builder }) => builder))];
  const options = [...(prefix === null ? [] : [`prefix: ${JSON.stringify(prefix)}`]), `categories: [${used.map((category) => JSON.stringify(category)).join(", ")}]`];
  const library = ["defineEnvs", ...builders].sort(byCodeUnit).join(", ");
  return `${modules === "esm" ? `import { ${library} } from "@env-contract/registry";` : `const { ${library} } = require("@env-contract/registry");`}

/**
 * Every variable that ${project} owns. Types and defaults are what the code made of them when this file was written; say what
 * each is for in a doc comment above it, or as \`description\`.
 */
${modules === "esm" ? "export const envs" : "exports.envs"} = defineEnvs(
  {
${entries.join("")}  },
  { ${options.join(", ")} },
);
`;
}

function entryCall(name: string, declaration: Declaration, category: string, prefix: string | null): string {
  const call = builderCall(name, declaration, category);
  if (prefix === null || name.startsWith(prefix)) return call;
  return call.replace(/ \}\)$/u, `, unprefixed: "In use since before the prefix ${prefix} was agreed on." })`);
}

export interface ConfigurationPlan {
  readonly schema: string;
  readonly registry: string | null;
  readonly prefix: string | null;
  readonly entries: readonly string[];
  readonly exclude: readonly string[];
  readonly allow: readonly { readonly key: string; readonly reason: string }[];
  readonly docs: readonly object[];
}

/** `env-contract.json`, with the keys that say something. */
export function configurationText(plan: ConfigurationPlan): string {
  const document = {
    $schema: plan.schema,
    ...(plan.registry !== null && { registry: plan.registry }),
    ...(plan.prefix !== null && { prefix: plan.prefix }),
    ...(plan.exclude.length > 0 && { exclude: plan.exclude }),
    ...(plan.entries.length > 0 && { entries: plan.entries }),
    ...(plan.allow.length > 0 && { allow: Object.fromEntries(plan.allow.map(({ key, reason }) => [key, reason])) }),
    ...(plan.docs.length > 0 && { docs: plan.docs }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
