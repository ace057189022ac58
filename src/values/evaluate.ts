/** The one evaluator over values: extract uses it inside a file, link across files. Pure; never throws, never loops. */
import type { Ref, Value } from "../facts.ts";
import { call } from "./calls.ts";
import { each, member } from "./members.ts";
import { derived, type Frame, frameKey, globalThing, keyOf, loosen, MAX_THINGS, OPEN, type Tables, type Thing, unique, type World } from "./things.ts";

/** Values looked at for one answer; past it all else is open. */
const BUDGET = 5_000;

/** Nesting of values: a chain of a thousand constants is no reason to run out of stack. */
const MAX_NESTING = 150;

export interface Run {
  readonly world: World;
  readonly visiting: Visit[];
  budget: number;
  /** Whether what was evaluated so far depends on the call that it is seen under. */
  bound: boolean;
}

/** A value, or by `name` a member of a class, that is being looked at. */
export interface Visit {
  readonly file: Tables;
  readonly ref: number;
  readonly frame: Frame | null;
  readonly name?: string;
}

/** Whether a question is part of its own answer. */
export function isVisiting(run: Run, { file, ref, frame, name }: Visit): boolean {
  return run.visiting.some((visit) => visit.ref === ref && visit.file === file && visit.name === name && (visit.frame === frame || (visit.frame !== null && frame !== null && frameKey(visit.frame) === frameKey(frame))));
}

function start(world: World): Run {
  return { world, visiting: [], budget: BUDGET, bound: false };
}

/** Everything that a value may be; `open` stands among it for what cannot be told. Never throws, never loops. */
export function evaluate(world: World, file: Tables, ref: Ref, frame: Frame | null = null): Thing[] {
  const known = world.memory.recall(file, ref);
  if (known && (frame === null || known.free)) return known.things;
  const run = start(world);
  const { cuts } = world.memory;
  const things = valueThings(run, file, ref, frame);
  if (frame === null) world.memory.remember(file, ref, { things, free: !run.bound && world.memory.cuts === cuts, whole: world.memory.cuts === cuts });
  return things;
}

/** What taking a key from a thing gives. */
export function memberOf(world: World, thing: Thing, key: Thing, frame: Frame | null = null): Thing[] {
  return member(start(world), thing, key, frame);
}

/** What calling a thing gives. */
export function resultOf(world: World, thing: Thing, caller: Tables, args: readonly Ref[], made: "called" | "made", frame: Frame | null = null): Thing[] {
  return call(start(world), thing, caller, args, made === "made", frame);
}

/** The elements of a thing that is looped over. */
export function eachOf(world: World, thing: Thing, by: "values" | "keys" = "values"): Thing[] {
  return each(start(world), thing, by === "keys", null);
}

export function valueThings(run: Run, file: Tables, ref: Ref, frame: Frame | null): Thing[] {
  const value = file.values[ref];
  if (value === undefined) return [OPEN];
  if (run.budget-- <= 0) return cutOff(run);
  switch (value.is) {
    case "text":
      return [{ is: "text", text: value.text }];
    case "plain":
      return [{ is: "plain", value: value.value }];
    case "global":
      return [globalThing(value.name)];
    case "function":
      if (file.bodies[value.body]!.kind === "getter") return [{ is: "getter", in: file, body: value.body }];
      return [{ is: "function", in: file, body: value.body, made: made(run, file.bodies[value.body]!.outer === 0 ? null : frame) }];
    case "class":
      return [{ is: "class", in: file, index: value.index }];
    case "this":
      return [{ is: "instance", in: file, index: value.index, made: null }];
    case "object":
    case "list":
      return [{ is: value.is, in: file, ref, loose: run.world.isMutated?.(file, ref) ?? false, made: made(run, frame) }];
    case "entries":
      return [{ is: "entries", in: file, index: value.index }];
    case "unknown":
      return [OPEN];
    default:
  }
  const { memory } = run.world;
  const known = memory.recall(file, ref);
  if (known?.whole && (frame === null || known.free)) {
    run.bound ||= !known.free;
    return known.things;
  }
  const under = frame === null ? undefined : frame.answers?.get(file)?.get(ref);
  if (under) {
    run.bound = true;
    return under;
  }
  const visit = { file, ref, frame };
  if (run.visiting.length >= MAX_NESTING || isVisiting(run, visit)) return cutOff(run);
  const { bound } = run;
  const { cuts } = memory;
  run.bound = false;
  run.visiting.push(visit);
  const things = unique(composite(run, file, value, frame));
  run.visiting.pop();
  if (memory.cuts === cuts) {
    if (frame === null || !run.bound) memory.remember(file, ref, { things, free: !run.bound, whole: true });
    else rememberUnder(frame, file, ref, things);
  }
  run.bound ||= bound;
  return things;
}

function rememberUnder(frame: Frame, file: Tables, ref: Ref, things: Thing[]): void {
  const answers = (frame.answers ??= new Map());
  const ofFile = answers.get(file);
  if (ofFile) ofFile.set(ref, things);
  else answers.set(file, new Map([[ref, things]]));
}

function made(run: Run, frame: Frame | null): Frame | null {
  if (frame !== null) run.bound = true;
  return frame;
}

/** The answer of whoever cannot look further: unknown, and not to be remembered. */
export function cutOff(run: Run): Thing[] {
  run.world.memory.cuts++;
  return [OPEN];
}

function composite(run: Run, file: Tables, value: Value, frame: Frame | null): Thing[] {
  switch (value.is) {
    case "join":
      return join(run, file, value, frame);
    case "case":
      return valueThings(run, file, value.of, frame).map((thing) => recase(thing, value.to));
    case "either":
      return value.of.flatMap((ref) => valueThings(run, file, ref, frame));
    case "default": {
      const given = valueThings(run, file, value.of, frame);
      const mayBeMissing = given.length === 0 || given.some((thing) => isEmpty(thing, value.when) || UNSURE.has(thing.is));
      return mayBeMissing ? [...given.filter((thing) => !isEmpty(thing, value.when)), ...valueThings(run, file, value.otherwise, frame)] : given;
    }
    case "assigned":
      return value.of.flatMap((ref) => valueThings(run, file, ref, frame)).map(loosen);
    case "import":
      return [...run.world.importOf(file, value.from, value.name)];
    case "param":
      return parameter(run, file, value, frame);
    case "member": {
      const of = valueThings(run, file, value.of, frame);
      // What a variable holds is unknown, whatever it is called.
      if (of.length > 0 && of.every((thing) => thing.is === "host" && typeof thing.host === "object" && thing.host.door !== "Deno.env")) return [OPEN];
      return product(of, valueThings(run, file, value.key, frame), (one, key) => member(run, one, key, frame));
    }
    case "each":
      return valueThings(run, file, value.of, frame).flatMap((thing) => each(run, thing, value.keys, frame));
    case "result":
      return valueThings(run, file, value.of, frame).flatMap((thing) => call(run, thing, file, value.args, value.made, frame));
    default:
      return [OPEN];
  }
}

/** Things that may be missing when the code runs. */
const UNSURE: ReadonlySet<Thing["is"]> = new Set<Thing["is"]>(["open", "head", "param", "global", "outside", "items"]);

/** What a default replaces: `undefined` (destructuring), null too (`??`), or anything falsy (`||`). */
function isEmpty(thing: Thing, when: "undefined" | "nullish" | "falsy"): boolean {
  if (thing.is === "text") return when === "falsy" && thing.text === "";
  if (thing.is !== "plain") return false;
  if (when === "falsy") return !thing.value;
  return thing.value === undefined || (when === "nullish" && thing.value === null);
}

function parameter(run: Run, file: Tables, value: Extract<Value, { is: "param" }>, frame: Frame | null): Thing[] {
  run.bound = true;
  const given = frameFor(frame, file, value.body, value.index);
  if (given !== null) {
    const arg = given.args[value.index];
    const fallback = value.default === null ? [] : valueThings(run, file, value.default, frame);
    if (arg === undefined) return value.default === null ? [{ is: "plain", value: undefined }] : fallback;
    if (value.rest) {
      const rest = given.args.slice(value.index) as (Ref | Thing[])[];
      return [{ is: "items", each: rest.flatMap((item) => (typeof item === "number" ? valueThings(run, given.caller, item, given.outer) : item)) }];
    }
    const things = typeof arg === "number" ? valueThings(run, given.caller, arg, given.outer) : (arg as Thing[]);
    return things.flatMap((thing) => (thing.is === "plain" && thing.value === undefined && value.default !== null ? fallback : [thing]));
  }
  const symbolic: Thing = { is: "param", in: file, body: value.body, index: value.index, head: "", ...(!value.rest && { bare: true }) };
  return value.default === null ? [symbolic] : [symbolic, ...valueThings(run, file, value.default, frame)];
}

/** The call that gives a body its parameters: among the calls on the way, or the one that made the closure. */
function frameFor(frame: Frame | null, file: Tables, body: number, index: number): Frame | null {
  for (let given = frame; given; given = given.outer) {
    if (given.body === body && given.callee.path === file.path && !(given.partial && given.args[index] === undefined)) return given;
    const made = frameFor(given.made, file, body, index);
    if (made !== null) return made;
  }
  return null;
}

export function returned(run: Run, file: Tables, body: number, frame: Frame | null): Thing[] {
  const returns = file.bodies[body]!.returns;
  return returns === null ? [OPEN] : valueThings(run, file, returns, frame);
}

function join(run: Run, file: Tables, { parts, sum }: Extract<Value, { is: "join" }>, frame: Frame | null): Thing[] {
  let texts: Thing[] = sum ? valueThings(run, file, parts[0]!, frame) : [{ is: "text", text: "" }];
  for (const part of sum ? parts.slice(1) : parts) {
    const next = valueThings(run, file, part, frame);
    texts = unique(product(texts, next, (left, right) => [sum && isNumber(left) && isNumber(right) ? { is: "plain", value: left.value + right.value } : append(left, right)]));
    if (texts.every((thing) => thing.is === "head")) break;
  }
  return texts;
}

function isNumber(thing: Thing): thing is Thing & { is: "plain"; value: number } {
  return thing.is === "plain" && typeof thing.value === "number";
}

function append(left: Thing, right: Thing): Thing {
  const begun = keyOf(left);
  if (begun === null) return left.is === "param" ? derived(left, left.head) : left.is === "head" ? left : OPEN;
  const text = keyOf(right);
  if (text !== null) return { is: "text", text: begun + text };
  if (right.is === "head") return { is: "head", head: begun + right.head };
  return right.is === "param" ? derived(right, begun + right.head) : { is: "head", head: begun };
}

function recase(thing: Thing, to: "upper" | "lower"): Thing {
  const convert = (text: string) => (to === "upper" ? text.toUpperCase() : text.toLowerCase());
  if (thing.is === "text") return { is: "text", text: convert(thing.text) };
  if (thing.is === "head") return { is: "head", head: convert(thing.head) };
  return thing.is === "param" ? derived(thing, convert(thing.head)) : OPEN;
}

function product(left: readonly Thing[], right: readonly Thing[], combine: (a: Thing, b: Thing) => Thing[]): Thing[] {
  const found: Thing[] = [];
  for (const a of left) {
    for (const b of right) {
      found.push(...combine(a, b));
      if (found.length > MAX_THINGS) return [...found.slice(0, MAX_THINGS), OPEN];
    }
  }
  return found;
}
