import type { Registry, RegistryUse } from "../src/linked.ts";
import type { Rule } from "../src/rule.ts";
import { field, isReadInFull, registryOf } from "./shared/names.ts";

/** `bare-field`: a field of the registry is used without calling one of its methods. */
export const bareField: Rule = {
  name: "bare-field",
  summary: "a field of the registry is used without calling one of its methods, is chosen at run time, or the registry itself is handed away",
  why: "`envs.NAME` is an object and always truthy, so a condition on it never fails; and where a field travels, or is chosen at run time, nobody can tell which variables are read.",
  instead: "Call the method where the value is needed: `envs.NAME.get()`. Name the field in the code, and pass values on, not the registry.",
  *check(context) {
    for (const use of context.uses) {
      const registry = registryOf(context, use);
      if (registry === undefined) continue;
      const declared = registry.entries.find(({ name }) => name === use.entry);
      const fault = faultOf(use, registry, declared !== undefined);
      if (fault !== null) yield { at: use.site, name: use.entry, ...fault, timing: use.timing, ...(declared && { declaredAt: declared.site }) };
    }
  },
};

function faultOf(use: RegistryUse, registry: Registry, declared: boolean): { message: string; mend: string } | null {
  const { name } = registry;
  if (use.entry === "<registry>") return { message: `hands the registry ${name} away`, mend: `pass the values that are needed, as ${name}.NAME.get()` };
  if (use.entry === "<dynamic>") return { message: `chooses a field of ${name} at run time`, mend: `name the field in the code, as in ${name}.NAME.get()` };
  // A field that nothing declares is `unknown-field`, unless the registry cannot be read in full.
  if (use.use !== "bare" || (!declared && isReadInFull(registry))) return null;
  return { message: `uses ${use.entry} without calling a method of it`, mend: `write ${field(registry, use.entry)}.get()` };
}
