/** What a value may be once it is evaluated: the things, and the calls that they are seen under. Pure. */
import type { BodyFacts, ClassFacts, Ref, Value } from "../facts.ts";
import { GLOBALS, type Host, hostExport } from "../hosts.ts";

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
  /** Depends on a parameter that nobody has given yet; `head` is what the text begins with. `bounded`: it only chooses among the things beside it. `member`: the last key taken from it. `bare`: the argument itself, nothing made of it. */
  | { readonly is: "param"; readonly in: Tables; readonly body: number; readonly index: number; readonly head: string; readonly bounded?: true; readonly member?: string; readonly bare?: true }
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
  /** The answer of `frameKey`. */
  key?: string;
  /** What values are under it, as far as nothing was cut off. */
  answers?: Map<Tables, Map<Ref, Thing[]>>;
  /** Not a call: gives single parameters what their annotations admit. */
  readonly partial?: true;
}

/** How to leave a file: what an import is. */
export interface World {
  importOf(file: Tables, from: string, name: string): readonly Thing[];
  exportOf(path: string, name: string): readonly Thing[];
  /** Whether what a call of another module's function gives stays that module's; link knows the module, extract does not. */
  keeps?(from: string, name: string, by: "called" | "made"): boolean;
  /** Whether some other module changes the object or list. */
  isMutated?(file: Tables, ref: Ref): boolean;
  readonly memory: Memory;
}

/** What was found for a value before, where no call gives parameters. */
export interface Answer {
  readonly things: Thing[];
  /** The same under any call. */
  readonly free: boolean;
  /** Nothing was cut off: no circle, no cap. What was cut depends on where the question began. */
  readonly whole: boolean;
}

/** Answers are kept while the tables that they are from do not change. */
export interface Memory {
  recall(file: Tables, ref: Ref): Answer | undefined;
  remember(file: Tables, ref: Ref, answer: Answer): void;
  /** The fields of large objects by name. */
  readonly fieldsByName: Map<readonly (readonly [string, Ref])[], ReadonlyMap<string, Ref>>;
  /** How often an answer was cut off so far. */
  cuts: number;
}

export function memory(): Memory {
  const answers = new Map<Tables, Map<Ref, Answer>>();
  return {
    fieldsByName: new Map(),
    cuts: 0,
    recall: (file, ref) => answers.get(file)?.get(ref),
    remember(file, ref, answer) {
      const found = answers.get(file);
      if (found) found.set(ref, answer);
      else answers.set(file, new Map([[ref, answer]]));
    },
  };
}

export const OPEN: Thing = { is: "open" };

export const MAX_THINGS = 128;

export function globalThing(name: string): Thing {
  if (name === "module.require") return { is: "host", host: "require" };
  return Object.hasOwn(GLOBALS, name) ? { is: "host", host: GLOBALS[name]! } : { is: "global", name };
}

/** What an export of a module outside the codebase is. */
export function outsideThing(from: string, name: string): Thing {
  const host = hostExport(from, name);
  if (host !== null) return { is: "host", host };
  return { is: "outside", from, name };
}

/** The text that a thing is as a key. */
export function keyOf(thing: Thing): string | null {
  if (thing.is === "text") return thing.text;
  return thing.is === "plain" ? String(thing.value) : null;
}

/** A parameter that something was made of: what it will be is more than its argument. */
export function derived(parameter: Thing & { is: "param" }, head: string): Thing & { is: "param" } {
  const { bare: _bare, ...rest } = parameter;
  return { ...rest, head };
}

export function loosen(thing: Thing): Thing {
  if (thing.is === "text" || thing.is === "head" || thing.is === "plain" || thing.is === "param") return OPEN;
  return thing.is === "object" || thing.is === "list" ? { ...thing, loose: true } : thing;
}

/** One of each; too many are open. */
export function unique(things: readonly Thing[]): Thing[] {
  if (things.length < 2) return [...things];
  const seen = new Map<string, Thing>();
  for (const thing of things) seen.set(identity(thing), thing);
  const kept = [...seen.values()];
  return kept.length > MAX_THINGS ? [...kept.slice(0, MAX_THINGS), OPEN] : kept;
}

function identity(thing: Thing): string {
  switch (thing.is) {
    case "text":
      return `text ${thing.text}`;
    case "head":
      return `head ${thing.head}`;
    case "plain":
      return `plain ${typeof thing.value} ${thing.value}`;
    case "open":
      return "open";
    case "module":
      return `module ${thing.path}`;
    case "host":
      return typeof thing.host === "string" ? `host ${thing.host}` : `door ${thing.host.door}`;
    case "global":
      return `global ${thing.name}`;
    case "outside":
      return `outside ${thing.from} ${thing.name}`;
    case "field":
      return `field ${thing.in.path} ${thing.index}${dotted(thing.name)}`;
    case "accessor":
      return `accessor ${thing.in.path} ${thing.index}${dotted(thing.name)} ${thing.method}`;
    case "items":
      return `items(${thing.each.map(identity).join()})`;
    case "pair":
      return `pair(${thing.items.map((item) => item.map(identity).join()).join(";")})`;
    case "method":
      return `method(${identity(thing.of)}.${thing.name})`;
    case "function":
      return `function ${thing.in.path} ${thing.body} ${thing.made ? numberOf(thing.made) : ""}`;
    case "getter":
      return `getter ${thing.in.path} ${thing.body}`;
    case "class":
    case "entries":
      return `${thing.is} ${thing.in.path} ${thing.index}`;
    case "instance":
      return `instance ${thing.in.path} ${thing.index} ${thing.made ? numberOf(thing.made) : ""}`;
    case "object":
    case "list":
      return `${thing.is} ${thing.in.path} ${thing.ref} ${thing.loose} ${thing.made ? numberOf(thing.made) : ""}`;
    case "param":
      return `param ${thing.in.path} ${thing.body} ${thing.index} ${thing.bare ?? false} ${thing.head}`;
  }
}

function dotted(name: string | null): string {
  return name === null ? "" : `.${name}`;
}

const numbers = new Map<string, number>();

/** Two frames of one key give every parameter the same. Frames inside are numbers: spelled out, a key would double with each level. */
export function frameKey(frame: Frame): string {
  if (frame.key === undefined) {
    const args = frame.args.map((arg: Ref | Thing[]) => (typeof arg === "number" ? arg : arg.map(identity).join("|")));
    frame.key = `${frame.callee.path}:${frame.body}(${frame.caller.path}:${args.join()})${frame.outer ? numberOf(frame.outer) : ""}<${frame.made ? numberOf(frame.made) : ""}>`;
  }
  return frame.key;
}

function numberOf(frame: Frame): number {
  const key = frameKey(frame);
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}
