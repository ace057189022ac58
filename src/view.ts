/** Shows the facts of the whole tree as each configuration sees them. Pure. */
import { posix } from "node:path";
import type { Site, Timing } from "./facts.ts";
import type { Access, Facts, ReadAnywhere, Registry, View } from "./linked.ts";
import { governors } from "./settings.ts";
import type { Configuration, Workspace } from "./settings.ts";

/** Answers with the view of each configuration of the workspace. What stands in files that nothing governs belongs to the first configuration whose registry holds it. */
export function views(workspace: Workspace, facts: Facts): (configuration: Configuration) => View {
  const governor = governors(workspace);
  const read = readAnywhere(facts);
  const holders = holdersOf(workspace, facts, governor);
  return (configuration) => {
    const governs = (path: string): boolean => (governor(path) ?? holders.get(path)) === configuration;
    const seen = sight(configuration.folder);
    const [own, others] = split(facts.registries, (registry) => configures(configuration, registry) || sitesOf(registry).some(governs));
    return {
      accesses: facts.accesses.filter(({ site }) => governs(site.path)).map((access) => seenAccess(access, seen)),
      registries: own.map((registry) => seenRegistry(registry, seen)),
      others: others.map((registry) => seenRegistry(registry, seen)),
      uses: facts.uses.filter(({ site }) => governs(site.path)).map((use) => ({ ...use, site: seen(use.site) })),
      importTime: facts.importTime.filter(({ site }) => governs(site.path)).map((one) => ({ ...one, site: seen(one.site), via: one.via.map(seen) })),
      read,
      governs: (path) => governs(posix.join(configuration.folder, path)),
    };
  };
}

/** Registries read a field by `get()`, `isSet()`, or wherever it goes bare. */
const READS: ReadonlySet<string> = new Set(["get", "isSet", "bare"]);

function readAnywhere({ accesses, uses, registries }: Facts): ReadAnywhere {
  const registryFiles = new Set(registries.map(({ site }) => site.path));
  const fields = new Map<number, Set<string>>();
  const timings = new Map<string, Timing>();
  const earliest = (name: string, timing: Timing): void => void (timings.has(name) && RANK[timings.get(name)!] <= RANK[timing] ? timings : timings.set(name, timing));
  for (const { registry, entry, use, timing } of uses) {
    if (!READS.has(use)) continue;
    const found = fields.get(registry);
    if (found === undefined) fields.set(registry, new Set([entry]));
    else found.add(entry);
    earliest(entry, timing);
  }
  const names = accesses.filter(({ site }) => !registryFiles.has(site.path)).flatMap(({ kind, name, reads = [] }) => (kind === "read" ? [name] : reads));
  return { names: new Set(names), fields, timings };
}

const RANK: Readonly<Record<Timing, number>> = { import: 0, start: 1, call: 2 };

/** For files that no configuration governs but a registry reaches into: who answers for what they declare. */
function holdersOf({ configurations }: Workspace, { registries }: Facts, governor: (path: string) => Configuration | null): Map<string, Configuration> {
  const holders = new Map<string, Configuration>();
  for (const configuration of configurations) {
    for (const path of registries.filter((registry) => configures(configuration, registry)).flatMap(sitesOf)) {
      if (governor(path) === null && !holders.has(path)) holders.set(path, configuration);
    }
  }
  return holders;
}

function configures({ settings, folder }: Configuration, { site }: Registry): boolean {
  return settings.registry.some((path) => posix.join(folder, path) === site.path);
}

function sitesOf({ site, entries }: Registry): string[] {
  return [...new Set([site.path, ...entries.map((entry) => entry.site.path)])];
}

function split<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

type Seen = (site: Site) => Site;

/** Rewrites a place as seen from a folder. */
function sight(folder: string): Seen {
  if (folder === ".") return (site) => site;
  const paths = new Map<string, string>();
  return ({ path, at }) => {
    let own = paths.get(path);
    if (own === undefined) paths.set(path, (own = posix.relative(folder, path)));
    return { path: own, at };
  };
}

function seenAccess(access: Access, seen: Seen): Access {
  return { ...access, site: seen(access.site), via: access.via.map(seen) };
}

function seenRegistry(registry: Registry, seen: Seen): Registry {
  const { cycle, open } = registry;
  return {
    ...registry,
    site: seen(registry.site),
    entries: registry.entries.map((entry) => ({ ...entry, site: seen(entry.site) })),
    open: open && { ...open, site: seen(open.site) },
    computed: registry.computed.map(seen),
    cycle: cycle && { site: seen(cycle.site), paths: cycle.paths.map((path) => seen({ path, at: cycle.site.at }).path) },
  };
}
