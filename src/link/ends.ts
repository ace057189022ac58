/** What it means where a chain ends: the environment handed on, a registry handed away, a callback given to somebody. */
import type { At, End, Ref } from "../facts.ts";
import { LIBRARY } from "../hosts.ts";
import { eachOf, evaluate, memberOf, resultOf } from "../values/evaluate.ts";
import { type Frame, OPEN, type Tables, type Thing } from "../values/things.ts";
import { type Edge, parameterOf, type Walk, whole } from "./walked.ts";
import { wholeForm } from "./whole.ts";

/** Records what the end of a use does with the last thing of its chain. */
export function walkEnd(walk: Walk, thing: Thing, reached: At): void {
  const { file, use, out } = walk;
  const { end } = use;
  if (thing.is === "host") return walkHostEnd(walk, thing, reached);
  if (thing.is === "entries") {
    if (end.to === "argument") walkChildEnv(walk, thing, end);
    if (isHandedAway(walk, end)) out.registryUses.push({ file, path: thing.in.path, index: thing.index, name: "*", method: "", at: reached, body: use.body, floating: false });
  } else if (thing.is === "field" || thing.is === "accessor") {
    const silent = thing.is === "field" && (end.to === "alias" || isLibraryArgument(walk, end));
    if (!silent) out.registryUses.push({ file, path: thing.in.path, index: thing.index, name: thing.name, method: "", at: reached, body: use.body, floating: false });
  } else if (thing.is === "object" && takesFields(walk, end)) {
    const without = end.to === "copy" ? (end.without ?? []) : [];
    for (const [name, ref] of fieldsWritten(thing)) {
      if (without.includes(name)) continue;
      for (const field of evaluate(walk.world, thing.in, ref, thing.made)) {
        if (field.is === "getter") out.edges.push({ file, body: use.body, at: reached, callee: field.in, calleeBody: field.body, args: [], made: null, lazy: false });
      }
    }
  } else if (end.to === "argument" && (thing.is === "function" || thing.is === "param")) {
    walkCallback(walk, thing, end);
  }
}

function walkHostEnd(walk: Walk, thing: (Thing & { is: "host" }), reached: At): void {
  const { world, file, use, out } = walk;
  const { host } = thing;
  const { end } = use;
  if (typeof host !== "object" && host !== "share-env" && !(host === "process" && end.to === "argument")) return;
  if (isOfHolder(walk)) return;
  const door = typeof host === "object" ? host.door : "process.env";
  const form = wholeForm(world, file, use, host);
  if (form === null) return;
  if (form.stub === null) {
    const access = whole(walk, form.form, form.form === "replace" && end.to === "argument" ? end.at : reached, door);
    out.accesses.push(access);
    const to = form.form === "pass" && end.to === "argument" ? calleesOf(walk, end) : [];
    if (end.to === "argument" && to.length > 0) out.handedOn.push({ access, call: end.at, to: to.map(({ in: file, body }) => ({ in: file, body, index: end.index })) });
  } else {
    const { stub } = form;
    out.accesses.push({ file, kind: "write", form: "stub", door, reaches: null, key: stub, names: (frame) => evaluate(world, file, stub, frame), at: end.to === "argument" ? end.at : reached, body: use.body, of: parameterOf(walk) });
  }
}

/** The chain took a field of an object or class of its file: what was put there is reported where it was put. */
function isOfHolder({ world, file, use }: Walk): boolean {
  const last = use.steps.at(-1);
  if (!last || "call" in last) return false;
  let holders: readonly Thing[] = evaluate(world, file, use.root);
  for (const step of use.steps.slice(0, -1)) {
    holders = holders.flatMap((thing) => ("key" in step ? evaluate(world, file, step.key).flatMap((key) => memberOf(world, thing, key)) : resultOf(world, thing, file, step.call, step.made ? "made" : "called")));
  }
  return holders.some((thing) => (thing.is === "instance" || thing.is === "class" || thing.is === "object") && thing.in === file);
}

/** `{ ...settings }`, `Object.values(settings)`: every field is read, and each getter runs. */
function takesFields({ world, file }: Walk, end: End): boolean {
  if (end.to === "copy") return true;
  return end.to === "argument" && evaluate(world, file, end.callee).some((callee) => callee.is === "global" && (/^(Object\.(values|entries)|JSON\.stringify|structuredClone)$/.test(callee.name) || (callee.name === "Object.assign" && end.index > 0)));
}

function fieldsWritten(thing: Thing & { is: "object" }): readonly (readonly [string, Ref])[] {
  const value = thing.in.values[thing.ref]!;
  return value.is === "object" ? value.fields : [];
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

/** The functions and constructors of the codebase that the call may run. */
function calleesOf({ world, file }: Walk, { callee, made }: End & { to: "argument" }): { in: Tables; body: number; made: Frame | null }[] {
  return evaluate(world, file, callee).flatMap((thing): { in: Tables; body: number; made: Frame | null }[] => {
    if (thing.is === "function") return made ? [] : [thing];
    return thing.is === "class" && made ? [{ in: thing.in, body: thing.in.classes[thing.index]!.construct, made: null }] : [];
  });
}

/** A function handed to a call: run at once for each element of a list, or by whom it is handed to, or kept by somebody for later. */
function walkCallback(walk: Walk, thing: Thing & { is: "function" | "param" }, end: End & { to: "argument" }): void {
  const { world, file, use, out } = walk;
  const callees = evaluate(world, file, end.callee);
  const known = calleesOf(walk, end);
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

function isHandedAway(walk: Walk, end: End): boolean {
  if (end.to === "alias" || end.to === "export" || end.to === "test" || end.to === "nothing") return false;
  return !isLibraryArgument(walk, end);
}

function isLibraryArgument(walk: Walk, end: End): boolean {
  return end.to === "argument" && evaluate(walk.world, walk.file, end.callee).some((callee) => callee.is === "outside" && LIBRARY.test(callee.from));
}
