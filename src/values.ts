/** The one evaluator over values: extract uses it inside a file, link across files. Pure. */
import type { BodyFacts, ClassFacts, Ref, Value } from "./facts.ts";
import { GLOBALS, type Host, hostExport, hostMember } from "./hosts.ts";

/** The tables of one file that values refer to; `FileFacts` is one. */
export interface Tables {
  readonly path: string;
  readonly values: readonly Value[];
  readonly bodies: readonly BodyFacts[];
  readonly classes: readonly ClassFacts[];
}

/** What a value may be, evaluated. `loose` things are assigned to later: what they hold is known, no text in them is. */
export type Thing =
  | { readonly is: "text"; readonly text: string }
  /** A text that begins so; nothing is known of it where `head` is empty. */
  | { readonly is: "head"; readonly head: string }
  | { readonly is: "plain"; readonly value: number | boolean | null | undefined }
  | { readonly is: "host"; readonly host: Host }
  /** A name that nothing binds and no host: dotted (`Object.keys`). */
  | { readonly is: "global"; readonly name: string }
  /** An export of a module that is not in the codebase: dotted. */
  | { readonly is: "outside"; readonly from: string; readonly name: string }
  /** `made`, here and below: the call that made the closure, object or instance, where one is known. */
  | { readonly is: "function"; readonly in: Tables; readonly body: number; readonly made: Frame | null }
  | { readonly is: "getter"; readonly in: Tables; readonly body: number }
  | { readonly is: "class"; readonly in: Tables; readonly index: number }
  | { readonly is: "instance"; readonly in: Tables; readonly index: number; readonly made: Frame | null }
  | { readonly is: "object"; readonly in: Tables; readonly ref: Ref; readonly loose: boolean; readonly made: Frame | null }
  | { readonly is: "list"; readonly in: Tables; readonly ref: Ref; readonly loose: boolean; readonly made: Frame | null }
  /** Elements in no known order. */
  | { readonly is: "items"; readonly each: readonly Thing[] }
  | { readonly is: "pair"; readonly items: readonly (readonly Thing[])[] }
  /** A method of a list that is about to be called. */
  | { readonly is: "method"; readonly of: Thing; readonly name: string }
  | { readonly is: "entries"; readonly in: Tables; readonly index: number }
  /** `envs.NAME`; null where the name is chosen at run time. */
  | { readonly is: "field"; readonly in: Tables; readonly index: number; readonly name: string | null }
  /** `envs.NAME.get` and its like, before the call. */
  | { readonly is: "accessor"; readonly in: Tables; readonly index: number; readonly name: string | null; readonly method: string }
  /** The namespace of a module of the codebase. */
  | { readonly is: "module"; readonly path: string }
  /** Depends on a parameter that nobody has given yet; `head` is what the text begins with. `bounded`: it only chooses among the things beside it. */
  | { readonly is: "param"; readonly in: Tables; readonly body: number; readonly index: number; readonly head: string; readonly bounded?: true }
  | { readonly is: "open" };

/** A call that gives a body its parameters: arguments as values of the caller's file, or things already. */
export interface Frame {
  readonly callee: Tables;
  readonly body: number;
  readonly caller: Tables;
  readonly args: readonly Ref[] | readonly Thing[][];
  /** The frames that the arguments are evaluated under. */
  readonly outer: Frame | null;
  /** The call that made the function, if it is a closure. */
  readonly made: Frame | null;
  readonly depth: number;
  /** Not a call: gives single parameters what their annotations admit. */
  readonly partial?: true;
}

/** How to leave a file: what an import is. */
export interface World {
  importOf(file: Tables, from: string, name: string): readonly Thing[];
  exportOf(path: string, name: string): readonly Thing[];
  /** Whether what a call of another module's function gives stays that module's; link knows the module, extract does not. */
  keeps?(from: string, name: string, by: "called" | "made"): boolean;
  /** What was found for a value before, where no call gives parameters. */
  recall?(file: Tables, ref: Ref): Thing[] | undefined;
  remember?(file: Tables, ref: Ref, things: Thing[]): void;
}

export const OPEN: Thing = { is: "open" };
const MAX_THINGS = 128;
const MAX_FRAMES = 10;
/** Values looked at for one answer; past it all else is open. */
const BUDGET = 5_000;

interface Run {
  readonly world: World;
  readonly visiting: Set<string>;
  budget: number;
  /** Nesting of values: a chain of a thousand constants is no reason to run out of stack. */
  depth: number;
}

const MAX_NESTING = 150;

function start(world: World): Run {
  return { world, visiting: new Set(), budget: BUDGET, depth: 0 };
}

/** Everything that a value may be; `open` stands among it for what cannot be told. Never throws, never loops. */
export function evaluate(world: World, file: Tables, ref: Ref, frame: Frame | null = null): Thing[] {
  if (frame !== null) return valueThings(start(world), file, ref, frame);
  const known = world.recall?.(file, ref);
  if (known !== undefined) return known;
  const things = valueThings(start(world), file, ref, null);
  world.remember?.(file, ref, things);
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

function valueThings(run: Run, file: Tables, ref: Ref, frame: Frame | null): Thing[] {
  const value = file.values[ref];
  if (value === undefined || run.budget-- <= 0) return [OPEN];
  switch (value.is) {
    case "text":
      return [{ is: "text", text: value.text }];
    case "plain":
      return [{ is: "plain", value: value.value }];
    case "global":
      return [globalThing(value.name)];
    case "function":
      if (file.bodies[value.body]!.kind === "getter") return [{ is: "getter", in: file, body: value.body }];
      return [{ is: "function", in: file, body: value.body, made: frame }];
    case "class":
      return [{ is: "class", in: file, index: value.index }];
    case "this":
      return [{ is: "instance", in: file, index: value.index, made: null }];
    case "object":
    case "list":
      return [{ is: value.is, in: file, ref, loose: false, made: frame }];
    case "entries":
      return [{ is: "entries", in: file, index: value.index }];
    case "unknown":
      return [OPEN];
    default:
  }
  const key = `${file.path}\0${ref}\0${frame ? frameKey(frame) : ""}`;
  if (run.visiting.has(key)) return [OPEN];
  if (run.depth >= MAX_NESTING) return [OPEN];
  run.visiting.add(key);
  run.depth++;
  const things = unique(composite(run, file, value, frame));
  run.depth--;
  run.visiting.delete(key);
  return things;
}

function composite(run: Run, file: Tables, value: Value, frame: Frame | null): Thing[] {
  switch (value.is) {
    case "join":
      return join(run, file, value.parts, frame);
    case "case":
      return valueThings(run, file, value.of, frame).map((thing) => recase(thing, value.to));
    case "either":
      return value.of.flatMap((ref) => valueThings(run, file, ref, frame));
    case "default": {
      const given = valueThings(run, file, value.of, frame);
      const missing = given.length === 0 || given.some((thing) => isEmpty(thing, value.when) || thing.is === "open" || thing.is === "head" || thing.is === "param");
      return missing ? [...given.filter((thing) => !isEmpty(thing, value.when)), ...valueThings(run, file, value.otherwise, frame)] : given;
    }
    case "assigned":
      return value.of.flatMap((ref) => valueThings(run, file, ref, frame)).map(loosen);
    case "import":
      return [...run.world.importOf(file, value.from, value.name)];
    case "param":
      return parameter(run, file, value, frame);
    case "member":
      return product(valueThings(run, file, value.of, frame), valueThings(run, file, value.key, frame), (of, key) => member(run, of, key, frame));
    case "each":
      return valueThings(run, file, value.of, frame).flatMap((thing) => each(run, thing, value.keys, frame));
    case "result":
      return valueThings(run, file, value.of, frame).flatMap((thing) => call(run, thing, file, value.args, value.made, frame));
    default:
      return [OPEN];
  }
}

/** What a default replaces: `undefined` (destructuring), null too (`??`), or anything falsy (`||`). */
function isEmpty(thing: Thing, when: "undefined" | "nullish" | "falsy"): boolean {
  if (thing.is === "text") return when === "falsy" && thing.text === "";
  if (thing.is !== "plain") return false;
  if (when === "falsy") return !thing.value;
  return thing.value === undefined || (when === "nullish" && thing.value === null);
}

export function globalThing(name: string): Thing {
  return Object.hasOwn(GLOBALS, name) ? { is: "host", host: GLOBALS[name]! } : { is: "global", name };
}

/** What an export of a module outside the codebase is. */
export function outsideThing(from: string, name: string): Thing {
  const host = hostExport(from, name);
  if (host !== null) return { is: "host", host };
  return { is: "outside", from, name };
}

function parameter(run: Run, file: Tables, value: Extract<Value, { is: "param" }>, frame: Frame | null): Thing[] {
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
  const symbolic: Thing = { is: "param", in: file, body: value.body, index: value.index, head: "" };
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

const keys = new WeakMap<Frame, string>();

/** Two frames of one key give every parameter the same. */
function frameKey(frame: Frame): string {
  let key = keys.get(frame);
  if (key === undefined) {
    const args = frame.args.map((arg: Ref | Thing[]) => (typeof arg === "number" ? arg : arg.map(identity).join("|")));
    key = `${frame.callee.path}:${frame.body}(${frame.caller.path}:${args.join()})${frame.outer ? frameKey(frame.outer) : ""}${frame.made ? `<${frameKey(frame.made)}>` : ""}`;
    keys.set(frame, key);
  }
  return key;
}

function member(run: Run, of: Thing, key: Thing, frame: Frame | null): Thing[] {
  if (of.is === "param") return [{ ...of, head: "" }];
  if (key.is === "param" && of.is !== "object" && of.is !== "list" && of.is !== "entries") return [OPEN];
  const text = keyOf(key);
  switch (of.is) {
    case "host": {
      if (text === null) return [OPEN];
      const host = hostMember(of.host, text);
      if (host !== null) return [{ is: "host", host }];
      if (of.host === "global") return [globalThing(text)];
      if (typeof of.host === "string") return [{ is: "global", name: `${of.host}.${text}` }];
      return of.host.door === "Deno.env" ? [{ is: "global", name: `Deno.env.${text}` }] : [OPEN];
    }
    case "global":
      return text === null ? [OPEN] : [{ is: "global", name: `${of.name}.${text}` }];
    case "outside":
      if (text === null) return [OPEN];
      return [of.name === "*" ? outsideThing(of.from, text) : { is: "outside", from: of.from, name: `${of.name}.${text}` }];
    case "entries":
      return [{ is: "field", in: of.in, index: of.index, name: text }];
    case "field":
      return [{ is: "accessor", in: of.in, index: of.index, name: of.name, method: text ?? "" }];
    case "module":
      return text === null ? [OPEN] : [...run.world.exportOf(of.path, text)];
    case "object":
    case "list":
      return itemOf(run, of, key, text, frame);
    case "class":
    case "instance":
      return text === null ? [OPEN] : classMember(run, of, text, frame);
    case "pair":
      return text !== null && of.items[Number(text)] ? [...of.items[Number(text)]!] : [OPEN];
    case "items":
      return text !== null && /^\d+$/.test(text) ? [...of.each] : [{ is: "method", of, name: text ?? "" }];
    case "function":
      return text === "bind" || text === "call" || text === "apply" ? [{ is: "method", of, name: text }] : [OPEN];
    default:
      return [OPEN];
  }
}

function itemOf(run: Run, of: (Thing & { is: "object" | "list" }), key: Thing, text: string | null, around: Frame | null): Thing[] {
  const frame = of.made ?? around;
  const value = of.in.values[of.ref]!;
  const loosened = (things: Thing[]) => (of.loose ? things.map(loosen) : things);
  if (value.is === "list") {
    if (text === null) return chosen(loosened(value.items.flatMap((item) => valueThings(run, of.in, item, frame))), key, false);
    const item = /^\d+$/.test(text) && !value.open ? value.items[Number(text)] : undefined;
    return item === undefined ? (/^\d+$/.test(text) ? [OPEN] : [{ is: "method", of, name: text }]) : loosened(valueThings(run, of.in, item, frame));
  }
  if (value.is !== "object") return [OPEN];
  if (text === null) {
    return chosen(loosened(value.fields.flatMap(([, field]) => valueThings(run, of.in, field, frame))), key, value.open);
  }
  const field = value.fields.findLast(([name]) => name === text);
  if (field === undefined) return [value.open || of.loose || text in Object.prototype ? OPEN : { is: "plain", value: undefined }];
  return loosened(withReturned(run, valueThings(run, of.in, field[1], frame), frame));
}

/** A key that is not known chooses among all that there is. */
function chosen(all: Thing[], key: Thing, open: boolean): Thing[] {
  if (open || all.length === 0) return [...all, key.is === "param" ? key : OPEN];
  return key.is === "param" ? [...all, { ...key, head: "", bounded: true }] : all;
}

function classMember(run: Run, of: (Thing & { is: "class" | "instance" }), name: string, around: Frame | null): Thing[] {
  const frame = of.is === "instance" ? (of.made ?? around) : around;
  const declared = of.in.classes[of.index]!;
  const list = of.is === "class" ? declared.statics : declared.fields;
  const found = list.filter(([field]) => field === name);
  if (found.length > 0) return withReturned(run, found.flatMap(([, value]) => valueThings(run, of.in, value, frame)), frame);
  if (declared.extends === null) return [OPEN];
  const key = `class\0${of.in.path}\0${of.index}\0${name}`;
  if (run.visiting.has(key)) return [OPEN];
  run.visiting.add(key);
  const parents = valueThings(run, of.in, declared.extends, frame);
  const things = parents.flatMap((parent): Thing[] => {
    if (parent.is === "outside" && run.world.keeps?.(parent.from, parent.name, "made")) return [{ ...parent, name: `${parent.name}().${name}` }];
    return parent.is === "class" ? classMember(run, of.is === "class" ? parent : { is: "instance", in: parent.in, index: parent.index, made: null }, name, frame) : [OPEN];
  });
  run.visiting.delete(key);
  return things;
}

/** A getter gives what it returns; it stays visible as itself so that link can follow it as a call. */
function withReturned(run: Run, things: Thing[], frame: Frame | null): Thing[] {
  return things.flatMap((thing) => (thing.is === "getter" ? [thing, ...returned(run, thing.in, thing.body, frame)] : [thing]));
}

function returned(run: Run, file: Tables, body: number, frame: Frame | null): Thing[] {
  const returns = file.bodies[body]!.returns;
  return returns === null ? [OPEN] : valueThings(run, file, returns, frame);
}

function each(run: Run, thing: Thing, keys: boolean, frame: Frame | null): Thing[] {
  switch (thing.is) {
    case "param":
      return [{ ...thing, head: "" }];
    case "items":
      return [...thing.each];
    case "pair":
      return thing.items.flat();
    case "object":
    case "list": {
      const value = thing.in.values[thing.ref]!;
      if (value.is === "object" && keys) return thing.loose || value.open ? [OPEN] : value.fields.map(([name]) => ({ is: "text", text: name }) as const);
      if (value.is !== "list" || keys) return [OPEN];
      const things = value.items.flatMap((item) => valueThings(run, thing.in, item, thing.made ?? frame));
      return thing.loose ? things.map(loosen) : things;
    }
    default:
      return [OPEN];
  }
}

const SAME_ELEMENTS = new Set(["filter", "slice", "reverse", "toReversed", "sort", "toSorted", "concat", "values", "flat"]);

function call(run: Run, thing: Thing, caller: Tables, args: readonly Ref[], made: boolean, frame: Frame | null): Thing[] {
  const arg = (index: number): Thing[] => (args[index] === undefined ? [OPEN] : valueThings(run, caller, args[index], frame));
  switch (thing.is) {
    case "function": {
      const depth = (frame?.depth ?? 0) + 1;
      if (depth > MAX_FRAMES || isRunning(frame, thing)) return [OPEN];
      return returned(run, thing.in, thing.body, { callee: thing.in, body: thing.body, caller, args, outer: frame, made: thing.made, depth });
    }
    case "class":
      if (!made) return [OPEN];
      return [{ is: "instance", in: thing.in, index: thing.index, made: constructed(thing, caller, args, frame) }];
    case "host":
      if (thing.host !== "require") return [OPEN];
      return arg(0).flatMap((specifier) => (specifier.is === "text" ? run.world.importOf(caller, specifier.text, "*") : [OPEN]));
    case "global":
      return globalCall(run, thing.name, arg, made, frame);
    case "outside":
      if (run.world.keeps?.(thing.from, thing.name, made ? "made" : "called")) return [{ ...thing, name: `${thing.name}()` }];
      return /^(node:)?module$/.test(thing.from) && /(^|\.)createRequire$/.test(thing.name) ? [{ is: "host", host: "require" }] : [OPEN];
    case "method":
      return methodCall(run, thing, arg, caller, args, frame);
    case "param":
      return [{ ...thing, head: "" }];
    default:
      return [OPEN];
  }
}

/** A function that calls itself gives nothing that its other results do not give. */
function isRunning(frame: Frame | null, thing: Thing & { is: "function" }): boolean {
  for (let at = frame; at; at = at.outer) if (at.body === thing.body && at.callee.path === thing.in.path) return true;
  return false;
}

function constructed(thing: Thing & { is: "class" }, caller: Tables, args: readonly Ref[], frame: Frame | null): Frame | null {
  const depth = (frame?.depth ?? 0) + 1;
  if (depth > MAX_FRAMES) return null;
  return { callee: thing.in, body: thing.in.classes[thing.index]!.construct, caller, args, outer: frame, made: null, depth };
}

function globalCall(run: Run, name: string, arg: (index: number) => Thing[], made: boolean, frame: Frame | null): Thing[] {
  if (name === "process.getBuiltinModule") return arg(0).map((thing) => (thing.is === "text" ? outsideThing(thing.text, "*") : OPEN));
  if (made && name === "Set") return [{ is: "items", each: arg(0).flatMap((thing) => each(run, thing, false, frame)) }];
  if (name === "Array.from" || name === "Promise.resolve" || name === "Object.freeze" || name === "Object.seal") return arg(0);
  if (name === "String") return arg(0).map((thing) => (thing.is === "text" || thing.is === "param" ? thing : OPEN));
  if (/^Object\.(keys|values|entries)$/.test(name)) {
    return arg(0).map((thing): Thing => {
      const value = thing.is === "object" && !thing.loose ? thing.in.values[thing.ref] : undefined;
      if (thing.is !== "object" || value?.is !== "object") return thing.is === "param" ? thing : { is: "items", each: [OPEN] };
      const pairs = value.fields.map(([key, ref]): [Thing[], Thing[]] => [[{ is: "text", text: key }], valueThings(run, thing.in, ref, thing.made ?? frame)]);
      if (value.open) pairs.push([[OPEN], [OPEN]]);
      if (name === "Object.keys") return { is: "items", each: pairs.flatMap(([key]) => key) };
      if (name === "Object.values") return { is: "items", each: pairs.flatMap(([, item]) => item) };
      return { is: "items", each: pairs.map((items): Thing => ({ is: "pair", items })) };
    });
  }
  return [OPEN];
}

function methodCall(run: Run, thing: (Thing & { is: "method" }), arg: (index: number) => Thing[], caller: Tables, args: readonly Ref[], frame: Frame | null): Thing[] {
  if (thing.of.is === "function") {
    if (thing.name === "bind") return args.length < 2 ? [thing.of] : [OPEN];
    return thing.name === "call" ? call(run, thing.of, caller, args.slice(1), false, frame) : [OPEN];
  }
  const elements = each(run, thing.of, false, frame);
  if (thing.name === "concat") return [{ is: "items", each: [...elements, ...arg(0).flatMap((other) => each(run, other, false, frame))] }];
  if (thing.name === "entries") return [{ is: "items", each: elements.map((element): Thing => ({ is: "pair", items: [[OPEN], [element]] })) }];
  if (SAME_ELEMENTS.has(thing.name)) return [{ is: "items", each: elements }];
  if (thing.name === "map" || thing.name === "flatMap") {
    const mapped = arg(0).flatMap((callback) => {
      if (callback.is !== "function") return [OPEN];
      const depth = (frame?.depth ?? 0) + 1;
      return depth > MAX_FRAMES ? [OPEN] : returned(run, callback.in, callback.body, { callee: callback.in, body: callback.body, caller, args: [elements], outer: frame, made: callback.made, depth });
    });
    return [{ is: "items", each: mapped }];
  }
  if (thing.name === "find" || thing.name === "at" || thing.name === "pop" || thing.name === "shift") return elements;
  return [OPEN];
}

/** The text that a thing is as a key. */
export function keyOf(thing: Thing): string | null {
  if (thing.is === "text") return thing.text;
  return thing.is === "plain" ? String(thing.value) : null;
}

function join(run: Run, file: Tables, parts: readonly Ref[], frame: Frame | null): Thing[] {
  let texts: Thing[] = [{ is: "text", text: "" }];
  for (const part of parts) {
    const next = valueThings(run, file, part, frame);
    texts = unique(product(texts, next, (left, right) => [append(left, right)]));
    if (texts.every((thing) => thing.is === "head")) break;
  }
  return texts;
}

function append(left: Thing, right: Thing): Thing {
  if (left.is !== "text") return left;
  const text = keyOf(right);
  if (text !== null) return { is: "text", text: left.text + text };
  if (right.is === "head") return { is: "head", head: left.text + right.head };
  return right.is === "param" ? { ...right, head: left.text + right.head } : { is: "head", head: left.text };
}

function recase(thing: Thing, to: "upper" | "lower"): Thing {
  const convert = (text: string) => (to === "upper" ? text.toUpperCase() : text.toLowerCase());
  if (thing.is === "text") return { is: "text", text: convert(thing.text) };
  if (thing.is === "head") return { is: "head", head: convert(thing.head) };
  return thing.is === "param" ? { ...thing, head: convert(thing.head) } : OPEN;
}

function loosen(thing: Thing): Thing {
  if (thing.is === "text" || thing.is === "head" || thing.is === "plain" || thing.is === "param") return OPEN;
  return thing.is === "object" || thing.is === "list" ? { ...thing, loose: true } : thing;
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

/** One of each; too many are open. */
function unique(things: readonly Thing[]): Thing[] {
  if (things.length < 2) return [...things];
  const seen = new Map<string, Thing>();
  for (const thing of things) seen.set(identity(thing), thing);
  const kept = [...seen.values()];
  return kept.length > MAX_THINGS ? [...kept.slice(0, MAX_THINGS), OPEN] : kept;
}

function identity(thing: Thing): string {
  switch (thing.is) {
    case "items":
      return `items(${thing.each.map(identity).join()})`;
    case "pair":
      return `pair(${thing.items.map((item) => item.map(identity).join()).join(";")})`;
    case "method":
      return `method(${identity(thing.of)}.${thing.name})`;
    case "function":
      return `function ${thing.in.path} ${thing.body} ${thing.made ? frameKey(thing.made) : ""}`;
    case "getter":
      return `getter ${thing.in.path} ${thing.body}`;
    case "class":
    case "entries":
      return `${thing.is} ${thing.in.path} ${thing.index}`;
    case "instance":
      return `instance ${thing.in.path} ${thing.index} ${thing.made ? frameKey(thing.made) : ""}`;
    case "object":
    case "list":
      return `${thing.is} ${thing.in.path} ${thing.ref} ${thing.loose} ${thing.made ? frameKey(thing.made) : ""}`;
    case "param":
      return `param ${thing.in.path} ${thing.body} ${thing.index} ${thing.head}`;
    default:
      return JSON.stringify(thing);
  }
}
