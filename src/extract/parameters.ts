/** What a parameter may be: what the call around its function hands over, or itself. */
import { parameterKey, type Ref, type Value } from "../facts.ts";
import { GIVEN } from "../hosts.ts";
import { annotationNames } from "./annotations.ts";
import { functionBody, inlineCall } from "./bodies.ts";
import { addValue, type Extraction, leafValue, sameAs, unknown } from "./context.ts";
import { parentOf, ts } from "./syntax.ts";
import { valueOf } from "./values.ts";

/** The value of a parameter: what an inline call hands over, or the parameter itself. */
export function parameterValue(context: Extraction, parameter: ts.ParameterDeclaration): Value {
  const owner = parentOf(context.tree, parameter) as ts.SignatureDeclaration;
  const index = givenParameters(owner).indexOf(parameter);
  const inline = inlineCall(context, owner);
  const given = inline ? inlineArgument(context, inline, index) : (thenArgument(context, owner, index) ?? rowArgument(context, owner, index));
  const fallback = parameter.initializer ? valueOf(context, parameter.initializer) : null;
  if (given !== null) return fallback === null ? sameAs(context, given) : { is: "default", of: given, otherwise: fallback, when: "undefined" };
  const names = parameter.type ? annotationNames(context, parameter.type) : null;
  const body = functionBody(context, owner);
  const otherwise = fallback === null && !parameter.dotDotDotToken && context.watched.has(parameterKey(context.bodies[body]!.at, index)) ? leafValue(context, { is: "global", name: GIVEN }) : fallback;
  return { is: "param", body, index, rest: parameter.dotDotDotToken !== undefined, names, default: otherwise };
}

/** The parameters that a call gives: `this` is none. */
export function givenParameters(owner: ts.SignatureDeclaration): readonly ts.ParameterDeclaration[] {
  return owner.parameters.filter(({ name }) => !(ts.isIdentifier(name) && ts.idText(name) === "this"));
}

function inlineArgument(context: Extraction, inline: NonNullable<ReturnType<typeof inlineCall>>, index: number): Ref | null {
  if (inline.by === "call") {
    const arg = inline.args[index];
    return arg && !ts.isSpreadElement(arg) ? valueOf(context, arg) : null;
  }
  if (inline.by === "each" && inline.positions.includes(index)) return addValue(context, { is: "each", of: valueOf(context, inline.of), keys: false });
  return unknown(context, "runtime");
}

/** `import("process").then((p) => …)`: the parameter is what the promise holds. */
function thenArgument(context: Extraction, owner: ts.SignatureDeclaration, index: number): Ref | null {
  const call = parentOf(context.tree, owner)!;
  if (index !== 0 || !ts.isCallExpression(call) || call.arguments[0] !== (owner as ts.Node)) return null;
  const callee = call.expression;
  return ts.isPropertyAccessExpression(callee) && callee.name.text === "then" ? valueOf(context, callee.expression) : null;
}

/** `it.each(["A", "B"])("…", (name) => …)`: the parameters are the rows, or their cells. */
function rowArgument(context: Extraction, owner: ts.SignatureDeclaration, index: number): Ref | null {
  const call = parentOf(context.tree, owner)!;
  if (!ts.isCallExpression(call) || call.arguments[1] !== (owner as ts.Node) || !ts.isCallExpression(call.expression)) return null;
  const { expression: callee, arguments: [table] } = call.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "each" || !table) return null;
  const of = valueOf(context, table);
  const value = context.values[of]!;
  if (value.is !== "list") return null;
  const row = addValue(context, { is: "each", of, keys: false });
  const first = value.items[0] === undefined ? undefined : context.values[value.items[0]];
  if (first?.is === "list") return addValue(context, { is: "member", of: row, key: addValue(context, { is: "plain", value: index, source: "" }) });
  return index === 0 ? row : null;
}
