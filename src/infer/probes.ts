/** The environments on which a rewritten expression must agree with the old one. */
import type { Declaration, Literal, Shape, Usage } from "./usage.ts";
import { within } from "./usage.ts";

/** Unset (undefined), `""`, what the code names, and canonical texts of the type. A switch agrees on the words that the code names and their opposites: that `yes` then counts as well is what its type is for. */
export function probesOf(usage: Usage, declaration: Declaration): readonly (string | undefined)[] {
  return [...new Set([undefined, "", ...defaultsIn(usage.shape), ...namedBy(usage), ...canonical(usage, declaration)])];
}

/** The texts that the code compares the variable with. */
export function namedBy(usage: Usage): string[] {
  const found = [...within(usage.shape)].flatMap((shape): readonly Literal[] => {
    if (shape.is === "among") return shape.words;
    if (shape.is !== "compare" || isTypeof(shape.left) || isTypeof(shape.right)) return [];
    return [shape.left, shape.right].flatMap((side) => (side.is === "literal" ? [side.value] : []));
  });
  return [...found.filter((value) => typeof value === "string"), ...usage.names];
}

/** The texts of a switch that stand for one another's opposite. */
export const SWITCHES: readonly (readonly [on: string, off: string])[] = [["1", "0"], ["true", "false"], ["yes", "no"], ["on", "off"]];

function isTypeof(shape: Shape): boolean {
  return shape.is === "apply" && shape.by === "typeof";
}

function defaultsIn(shape: Shape): string[] {
  return [...within(shape)].flatMap((part) => (part.is === "otherwise" && part.value.is === "literal" && typeof part.value.value === "string" ? [part.value.value] : []));
}

function canonical(usage: Usage, { builder, choices, min, max }: Declaration): string[] {
  switch (builder) {
    case "bool": {
      const words = new Set([...namedBy(usage), ...defaultsIn(usage.shape)].map((word) => word.toLowerCase()));
      const named = SWITCHES.filter((pair) => pair.some((word) => words.has(word)));
      return (named.length > 0 ? named : SWITCHES).flat();
    }
    case "int":
    case "port":
    case "float":
      return ["0", "1", "42", "-7", ...(builder === "float" ? ["1.5"] : []), ...[min, max].flatMap((bound) => (bound === null ? [] : [String(bound)]))];
    case "choice":
      return [...choices];
    default:
      return [" Sample "];
  }
}
