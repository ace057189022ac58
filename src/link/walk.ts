/** Walks each use from its root along its steps: accesses, calls and registry uses are what it meets. */
import type { At, CallStep, FileFacts, Form, KeyStep, Ref, Step, Use } from "../facts.ts";
import { CONSTANTS, globalEffect, moduleEffect } from "../hosts.ts";
import { evaluate, memberOf, resultOf } from "../values/evaluate.ts";
import { keyOf, OPEN, type Tables, type Thing } from "../values/things.ts";
import { admitted } from "./annotations.ts";
import { walkEffect } from "./effects.ts";
import { walkEnd } from "./ends.ts";
import { parameterOf, type RawAccess, type Walk, type Walked, whole } from "./walked.ts";
import type { Codebase } from "./world.ts";

/** Everything that the uses of a file meet. */
export function walkFile(world: Codebase, file: FileFacts, out: Walked): void {
  for (const use of file.uses) walkUse(world, file, use, out);
}

function walkUse(world: Codebase, file: FileFacts, use: Use, out: Walked): void {
  let things: readonly Thing[] = evaluate(world, file, use.root);
  let reached = use.rootAt;
  let before = use.rootAt;
  for (let index = 0; index < use.steps.length; index++) {
    const step = use.steps[index]!;
    const next: Thing[] = [];
    const mixed = things.some((thing) => thing.is !== "host");
    for (const thing of things) next.push(...walkStep({ world, file, use, out, mixed }, thing, step, index));
    things = next;
    before = reached;
    reached = step.at;
  }
  // A field stands where it is, whatever is taken from it.
  for (const thing of things) walkEnd({ world, file, use, out }, thing, thing.is === "accessor" ? before : reached);
}

function walkStep(walk: Walk, thing: Thing, step: Step, index: number): readonly Thing[] {
  const { world, file, use, out } = walk;
  if ("call" in step) return walkCall(walk, thing, step, index);
  const keys = evaluate(world, file, step.key);
  if (thing.is === "host" && typeof thing.host === "object") {
    const methods = keys.flatMap((key) => memberOf(world, thing, key)).filter((member) => member.is === "outside");
    if (methods.length === 0) walkAccess(walk, thing.host.door, step, index);
    return methods;
  }
  if (thing.is === "host" && thing.host === "report") {
    if (keys.some((key) => /^(getReport|writeReport)$/.test(keyOf(key) ?? ""))) out.accesses.push(whole(walk, "copy", step.at));
    return [];
  }
  if (thing.is === "entries" && step.form === "in") return [];
  const members = (thing.is === "entries" ? admitted(world, keys) : keys).flatMap((key) => memberOf(world, thing, key));
  for (const member of members) {
    if (member.is === "getter") out.edges.push({ file, body: use.body, at: step.at, callee: member.in, calleeBody: member.body, args: [], made: null, lazy: false });
  }
  return members.filter((member) => member.is !== "getter");
}

/** A key of the environment: a variable, or a method of `Deno.env`. */
function walkAccess(walk: Walk, door: string, step: KeyStep, index: number): void {
  const { world, file, use, out } = walk;
  const next = use.steps[index + 1];
  const keys = evaluate(world, file, step.key);
  const add = (kind: "read" | "write", form: Form, ref: Ref, place: At) => out.accesses.push({ file, kind, form, door, reaches: reachedBy(walk, index), key: ref, names: (frame) => evaluate(world, file, ref, frame), at: place, body: use.body, of: parameterOf(walk), ...(walk.mixed && { mixed: true }) });
  if (door === "Deno.env") {
    const method = keys.length === 1 ? keyOf(keys[0]!) : null;
    const first = next && "call" in next ? next.call[0] : undefined;
    if (next && first !== undefined && (method === "get" || method === "has")) add("read", "method", first, next.at);
    else if (next && first !== undefined && method === "set") add("write", "set", first, next.at);
    else if (next && first !== undefined && method === "delete") add("write", "delete", first, next.at);
    else out.accesses.push(whole(walk, method === "toObject" ? "copy" : "pass", step.at, door));
    return;
  }
  const constants = CONSTANTS[door];
  if (constants && keys.length > 0 && keys.every((key) => constants.includes(keyOf(key) ?? ""))) return;
  if (use.end.to === "write" && index === use.steps.length - 1) add("write", use.end.form, step.key, step.at);
  else add("read", step.form, step.key, step.at);
}

/** A defaulted parameter (`env = process.env`) leads to the environment only where the call gives nothing else. */
function reachedBy({ world, file, use }: Walk, index: number): RawAccess["reaches"] {
  if (!evaluate(world, file, use.root).some((thing) => thing.is === "param")) return null;
  return (frame) => {
    let things: readonly Thing[] = evaluate(world, file, use.root, frame);
    for (const step of use.steps.slice(0, index)) {
      things = things.flatMap((thing) => ("key" in step ? evaluate(world, file, step.key, frame).flatMap((key) => memberOf(world, thing, key, frame)) : resultOf(world, thing, file, step.call, step.made ? "made" : "called", frame)));
    }
    return things.some((thing) => thing.is === "host" && typeof thing.host === "object");
  };
}

function walkCall(walk: Walk, thing: Thing, step: CallStep, index: number): readonly Thing[] {
  const { world, file, use, out } = walk;
  if (thing.is === "accessor") {
    const floating = thing.method === "override" && step.call.length < 2 && index === use.steps.length - 1 && use.end.to === "nothing";
    out.registryUses.push({ file, path: thing.in.path, index: thing.index, name: thing.name, method: thing.method, at: step.at, body: use.body, floating });
    return [];
  }
  if (thing.is === "function" && !step.made) {
    out.edges.push({ file, body: use.body, at: step.at, callee: thing.in, calleeBody: thing.body, args: step.call, made: thing.made, lazy: false });
  } else if (thing.is === "class" && step.made) {
    for (const construct of constructsOf(world, thing)) out.edges.push({ file, body: use.body, at: step.at, callee: construct.in, calleeBody: construct.in.classes[construct.index]!.construct, args: step.call, made: null, lazy: false });
  } else if (thing.is === "method" && thing.of.is === "function") {
    walkIndirect(walk, thing.of, thing.name, step);
  } else if (thing.is === "param" && index === 0) {
    out.parameterCalls.push({ file, body: use.body, at: step.at, parameter: thing, args: step.call, lazy: false });
  } else if (thing.is === "global" || thing.is === "outside") {
    const effect = thing.is === "global" ? globalEffect(thing.name) : moduleEffect(thing.from, thing.name);
    if (effect) walkEffect(walk, effect, step);
  }
  return resultOf(world, thing, file, step.call, step.made ? "made" : "called");
}

/** `f.call(self, …)`, `f.apply(self, list)`, and `f.bind(self, …)`, which runs later. */
function walkIndirect({ world, file, use, out }: Walk, callee: Thing & { is: "function" }, name: string, step: CallStep): void {
  if (name === "bind" && step.call.length < 2) return;
  const list = name === "apply" && step.call[1] !== undefined ? evaluate(world, file, step.call[1]) : [];
  const items = list.flatMap((thing) => (thing.is === "list" && thing.in === file ? [thing.in.values[thing.ref]!] : [])).find((value) => value.is === "list");
  const args = name === "apply" ? (items?.is === "list" ? items.items : [[OPEN]]) : step.call.slice(1);
  out.edges.push({ file, body: use.body, at: step.at, callee: callee.in, calleeBody: callee.body, args: args as readonly Ref[], made: callee.made, lazy: name === "bind" });
}

/** The class and the classes that it extends: `new` runs the constructors of all. */
function constructsOf(world: Codebase, thing: (Thing & { is: "class" })): (Thing & { is: "class" })[] {
  const found = [thing];
  for (let next: Thing | undefined = thing; next?.is === "class" && found.length < 16; ) {
    const parent: Ref | null = next.in.classes[next.index]!.extends;
    const file: Tables = next.in;
    next = parent === null ? undefined : evaluate(world, file, parent).find((item) => item.is === "class");
    if (next?.is === "class" && !found.some((seen) => seen.in === (next as (Thing & { is: "class" })).in && seen.index === (next as (Thing & { is: "class" })).index)) found.push(next);
    else break;
  }
  return found;
}
