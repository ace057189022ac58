/** Objects and lists that some module changes after another one declared them: nothing in them is constant. */
import type { FileFacts, Ref, Use, Value } from "../facts.ts";
import { MUTATORS } from "../hosts.ts";
import { evaluate, memberOf } from "../values/evaluate.ts";
import { keyOf, type Tables, type Thing } from "../values/things.ts";
import type { Source } from "./accesses.ts";
import type { Codebase } from "./world.ts";

/** Objects and lists, as values of their files. */
export type Held = ReadonlyMap<Tables, ReadonlySet<Ref>>;

/** What is assigned to, deleted from, pushed to or assigned over, in any file. */
export function mutatedThings(world: Codebase): Held {
  const found = new Map<Tables, Set<Ref>>();
  for (const file of world.files.values()) {
    for (const use of file.uses) {
      const depth = mutatedAfter(world, file, use);
      if (depth === null) continue;
      for (const thing of reached(world, file, use, depth)) {
        if (thing.is === "object" || thing.is === "list") hold(found, thing.in, thing.ref);
      }
    }
  }
  return found;
}

/** After how many steps the use has what it changes; null where it changes nothing. */
function mutatedAfter(world: Codebase, file: FileFacts, { steps, end }: Use): number | null {
  const last = steps.at(-1);
  if (end.to === "write" && last && "key" in last) return steps.length - 1;
  if (end.to === "argument" && end.index === 0 && steps.every((step) => "key" in step) && evaluate(world, file, end.callee).some((callee) => callee.is === "global" && /^Object\.(assign|definePropert(y|ies))$/.test(callee.name))) return steps.length;
  const called = steps.findIndex((step, index) => index > 0 && "call" in step);
  const method = called > 0 ? steps[called - 1]! : null;
  if (method === null || !("key" in method)) return null;
  return evaluate(world, file, method.key).some((key) => MUTATORS.has(keyOf(key) ?? "")) ? called - 1 : null;
}

function reached(world: Codebase, file: FileFacts, use: Use, depth: number): readonly Thing[] {
  let things: readonly Thing[] = evaluate(world, file, use.root);
  for (const step of use.steps.slice(0, depth)) {
    if (!("key" in step)) return [];
    const keys = evaluate(world, file, step.key);
    things = things.flatMap((thing) => keys.flatMap((key) => memberOf(world, thing, key)));
  }
  return things;
}

/** Adds a value; false where it was there. */
function hold(held: Map<Tables, Set<Ref>>, file: Tables, ref: Ref): boolean {
  const refs = held.get(file);
  if (refs === undefined) held.set(file, new Set([ref]));
  else if (refs.has(ref)) return false;
  else refs.add(ref);
  return true;
}

/** The exported objects and lists that names are made of: whoever imports one may change it. */
export function namingThings(world: Codebase, sources: readonly Source[]): Held {
  const found = new Map<Tables, Set<Ref>>();
  const seen = new Map<Tables, Set<Ref>>();
  const visited = new Set<string>();
  const waiting = [...sources];
  const visit = (file: Tables, from: string, name: string): void => {
    const path = world.resolve(file.path, from);
    const key = `${path}\0${name}`;
    if (path === null || visited.has(key)) return;
    visited.add(key);
    for (const thing of world.exportOf(path, name)) if (thing.is === "object" || thing.is === "list") hold(found, thing.in, thing.ref);
    const target = world.files.get(path);
    for (const item of target?.exports ?? []) if (item.name === name) waiting.push({ file: target!, ref: item.value });
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { file, ref } = next;
    if (!hold(seen, file, ref)) continue;
    const value = file.values[ref]!;
    if (value.is === "import") visit(file, value.from, value.name);
    const of = value.is === "member" ? file.values[value.of]! : null;
    const key = value.is === "member" ? file.values[value.key]! : null;
    if (of?.is === "import" && of.name === "*" && key?.is === "text") visit(file, of.from, key.text);
    for (const part of partsOf(value)) waiting.push({ file, ref: part });
  }
  return found;
}

/** The values that a name is taken or put together from. */
function partsOf(value: Value): readonly Ref[] {
  switch (value.is) {
    case "join":
      return value.parts;
    case "either":
    case "assigned":
      return value.of;
    case "default":
      return [value.of, value.otherwise];
    case "member":
      return [value.of, value.key];
    case "case":
    case "each":
      return [value.of];
    case "result":
      return [value.of, ...value.args];
    case "list":
      return value.items;
    default:
      return [];
  }
}
