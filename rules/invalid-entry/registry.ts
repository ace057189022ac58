import type { Registry } from "../../src/linked.ts";
import type { Context, Finding } from "../../src/rule.ts";

/** What is wrong with a registry as a whole: `<registry>`, and `<dynamic>` for each computed key. */
export function* registryFaults(registry: Registry, context: Context): Generator<Finding> {
  const { name, site, prefix, open, computed, cycle } = registry;
  const { prefixes, file } = context.settings;
  if (open !== null) yield { at: open.site, name: "<registry>", message: `declares entries of ${name} that cannot be read statically: ${open.why}`, mend: "write the entries out, or spread group(…) or an object of builder calls" };
  for (const at of computed) yield { at, name: "<dynamic>", message: `declares an entry of ${name} under a computed key`, mend: "write the name out" };
  if (cycle !== null) {
    const chain = cycle.paths.join(" → ");
    yield { at: cycle.site, name: "<registry>", message: `imports a module that imports ${name} back: ${chain}`, mend: "move what the registry needs into a module that does not import it" };
  }
  if (prefix !== null && prefixes.length > 0 && !prefixes.includes(prefix)) {
    yield { at: site, name: "<registry>", message: `gives ${name} the prefix ${prefix}, which ${file ?? "the configuration"} does not list`, mend: `add ${prefix} to prefix in ${file ?? "the configuration"}, or use ${prefixes.join(" or ")}` };
  }
}
