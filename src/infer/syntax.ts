/** Single expressions that a shape knows. */
import { resolve } from "../extract/scope.ts";
import { parentOf, type Tree, ts, unwrap } from "../extract/syntax.ts";
import type { Function, Literal } from "./usage.ts";

/** The constant that an expression is, also by the name of a `const` of the file; null for any other. */
export function literalOf(tree: Tree, node: ts.Node): { readonly value: Literal } | null {
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return { value: node.kind === ts.SyntaxKind.TrueKeyword };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { value: null };
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(node.operand)) return { value: -Number(node.operand.text) };
  if (!ts.isIdentifier(node)) return null;
  const binding = resolve(tree, node);
  if (binding === null) return node.text === "undefined" ? { value: undefined } : null;
  const [declared, ...more] = binding.declarations;
  const declaration = declared === undefined || more.length > 0 ? undefined : parentOf(tree, declared);
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.name !== declared || declaration.initializer === undefined) return null;
  const list = parentOf(tree, declaration)!;
  const value = unwrap(declaration.initializer);
  return (list.flags & ts.NodeFlags.Const) === 0 || ts.isIdentifier(value) ? null : literalOf(tree, value);
}

/** When the right side of the operator counts; null for other operators. */
export function otherwiseOf(kind: ts.SyntaxKind): "nullish" | "falsy" | null {
  if (kind === ts.SyntaxKind.QuestionQuestionToken) return "nullish";
  return kind === ts.SyntaxKind.BarBarToken ? "falsy" : null;
}

/** The texts of a union of literal types; none where there is another type in it. */
export function wordsOf(type: ts.TypeNode): string[] {
  const types = ts.isUnionTypeNode(type) ? [...type.types] : [type];
  const words = types.flatMap((one) => (ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal) ? [one.literal.text] : []));
  return words.length === types.length ? words : [];
}

type Applied =
  | { readonly is: "apply"; readonly by: Function; readonly of: ts.Expression; readonly optional: boolean }
  | { readonly is: "among"; readonly words: readonly Literal[]; readonly of: ts.Expression };

/** The known function that an expression applies to its one argument; null for any other expression. */
export function applied(tree: Tree, node: ts.Node): Applied | null {
  if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === ts.SyntaxKind.ExclamationToken) return { is: "apply", by: "not", of: node.operand, optional: false };
    return node.operator === ts.SyntaxKind.PlusToken ? { is: "apply", by: "Number", of: node.operand, optional: false } : null;
  }
  if (ts.isTypeOfExpression(node)) return { is: "apply", by: "typeof", of: node.expression, optional: false };
  if (!ts.isCallExpression(node)) return null;
  const { expression: callee, arguments: args } = node;
  const [first, second] = args;
  if (ts.isPropertyAccessExpression(callee) && first === undefined) {
    const method = METHODS.find((name) => name === callee.name.text);
    return method === undefined ? null : { is: "apply", by: method, of: callee.expression, optional: callee.questionDotToken !== undefined };
  }
  if (first === undefined || ts.isSpreadElement(first)) return null;
  const words = second === undefined ? listed(tree, callee) : null;
  if (words !== null) return { is: "among", words, of: first };
  const by = conversion(tree, callee);
  if (by === null || (second !== undefined && !(by === "parseInt" && ts.isNumericLiteral(second) && second.text === "10"))) return null;
  return { is: "apply", by, of: first, optional: false };
}

const METHODS = ["trim", "toLowerCase", "toUpperCase", "toString"] as const;
const CONVERSIONS = ["Number", "parseInt", "parseFloat", "Boolean", "String"] as const;

function conversion(tree: Tree, callee: ts.Expression): Function | null {
  if (ts.isPropertyAccessExpression(callee)) {
    const ofNumber = ts.isIdentifier(callee.expression) && callee.expression.text === "Number" && resolve(tree, callee.expression) === null;
    return ofNumber && (callee.name.text === "parseInt" || callee.name.text === "parseFloat") ? callee.name.text : null;
  }
  if (!ts.isIdentifier(callee) || resolve(tree, callee) !== null) return null;
  return CONVERSIONS.find((name) => name === callee.text) ?? null;
}

/** The words of `[…].includes` and `new Set([…]).has`. */
function listed(tree: Tree, callee: ts.Expression): Literal[] | null {
  if (!ts.isPropertyAccessExpression(callee)) return null;
  const holder = unwrap(callee.expression);
  const isSet = callee.name.text === "has" && ts.isNewExpression(holder) && ts.isIdentifier(holder.expression) && holder.expression.text === "Set";
  const list = isSet ? holder.arguments?.[0] : callee.name.text === "includes" ? holder : undefined;
  const array = list === undefined ? undefined : unwrap(list);
  if (array === undefined || !ts.isArrayLiteralExpression(array)) return null;
  const words = array.elements.map((element) => literalOf(tree, element));
  return words.every((word) => word !== null) ? words.map(({ value }) => value) : null;
}
