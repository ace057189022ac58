/** Which exports lead to the environment, to code that reads it, or to a registry: the imports of these are extracted next. */
import { evaluate, type Thing } from "../values.ts";
import type { Walked } from "./walk.ts";
import type { Codebase } from "./world.ts";

/** For each module the names worth watching; `name()` where what a call returns is worth following too. */
export function carryingExports(world: Codebase, walked: Walked, wrappers: readonly (Thing & { is: "param" })[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const active = activeBodies(walked, wrappers);
  for (const path of world.files.keys()) {
    const names: string[] = [];
    for (const name of world.exportNames(path)) {
      if (name.startsWith("type ")) continue;
      const things = world.exportOf(path, name);
      if (!things.some((thing) => carries(world, active, thing, 0))) continue;
      names.push(name);
      if (name === "=") names.push("*", "default");
      if (things.some((thing) => thing.is === "function" && returnsCarrying(world, active, thing))) names.push(`${name}()`);
    }
    if (names.length > 0) found.set(path, names.includes("*") ? names : [...names, "*"]);
  }
  return found;
}

/** Bodies that callers matter for: they name a variable by a parameter, or read a registry (which decides timing), by any number of calls. */
function activeBodies(walked: Walked, wrappers: readonly (Thing & { is: "param" })[]): Set<string> {
  const callers = new Map<string, string[]>();
  for (const edge of walked.edges) {
    const key = `${edge.callee.path}\0${edge.calleeBody}`;
    if (!edge.lazy) callers.set(key, [...(callers.get(key) ?? []), `${edge.file.path}\0${edge.body}`]);
  }
  const active = new Set<string>();
  const queue = walked.registryUses.filter((use) => /^(get|isSet)$/.test(use.method)).map((use) => `${use.file.path}\0${use.body}`);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (active.has(key)) continue;
    active.add(key);
    queue.push(...(callers.get(key) ?? []));
  }
  for (const { in: file, body } of wrappers) {
    for (let at = body; at !== 0; at = file.bodies[at]!.outer) active.add(`${file.path}\0${at}`);
  }
  return active;
}

function carries(world: Codebase, active: ReadonlySet<string>, thing: Thing, depth: number): boolean {
  if (depth > 4) return false;
  switch (thing.is) {
    case "host":
    case "entries":
    case "field":
    case "accessor":
      return true;
    case "function":
    case "getter":
      return active.has(`${thing.in.path}\0${thing.body}`) || returnsCarrying(world, active, thing);
    case "class":
    case "instance": {
      const declared = thing.in.classes[thing.index]!;
      if (active.has(`${thing.in.path}\0${declared.construct}`)) return true;
      if ([...declared.fields, ...declared.statics].some(([, value]) => evaluate(world, thing.in, value).some((field) => carries(world, active, field, depth + 1)))) return true;
      return declared.extends !== null && evaluate(world, thing.in, declared.extends).some((parent) => carries(world, active, parent, depth + 1));
    }
    case "object": {
      const value = thing.in.values[thing.ref]!;
      return value.is === "object" && value.fields.some(([, field]) => evaluate(world, thing.in, field).some((item) => carries(world, active, item, depth + 1)));
    }
    case "module":
      return world.exportNames(thing.path).some((name) => world.exportOf(thing.path, name).some((item) => carries(world, active, item, depth + 1)));
    default:
      return false;
  }
}

function returnsCarrying(world: Codebase, active: ReadonlySet<string>, thing: Thing & { is: "function" | "getter" }): boolean {
  const { returns } = thing.in.bodies[thing.body]!;
  if (returns === null) return false;
  return evaluate(world, thing.in, returns).some((item) => item.is === "host" || item.is === "entries" || ((item.is === "function" || item.is === "instance" || item.is === "object" || item.is === "class") && carries(world, active, item, 3)));
}
