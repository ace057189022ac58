/** Which exports lead to the environment, to code that reads it, or to a registry: the imports of these are extracted next. */
import type { Ref } from "../facts.ts";
import { evaluate } from "../values/evaluate.ts";
import type { Tables, Thing } from "../values/things.ts";
import type { Named } from "./accesses.ts";
import type { Linked } from "./link.ts";
import { namingThings } from "./mutations.ts";
import type { Walked } from "./walked.ts";
import type { Codebase } from "./world.ts";

/** For each module the names worth watching (`carrying`; `name()` where what a call returns is worth following too), and those of them that only lead to the environment by a member (`hosts`: the global object, `process`). */
export function carryingExports(world: Codebase, walked: Walked, { wrappers, sources }: Named): Pick<Linked, "carrying" | "hosts"> {
  const naming = namingThings(world, sources);
  const isNaming = (thing: Thing) => (thing.is === "object" || thing.is === "list") && (naming.get(thing.in)?.has(thing.ref) ?? false);
  const carrying = new Map<string, readonly string[]>();
  const hosts = new Map<string, Set<string>>();
  const search: Search = { world, active: activeBodies(walked, wrappers), decided: { function: new Map(), class: new Map(), object: new Map() }, modules: new Map() };
  for (const path of world.files.keys()) {
    const names: string[] = [];
    const ofModule = new Set<string>();
    // The default import of a CommonJS module is all that it exports.
    for (const name of new Set([...world.exportNames(path), "default"])) {
      if (name.startsWith("type ")) continue;
      const things = world.exportOf(path, name);
      if (!things.some((thing) => isNaming(thing) || carries(search, thing))) continue;
      names.push(name);
      if (things.every((thing) => thing.is === "host" && (thing.host === "global" || thing.host === "process"))) ofModule.add(name);
      if (name === "=") names.push("*", "default", ...things.flatMap((thing) => fieldsThatCarry(search, thing)));
      if (things.some((thing) => thing.is === "function" && returnsCarrying(search, thing))) names.push(`${name}()`);
    }
    if (names.length > 0) carrying.set(path, names.includes("*") ? names : [...names, "*"]);
    if (ofModule.size > 0) hosts.set(path, ofModule);
  }
  return { carrying, hosts };
}

/** `module.exports = { must }` may be imported by the names of its fields. */
function fieldsThatCarry(search: Search, thing: Thing): string[] {
  const value = thing.is === "object" ? thing.in.values[thing.ref] : undefined;
  return thing.is === "object" && value?.is === "object" ? value.fields.filter(([, field]) => valueCarries(search, thing.in, field)).map(([name]) => name) : [];
}

/** Bodies that callers matter for: they name a variable by a parameter, or read something whose timing is asked for, by any number of calls. */
function activeBodies(walked: Walked, wrappers: readonly (Thing & { is: "param" })[]): Set<string> {
  const callers = new Map<string, string[]>();
  for (const edge of walked.edges) {
    const key = `${edge.callee.path}\0${edge.calleeBody}`;
    if (edge.lazy) continue;
    const known = callers.get(key);
    if (known) known.push(`${edge.file.path}\0${edge.body}`);
    else callers.set(key, [`${edge.file.path}\0${edge.body}`]);
  }
  const active = new Set<string>();
  const queue = [...walked.registryUses.filter((use) => /^(get|isSet)$/.test(use.method)), ...walked.accesses].map((use) => `${use.file.path}\0${use.body}`);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (active.has(key)) continue;
    active.add(key);
    for (const caller of callers.get(key) ?? []) queue.push(caller);
  }
  for (const { in: file, body } of wrappers) {
    for (let at = body; at !== 0; at = file.bodies[at]!.outer) active.add(`${file.path}\0${at}`);
  }
  return active;
}

interface Search {
  readonly world: Codebase;
  readonly active: ReadonlySet<string>;
  /** What was decided, by function, class or object; what is being decided counts as no. */
  readonly decided: Record<"function" | "class" | "object", Map<Tables, Map<number, boolean>>>;
  /** The same of modules, by path. */
  readonly modules: Map<string, boolean>;
}

function carries(search: Search, thing: Thing): boolean {
  switch (thing.is) {
    case "host":
    case "entries":
    case "field":
    case "accessor":
      return true;
    case "function":
    case "getter":
      return search.active.has(`${thing.in.path}\0${thing.body}`) || decide(known(search.decided.function, thing.in), thing.body, () => returnsCarrying(search, thing));
    case "class":
    case "instance":
      return decide(known(search.decided.class, thing.in), thing.index, () => classCarries(search, thing));
    case "object":
      return decide(known(search.decided.object, thing.in), thing.ref, () => {
        const value = thing.in.values[thing.ref]!;
        return value.is === "object" && value.fields.some(([, field]) => valueCarries(search, thing.in, field));
      });
    case "module":
      return decide(search.modules, thing.path, () => search.world.exportNames(thing.path).some((name) => search.world.exportOf(thing.path, name).some((item) => carries(search, item))));
    default:
      return false;
  }
}

function decide<Key>(decided: Map<Key, boolean>, key: Key, answer: () => boolean): boolean {
  const before = decided.get(key);
  if (before !== undefined) return before;
  decided.set(key, false);
  const now = answer();
  decided.set(key, now);
  return now;
}

function known(byFile: Map<Tables, Map<number, boolean>>, file: Tables): Map<number, boolean> {
  let found = byFile.get(file);
  if (found === undefined) byFile.set(file, (found = new Map()));
  return found;
}

function classCarries(search: Search, thing: Thing & { is: "class" | "instance" }): boolean {
  const declared = thing.in.classes[thing.index]!;
  if (search.active.has(`${thing.in.path}\0${declared.construct}`)) return true;
  if ([...declared.fields, ...declared.statics].some(([, value]) => valueCarries(search, thing.in, value))) return true;
  return declared.extends !== null && valueCarries(search, thing.in, declared.extends);
}

function valueCarries(search: Search, file: Tables, ref: Ref): boolean {
  return evaluate(search.world, file, ref).some((thing) => carries(search, thing));
}

/** What a function gives matters if it leads on; a plain text does not. */
function returnsCarrying(search: Search, thing: Thing & { is: "function" | "getter" }): boolean {
  const { returns } = thing.in.bodies[thing.body]!;
  return returns !== null && valueCarries(search, thing.in, returns);
}
