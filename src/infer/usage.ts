/** What code makes of one variable: the expression around its accesses, as plain data that can be evaluated. */
import type { Entry as Declared } from "../../registry/src/entry.ts";

/** A constant that code writes down. */
export type Literal = string | number | boolean | null | undefined;

/** Functions of one argument that are known: those of the language and methods of texts. */
export type Function = "not" | "Number" | "parseInt" | "parseFloat" | "Boolean" | "String" | "typeof" | "trim" | "toLowerCase" | "toUpperCase" | "toString";

/** An expression over one variable. */
export type Shape =
  /** The text of the variable; undefined where it is unset. */
  | { readonly is: "read" }
  /** Whether the variable is set, as `in` and `hasOwn` say it. */
  | { readonly is: "has" }
  | { readonly is: "literal"; readonly value: Literal }
  /** Any other expression: nothing is known of it but that the same source means the same. */
  | { readonly is: "other"; readonly source: string }
  /** `!` and `as string`: the code claims that the variable is set. */
  | { readonly is: "assert"; readonly of: Shape }
  /** Any other cast; `words` of a union of texts. */
  | { readonly is: "cast"; readonly of: Shape; readonly type: string; readonly words: readonly string[] }
  | { readonly is: "otherwise"; readonly of: Shape; readonly when: "undefined" | "nullish" | "falsy"; readonly value: Shape }
  | { readonly is: "and"; readonly of: Shape; readonly then: Shape }
  | { readonly is: "choose"; readonly test: Shape; readonly yes: Shape; readonly no: Shape }
  | { readonly is: "apply"; readonly by: Function; readonly of: Shape; readonly optional: boolean }
  | { readonly is: "compare"; readonly left: Shape; readonly right: Shape; readonly equal: boolean; readonly loose: boolean }
  /** `[…].includes(…)`. */
  | { readonly is: "among"; readonly of: Shape; readonly words: readonly Literal[] };

/** Where the expression ends: its value goes on, only its truth counts, it becomes part of a text, or nothing takes it. */
export type Sink = "value" | "condition" | "text" | "nothing";

/** One use of a variable. `names`: further texts that the code has a word for (the cases of a `switch`). */
export interface Usage {
  readonly shape: Shape;
  readonly sink: Sink;
  readonly names: readonly string[];
}

/** What a variable is declared as, as far as reading it goes. */
export interface Declaration {
  readonly builder: string;
  readonly rule: Declared["kind"];
  /** Of a choice. */
  readonly choices: readonly string[];
  readonly presence: Presence;
  readonly emptyIsUnset: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly secret: boolean;
}

/** `computed`: a default that only a run knows, or that of another entry. */
export type Presence = { readonly is: "default"; readonly value: Exclude<Literal, null | undefined> } | { readonly is: "computed" } | { readonly is: "optional" } | { readonly is: "required" };

/** The parts of a shape in which the variable may occur. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.is) {
    case "read":
    case "has":
    case "literal":
    case "other":
      return [];
    case "otherwise":
      return [shape.of, shape.value];
    case "and":
      return [shape.of, shape.then];
    case "choose":
      return [shape.test, shape.yes, shape.no];
    case "compare":
      return [shape.left, shape.right];
    default:
      return [shape.of];
  }
}

/** True if the variable occurs in the shape. */
export function reads(shape: Shape): boolean {
  return shape.is === "read" || shape.is === "has" || partsOf(shape).some(reads);
}

/** Every shape within one, itself first. */
export function* within(shape: Shape): Generator<Shape> {
  yield shape;
  for (const part of partsOf(shape)) yield* within(part);
}

/** True for a claim, right on the access, that the variable is set. */
export function claimsPresence(shape: Shape): boolean {
  if (shape.is === "cast") return shape.of.is === "read" && !/\b(?:undefined|null|any|unknown)\b/.test(shape.type);
  return shape.is === "assert" && shape.of.is === "read";
}
