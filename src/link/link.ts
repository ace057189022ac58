/** Facts of single files in, facts of the codebase out. Pure: no syntax, no disk, the same for any order of files. */
import type { FileFacts, Site } from "../facts.ts";
import { LOADING_IMPORTS, OPT_IN_DOORS } from "../hosts.ts";
import type { Access, Facts, FieldUse, ImportTimeRead, Registry, RegistryUse } from "../linked.ts";
import { type Calls, callGraph } from "./calls.ts";
import { type Declared, registriesOf } from "./registries.ts";
import { handedParameters, namedWhereGiven } from "./given.ts";
import { carryingExports } from "./watch.ts";
import { callbackEdges } from "./callbacks.ts";
import { mutatedThings } from "./mutations.ts";
import { walkFile } from "./walk.ts";
import type { RawRegistryUse, Walked } from "./walked.ts";
import { codebase, type More } from "./world.ts";

export interface LinkInput {
  readonly files: readonly FileFacts[];
  /** The table that `files` made of specifiers. */
  readonly resolve: (from: string, specifier: string) => string | null;
  /** Facts of a module that is not among the files, if it may export the name (`*`: in any case); null for none, which is so if not said. Whoever gives some links again with them: what was joined before lacks them. */
  readonly more?: More;
  /** Paths of the registry files. */
  readonly registries: readonly string[];
  /** Opt-in doors. */
  readonly doors: readonly string[];
  /** Entry files that no checked file imports. */
  readonly isStarted: (path: string) => boolean;
  readonly timed: Timed;
}

/** Whose callers are asked for, to tell when a read runs: those of reads of a registry, which a rule judges, or those of every read. */
export type Timed = "registry" | "every";

export interface Linked {
  readonly facts: Facts;
  /** Modules that values come from and whose facts were not given, with the exports that are asked of them; `*` where all of a module matters. */
  readonly missing: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each module the exports whose imports must be recorded. */
  readonly carrying: ReadonlyMap<string, readonly string[]>;
  /** Those of them that are the global object or `process`: an import of one matters where one of few members is taken from it, or it is handed on. */
  readonly hosts: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each module the parameters that must be recorded (`parameterKey`): some call gives them the environment. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

/** Joins the files; what it could not see is named in `missing` and `carrying`, so that the caller can extract it and link again. */
export function link(input: LinkInput): Linked {
  const files = new Map([...input.files].sort((a, b) => (a.path < b.path ? -1 : 1)).map((file) => [file.path, file] as const));
  let closed = false;
  const more: More = (path, name) => {
    const facts = closed ? null : (input.more?.(path, name) ?? null);
    if (facts !== null) files.set(path, facts);
    return facts;
  };
  const asWritten = codebase(files, input.resolve, more);
  const world = codebase(files, input.resolve, more, mutatedThings(asWritten));
  for (const [path, names] of asWritten.missing) world.missing.set(path, names);
  const walked: Walked = { accesses: [], edges: [], registryUses: [], parameterCalls: [], handing: [], handed: [], handedOn: [] };
  for (const file of files.values()) walkFile(world, file, walked);
  for (const edge of callbackEdges(world, walked)) walked.edges.push(edge);
  const calls = callGraph(files, walked.edges, input.isStarted);
  const declared = registriesOf(world, input.registries);
  const uses = onceEach(registryUses(declared, walked.registryUses, calls), (use) => `${use.entry} ${use.use}`);
  const named = namedWhereGiven(world, calls, walked);
  const accesses = [...named.accesses, ...importAccesses(files, calls, input.doors)];
  const facts: Facts = {
    accesses: onceEach(accesses, (access) => `${access.kind} ${access.kind === "whole" ? "" : access.name}`).filter((access) => !Object.hasOwn(OPT_IN_DOORS, access.door) || input.doors.includes(access.door)),
    registries: declared.map((registry) => withEscapes(registry, uses)),
    uses,
    importTime: importTimeReads(declared, walked.registryUses, calls),
  };
  // What carries is told by the files at hand: a module that hands a carrying export on names it, and is asked for by that.
  closed = true;
  const missing = new Map([...world.missing].map(([path, names]) => [path, new Set(names)]));
  const { carrying, hosts } = carryingExports(world, input.timed === "every" ? walked : { ...walked, accesses: [] }, named);
  return { facts, missing, carrying, hosts, given: handedParameters(walked) };
}

/** One of a kind and place: two ways that lead to the same use are one use. */
function onceEach<T extends { readonly site: Site }>(found: readonly T[], kindOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return found.filter((item) => {
    const key = `${item.site.path}:${item.site.at.join()} ${kindOf(item)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** `import "dotenv/config"` loads a file; a named import of an opt-in door reads a variable. */
function importAccesses(files: ReadonlyMap<string, FileFacts>, calls: Calls, doors: readonly string[]): Access[] {
  const found: Access[] = [];
  for (const [path, file] of files) {
    for (const item of file.imports) {
      const site: Site = { path, at: item.at };
      const timing = calls.timingOf(path, 0);
      if (item.typeOnly) continue;
      if (LOADING_IMPORTS.has(item.from)) found.push({ kind: "whole", form: "load", door: "process.env", name: "<load>", site, timing, via: [] });
      else if (OPT_IN_DOORS[item.from] === "names" && doors.includes(item.from) && item.name !== "" && !/^(\*|default|getSecret)$/.test(item.name)) {
        found.push({ kind: "read", form: "member", door: item.from, name: item.name, site, timing, via: [] });
      }
    }
  }
  return found;
}

const METHODS: Readonly<Record<string, FieldUse>> = { get: "get", isSet: "isSet", set: "set", clear: "clear", override: "override" };

function registryUses(declared: readonly Declared[], raw: readonly RawRegistryUse[], calls: Calls): RegistryUse[] {
  return raw.flatMap((use): RegistryUse[] => {
    const registry = registryFor(declared, use);
    if (registry === undefined) return [];
    const entry = use.name === null ? "<dynamic>" : use.name === "*" ? "<registry>" : use.name;
    const method = use.name === null || use.name === "*" || !Object.hasOwn(METHODS, use.method) ? "bare" : METHODS[use.method]!;
    return [{ registry: registry.id, entry, use: method, site: { path: use.file.path, at: use.at }, timing: calls.timingOf(use.file.path, use.body), floating: use.floating }];
  });
}

function registryFor(declared: readonly Declared[], use: RawRegistryUse): Declared | undefined {
  return declared.find((registry) => registry.site.path === use.path && registry.index === use.index);
}

function withEscapes({ index: _index, ...registry }: Declared, uses: readonly RegistryUse[]): Registry {
  const escapes = uses.some((use) => use.registry === registry.id && (use.entry === "<dynamic>" || use.entry === "<registry>"));
  return { ...registry, escapes };
}

function importTimeReads(declared: readonly Declared[], raw: readonly RawRegistryUse[], calls: Calls): ImportTimeRead[] {
  const found = new Map<string, ImportTimeRead>();
  for (const use of raw) {
    const registry = registryFor(declared, use);
    if (registry === undefined || use.name === null || !/^(get|isSet)$/.test(use.method)) continue;
    for (const start of calls.startsOf(use.file.path, use.body, { path: use.file.path, at: use.at })) {
      const key = `${start.site.path}\0${start.site.at.join()}\0${use.name}\0${registry.id}`;
      if (!found.has(key)) found.set(key, { registry: registry.id, entry: use.name, site: start.site, via: start.via });
    }
  }
  return [...found.values()];
}
