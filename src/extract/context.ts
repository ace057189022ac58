/** The tables that grow while one file is extracted. */
import type { At, BodyFacts, BodyRef, ClassFacts, EntrySetFacts, Ref, Use, Value } from "../facts.ts";
import type { World } from "../values/things.ts";
import { placeOf } from "./places.ts";
import { type Binding, type Tree, ts } from "./syntax.ts";

export interface Extraction {
  readonly tree: Tree;
  readonly path: string;
  /** Imports that are followed: those that were asked for, and those that were found to run what they are handed. */
  readonly watched: Set<string>;
  readonly values: Value[];
  readonly bodies: BodyFacts[];
  readonly classes: ClassFacts[];
  readonly entrySets: EntrySetFacts[];
  readonly uses: Use[];
  /** Values already made, by the node or binding that they are of. */
  readonly refs: Map<ts.Node | Binding, Ref>;
  /** Bodies by function, class (its constructor) or `if` statement (its `start` branch). */
  readonly bodyRefs: Map<ts.Node, BodyRef>;
  /** The node of each body; none for the module. */
  readonly bodyNodes: (ts.Node | undefined)[];
  readonly classRefs: Map<ts.Node, number>;
  readonly entrySetRefs: Map<ts.Node, number>;
  /** The file names the library, so that calls and objects may declare entries. */
  readonly namesLibrary: boolean;
  /** `this` and `super` by the class or object literal that they are of. */
  readonly owned: Map<ts.Node, ts.Expression[]>;
  /** Bindings, functions and classes whose uses are recorded or waiting to be. */
  readonly followed: Set<ts.Node | Binding>;
  readonly waiting: (() => void)[];
  /** Values that are being made: they may be referred to, not copied. */
  readonly unfinished: Set<Ref>;
  /** Texts, numbers and globals by what they are: each is one value, and free of the budget. */
  readonly leaves: Map<string, Ref>;
  /** Names that lead somewhere and hold more than the budget allows. */
  readonly unfollowed: Set<string>;
  /** The file as its own world (`reach.ts`); null until it is asked for. */
  world: World | null;
  /** Some value was past the budget. */
  exhausted: boolean;
  /** Nesting of the value that is being made; past the cap it is unknown. */
  depth: number;
}

/** Past these a value is `unknown`: real code stays far below, generated code must not explode. */
export const MAX_DEPTH = 48;
export const MAX_VALUES = 60_000;
export const MAX_ITEMS = 2_000;

export function addValue(context: Extraction, value: Value): Ref {
  return context.values.push(value) - 1;
}

/** The value of another, for a slot of its own. */
export function sameAs(context: Extraction, ref: Ref): Value {
  return context.unfinished.has(ref) ? { is: "either", of: [ref] } : context.values[ref]!;
}

export function textValue(context: Extraction, text: string): Ref {
  return leafValue(context, { is: "text", text });
}

/** A value without parts, made once. */
export function leafValue(context: Extraction, value: Value & { is: "text" | "plain" | "global" }): Ref {
  const key = value.is === "text" ? `t${value.text}` : value.is === "global" ? `g${value.name}` : `p${value.source} ${String(value.value)}`;
  let ref = context.leaves.get(key);
  if (ref === undefined) context.leaves.set(key, (ref = addValue(context, value)));
  return ref;
}

export function unknown(context: Extraction, why: "runtime" | "mutated" | "budget"): Ref {
  if (why === "budget") context.exhausted = true;
  return addValue(context, { is: "unknown", why });
}

export function at(context: Extraction, node: ts.Node): At {
  return placeOf(context.tree, node);
}
