/** Walks each use from its root along its steps: accesses, calls and registry uses are what it meets. */
import type { At, CallStep, End, FileFacts, Form, KeyStep, Ref, Step, Use } from "../facts.ts";
import { CONSTANTS, type Effect, globalEffect, LIBRARY, moduleEffect } from "../hosts.ts";
import { eachOf, evaluate, memberOf, resultOf } from "../values/evaluate.ts";
import { type Frame, keyOf, OPEN, type Tables, type Thing } from "../values/things.ts";
import { admitted } from "./annotations.ts";
import { type Whole, wholeForm } from "./whole.ts";
import type { Edge, RawAccess, Walked } from "./walked.ts";
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
    for (const thing of things) next.push(...walkStep({ world, file, use, out }, thing, step, index));
    things = next;
    before = reached;
    reached = step.at;
  }
  // A field stands where it is, whatever is taken from it.
  for (const thing of things) walkEnd({ world, file, use, out }, thing, thing.is === "accessor" ? before : reached);
}

interface Walk {
  readonly world: Codebase;
  readonly file: FileFacts;
  readonly use: Use;
  readonly out: Walked;
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
  const add = (kind: "read" | "write", form: Form, ref: Ref, place: At) => out.accesses.push({ file, kind, form, door, reaches: reachedBy(walk, index), key: ref, names: (frame) => evaluate(world, file, ref, frame), at: place, body: use.body });
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

function whole(walk: Walk, form: Whole, place: At, door = "process.env"): RawAccess {
  const { file, use } = walk;
  return { file, kind: "whole", form, door, reaches: null, key: null, names: null, at: place, body: use.body, ...(use.into && { to: use.into }) };
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
    out.parameterCalls.push({ file, body: use.body, at: step.at, parameter: thing, args: step.call });
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

function walkEffect(walk: Walk, effect: Effect, step: CallStep): void {
  const { world, file, use, out } = walk;
  if (effect.does === "load") {
    if (!loadsElsewhere(walk, step)) out.accesses.push(whole(walk, "load", step.at));
  } else if (effect.does === "load-all") {
    const prefix = step.call[effect.prefix];
    if (prefix !== undefined && evaluate(world, file, prefix).some((thing) => thing.is === "text" && thing.text === "")) out.accesses.push(whole(walk, "load", step.at));
  } else {
    const ref = step.call[effect.does === "stub-keys" ? effect.object : effect.name];
    if (ref === undefined) return;
    const names = (frame: Frame | null) => {
      const things = evaluate(world, file, ref, frame);
      return effect.does === "stub-keys" ? things.flatMap((thing) => keysOf(thing)) : things;
    };
    const how = effect.does === "read" ? ({ kind: "read", form: "method", door: effect.door } as const) : ({ kind: "write", form: "stub", door: "process.env" } as const);
    out.accesses.push({ file, ...how, reaches: null, key: ref, names, at: step.at, body: use.body });
  }
}

/** `dotenv.config({ processEnv: values })` fills an object of its own. */
function loadsElsewhere({ world, file }: Walk, step: CallStep): boolean {
  const [options] = step.call;
  if (options === undefined) return false;
  const targets = evaluate(world, file, options).flatMap((thing) => memberOf(world, thing, { is: "text", text: "processEnv" }));
  return targets.length > 0 && targets.every((target) => target.is !== "host" && target.is !== "open" && target.is !== "param" && !(target.is === "plain" && target.value === undefined));
}

function keysOf(thing: Thing): Thing[] {
  const value = thing.is === "object" ? thing.in.values[thing.ref] : undefined;
  if (value?.is !== "object") return [OPEN];
  return [...value.fields.map(([text]): Thing => ({ is: "text", text })), ...(value.open ? [OPEN] : [])];
}

function walkEnd(walk: Walk, thing: Thing, reached: At): void {
  const { file, use, out } = walk;
  const { end } = use;
  if (thing.is === "host") return walkHostEnd(walk, thing, reached);
  if (thing.is === "entries") {
    if (end.to === "argument") walkChildEnv(walk, thing, end);
    if (isHandedAway(walk, end)) out.registryUses.push({ file, path: thing.in.path, index: thing.index, name: "*", method: "", at: reached, body: use.body, floating: false });
  } else if (thing.is === "field" || thing.is === "accessor") {
    const silent = thing.is === "field" && (end.to === "alias" || isLibraryArgument(walk, end));
    if (!silent) out.registryUses.push({ file, path: thing.in.path, index: thing.index, name: thing.name, method: "", at: reached, body: use.body, floating: false });
  } else if (end.to === "argument" && (thing.is === "function" || thing.is === "param")) {
    walkCallback(walk, thing, end);
  }
}

/** `childEnv(envs, { names: ["ACME_KEY"] })` reads what it names. */
function walkChildEnv({ world, file, use, out }: Walk, thing: Thing & { is: "entries" }, end: End & { to: "argument" }): void {
  const isChildEnv = evaluate(world, file, end.callee).some((callee) => callee.is === "outside" && LIBRARY.test(callee.from) && /(^|\.)childEnv$/.test(callee.name));
  const options = isChildEnv && end.args[1] !== undefined ? evaluate(world, file, end.args[1]) : [];
  const names = options.flatMap((option) => memberOf(world, option, { is: "text", text: "names" })).flatMap((list) => eachOf(world, list));
  for (const name of names) {
    if (name.is === "text") out.registryUses.push({ file, path: thing.in.path, index: thing.index, name: name.text, method: "get", at: end.at, body: use.body, floating: false });
  }
}

/** A function handed to a call: run at once for each element of a list, or by whom it is handed to, or kept by somebody for later. */
function walkCallback(walk: Walk, thing: Thing & { is: "function" | "param" }, end: End & { to: "argument" }): void {
  const { world, file, use, out } = walk;
  const callees = evaluate(world, file, end.callee);
  const known = callees.flatMap((callee): { in: Tables; body: number; made: Frame | null }[] => (callee.is === "function" && !end.made ? [callee] : callee.is === "class" && end.made ? [{ in: callee.in, body: callee.in.classes[callee.index]!.construct, made: null }] : []));
  for (const to of known) out.handing.push({ file, body: use.body, at: end.at, callee: to.in, calleeBody: to.body, args: end.args, made: to.made, lazy: false });
  if (thing.is === "param") return;
  // A function that is written as the argument is nobody's wrapper: its body speaks for itself.
  const isWritten = thing.in === file && use.steps.length === 0 && file.bodies[thing.body]!.at.join() === use.rootAt.join();
  const edge = { file, body: use.body, at: end.at, callee: thing.in, calleeBody: thing.body, made: thing.made };
  const list = callees.find((callee) => callee.is === "method" && callee.of.is !== "function");
  if (list?.is === "method") {
    if (!isWritten) out.edges.push({ ...edge, args: [resultOf(world, { is: "method", of: list.of, name: "find" }, file, [], "called")], lazy: false });
    return;
  }
  const otherwise: Edge | null = isWritten || callees.some(isTestHelper) ? null : { ...edge, args: [[OPEN]], lazy: true };
  if (otherwise === null) return;
  for (const to of known) out.handed.push({ to, index: end.index, otherwise });
  if (known.length === 0) out.edges.push(otherwise);
}

/** `expect(must)` and `vi.mocked(must)` name a function without calling it. */
function isTestHelper(callee: Thing): boolean {
  if (callee.is !== "global" && callee.is !== "outside") return false;
  return /^(expect|describe|it|test|vi|jest|vitest|default|\*)?(\.|$)|(^|\.)(mocked|isMockFunction|spyOn|mock|unmock|toBe)/.test(callee.name);
}

function walkHostEnd(walk: Walk, thing: (Thing & { is: "host" }), reached: At): void {
  const { world, file, use, out } = walk;
  const { host } = thing;
  const { end } = use;
  if (typeof host !== "object" && host !== "share-env" && !(host === "process" && end.to === "argument")) return;
  const door = typeof host === "object" ? host.door : "process.env";
  const form = wholeForm(world, file, use, host);
  if (form === null) return;
  if (form.stub === null) {
    out.accesses.push(whole(walk, form.form, form.form === "replace" && end.to === "argument" ? end.at : reached, door));
  } else {
    const { stub } = form;
    out.accesses.push({ file, kind: "write", form: "stub", door, reaches: null, key: stub, names: (frame) => evaluate(world, file, stub, frame), at: end.to === "argument" ? end.at : reached, body: use.body });
  }
}

function isHandedAway(walk: Walk, end: End): boolean {
  if (end.to === "alias" || end.to === "export" || end.to === "test" || end.to === "nothing") return false;
  return !isLibraryArgument(walk, end);
}

function isLibraryArgument(walk: Walk, end: End): boolean {
  return end.to === "argument" && evaluate(walk.world, walk.file, end.callee).some((callee) => callee.is === "outside" && LIBRARY.test(callee.from));
}
