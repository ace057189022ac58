/** Evaluates a shape as JavaScript would. */
import type { Outcome } from "./parse.ts";
import type { Function, Literal, Shape } from "./usage.ts";

/** What stands for a shape instead of its own value: undefined where nothing does. */
export type Substitute = (shape: Shape) => Outcome | undefined;

/** The value of an expression over one variable. */
export function evaluate(shape: Shape, substitute: Substitute): Outcome {
  const instead = substitute(shape);
  if (instead !== undefined) return instead;
  const value = (part: Shape): Outcome => evaluate(part, substitute);
  switch (shape.is) {
    case "literal":
      return { is: "value", value: shape.value };
    case "other":
      return { is: "opaque", source: shape.source };
    case "assert":
    case "cast":
      return value(shape.of);
    case "otherwise":
      return taken(value(shape.of), (left) => (shape.when === "falsy" ? !left : shape.when === "nullish" ? left === undefined || left === null : left === undefined) ? value(shape.value) : null, (source) => `${source} ${shape.when} ${show(value(shape.value))}`);
    case "and":
      return taken(value(shape.of), (left) => (left ? value(shape.then) : null), (source) => `${source} && ${show(value(shape.then))}`);
    case "choose":
      return taken(value(shape.test), (test) => value(test ? shape.yes : shape.no), (source) => `${source} ? ${show(value(shape.yes))} : ${show(value(shape.no))}`);
    case "apply":
      return taken(value(shape.of), (of) => apply(shape.by, of, shape.optional), (source) => `${shape.by}(${source})`);
    case "compare":
      return compare(value(shape.left), value(shape.right), shape);
    case "among":
      return taken(value(shape.of), (of) => ({ is: "value", value: shape.words.includes(of) }), (source) => `[${shape.words.map(String).join()}].includes(${source})`);
    case "read":
    case "has":
      throw new Error("a read is always substituted");
  }
}

/** What becomes of a known value (null: the value itself goes on), or of one that is only known by its source. */
function taken(outcome: Outcome, known: (value: Literal) => Outcome | null, opaque: (source: string) => string): Outcome {
  if (outcome.is === "raised") return outcome;
  return outcome.is === "opaque" ? { is: "opaque", source: opaque(outcome.source) } : (known(outcome.value) ?? outcome);
}

function apply(by: Function, of: Literal, optional: boolean): Outcome {
  const value = (result: Literal): Outcome => ({ is: "value", value: result });
  switch (by) {
    case "not":
      return value(!of);
    case "Number":
      return value(Number(of));
    case "parseInt":
      return value(parseInt(String(of), 10));
    case "parseFloat":
      return value(parseFloat(String(of)));
    case "Boolean":
      return value(Boolean(of));
    case "String":
      return value(String(of));
    case "typeof":
      return value(typeof of);
    default:
      if (of === undefined || of === null) return optional ? value(undefined) : { is: "raised" };
      if (by === "toString") return value(String(of));
      return typeof of === "string" ? value(of[by]()) : { is: "raised" };
  }
}

function compare(left: Outcome, right: Outcome, { equal, loose }: { readonly equal: boolean; readonly loose: boolean }): Outcome {
  if (left.is === "raised" || right.is === "raised") return { is: "raised" };
  if (left.is === "opaque" || right.is === "opaque") return { is: "opaque", source: `${show(left)} ${equal ? "==" : "!="} ${show(right)}` };
  const same = loose ? left.value == right.value : left.value === right.value;
  return { is: "value", value: same === equal };
}

/** How a message writes a value. */
export function show(outcome: Outcome): string {
  if (outcome.is === "raised") return "an error";
  if (outcome.is === "opaque") return outcome.source;
  return typeof outcome.value === "string" ? JSON.stringify(outcome.value) : String(outcome.value);
}
