/** Whether what stays of an expression can still be written around the new value. */
import type { Replacement } from "./simplify.ts";
import { partsOf, within } from "./usage.ts";
import type { Declaration, Literal, Shape, Usage } from "./usage.ts";

type Type = "string" | "number" | "boolean" | "any";

/** True if the compiler takes the replacements where they stand. */
export function fits({ shape, sink }: Usage, declaration: Declaration, replacements: readonly Replacement[]): boolean {
  const typeOf = (part: Shape): Type => {
    const replacement = replacements.find(({ of }) => of === part);
    if (replacement === undefined) return ownType(part, typeOf);
    return replacement.by === "get" ? typeOfEntry(declaration) : "boolean";
  };
  const holds = (part: Shape): boolean => replacements.some(({ of }) => of === part) || (takes(part, typeOf) && partsOf(part).every(holds));
  return holds(shape) && replacements.every((one) => !isLoose(one, declaration) || takesNothing(shape, one.of, sink));
}

/** The default is dropped, and the type says that there may be no value. */
function isLoose({ of, by }: Replacement, { presence }: Declaration): boolean {
  return by === "get" && presence.is === "optional" && of.is === "otherwise";
}

/** Whoever takes the part in the whole takes undefined as well. */
function takesNothing(whole: Shape, part: Shape, sink: Usage["sink"]): boolean {
  if (whole === part) return sink !== "value";
  const around = [...within(whole)].find((one) => partsOf(one).includes(part));
  if (around?.is === "apply") return ["not", "Boolean", "String", "typeof"].includes(around.by);
  return around !== undefined && ["compare", "otherwise", "and", "choose"].includes(around.is);
}

function typeOfEntry({ builder }: Declaration): Type {
  if (builder === "bool") return "boolean";
  if (builder === "int" || builder === "float" || builder === "port" || builder === "duration") return "number";
  return builder === "str" || builder === "path" || builder === "choice" ? "string" : "any";
}

function ownType(shape: Shape, typeOf: (part: Shape) => Type): Type {
  switch (shape.is) {
    case "read":
      return "string";
    case "has":
    case "compare":
    case "among":
      return "boolean";
    case "apply":
      return shape.by === "not" || shape.by === "Boolean" ? "boolean" : shape.by === "Number" || shape.by === "parseInt" || shape.by === "parseFloat" ? "number" : "string";
    case "assert":
    case "otherwise":
      return typeOf(shape.of);
    default:
      return "any";
  }
}

function takes(shape: Shape, typeOf: (part: Shape) => Type): boolean {
  switch (shape.is) {
    case "apply":
      return ["not", "Number", "Boolean", "String", "typeof", "toString"].includes(shape.by) || typeOf(shape.of) === "string" || typeOf(shape.of) === "any";
    case "cast":
      return typeOf(shape.of) === "string" || typeOf(shape.of) === "any";
    case "compare":
      return agree(shape.left, shape.right, typeOf) && agree(shape.right, shape.left, typeOf);
    case "among":
      return shape.words.every((word) => isOf(word, typeOf(shape.of)));
    default:
      return true;
  }
}

function agree(literal: Shape, other: Shape, typeOf: (part: Shape) => Type): boolean {
  return literal.is !== "literal" || isOf(literal.value, typeOf(other));
}

function isOf(value: Literal, type: Type): boolean {
  return value === undefined || value === null || type === "any" || typeof value === type;
}
