/** The syntax around an access, as a shape. */
import { parentOf, type Tree, ts, unwrap } from "../extract/syntax.ts";
import { applied, literalOf, otherwiseOf, wordsOf } from "./syntax.ts";
import type { Shape, Sink, Usage } from "./usage.ts";

/** What an access is of: the text of the variable, or whether there is one. */
export type Asked = "read" | "has";

export interface Surroundings {
  readonly usage: Usage;
  /** The expression of each part, parentheses around it included. */
  readonly nodes: ReadonlyMap<Shape, ts.Node>;
  /** The accesses that are part of the expression. */
  readonly covered: readonly ts.Node[];
}

/** The largest expression around an access that says nothing but what becomes of the variable. `accesses`: all of that variable in the file. */
export function surroundings(tree: Tree, accesses: ReadonlyMap<ts.Node, Asked>, access: ts.Node): Surroundings {
  const nodes = new Map<Shape, ts.Node>();
  const covered: ts.Node[] = [];
  const root = outermost(tree, accesses, access);
  const build = (node: ts.Node): Shape => {
    const shape = ts.isParenthesizedExpression(node) ? build(node.expression) : shapeOf(tree, accesses, node, build);
    nodes.set(shape, node);
    if (accesses.has(node)) covered.push(node);
    return shape;
  };
  return { usage: { shape: build(root), ...endOf(tree, root) }, nodes, covered };
}

function shapeOf(tree: Tree, accesses: ReadonlyMap<ts.Node, Asked>, node: ts.Node, build: (node: ts.Node) => Shape): Shape {
  const asked = accesses.get(node);
  if (asked !== undefined) return { is: asked };
  const literal = literalOf(tree, node);
  if (literal !== null) return { is: "literal", value: literal.value };
  if (ts.isNonNullExpression(node)) return { is: "assert", of: build(node.expression) };
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isSatisfiesExpression(node)) {
    const type = node.type.getText(tree.source);
    return type === "string" ? { is: "assert", of: build(node.expression) } : { is: "cast", of: build(node.expression), type, words: wordsOf(node.type) };
  }
  if (ts.isConditionalExpression(node)) return { is: "choose", test: build(node.condition), yes: build(node.whenTrue), no: build(node.whenFalse) };
  if (ts.isBinaryExpression(node)) {
    const when = otherwiseOf(node.operatorToken.kind);
    if (when !== null) return { is: "otherwise", of: build(node.left), when, value: build(node.right) };
    if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return { is: "and", of: build(node.left), then: build(node.right) };
    const comparison = COMPARISONS.get(node.operatorToken.kind);
    if (comparison !== undefined) return { is: "compare", left: build(node.left), right: build(node.right), ...comparison };
  }
  const call = applied(tree, node);
  if (call?.is === "apply") return { is: "apply", by: call.by, of: build(call.of), optional: call.optional };
  if (call?.is === "among") return { is: "among", words: call.words, of: build(call.of) };
  return { is: "other", source: node.getText(tree.source) };
}

const COMPARISONS: ReadonlyMap<ts.SyntaxKind, { readonly equal: boolean; readonly loose: boolean }> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, { equal: true, loose: false }],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, { equal: false, loose: false }],
  [ts.SyntaxKind.EqualsEqualsToken, { equal: true, loose: true }],
  [ts.SyntaxKind.ExclamationEqualsToken, { equal: false, loose: true }],
]);

function outermost(tree: Tree, accesses: ReadonlyMap<ts.Node, Asked>, access: ts.Node): ts.Node {
  let node = access;
  for (let parent = parentOf(tree, node); parent !== undefined; parent = parentOf(tree, node)) {
    // The callee of a method stands between its object and its call.
    const call = ts.isPropertyAccessExpression(parent) && parent.expression === node ? parentOf(tree, parent)! : null;
    const next = call !== null && ts.isCallExpression(call) && call.expression === parent ? call : parent;
    if (!isAbout(tree, accesses, next, node)) return node;
    node = next;
  }
  return node;
}

/** The parent says something of its part alone, or of several accesses of the same variable. */
function isAbout(tree: Tree, accesses: ReadonlyMap<ts.Node, Asked>, parent: ts.Node, part: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) return true;
  if (ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent) || ts.isSatisfiesExpression(parent)) return true;
  if (ts.isConditionalExpression(parent)) {
    const others = [parent.condition, parent.whenTrue, parent.whenFalse].filter((other) => other !== part);
    if (part === parent.condition) return others.some((other) => isDirect(tree, accesses, other)) || others.every((other) => literalOf(tree, unwrap(other)) !== null);
    return isDirect(tree, accesses, parent.condition);
  }
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (COMPARISONS.has(kind)) return true;
    if (otherwiseOf(kind) === null && kind !== ts.SyntaxKind.AmpersandAmpersandToken) return false;
    return part === parent.left || isDirect(tree, accesses, parent.left);
  }
  const call = applied(tree, parent);
  return call !== null && call.of === part;
}

/** An access of the variable is part of what the expression computes. */
function isDirect(tree: Tree, accesses: ReadonlyMap<ts.Node, Asked>, node: ts.Node): boolean {
  let found = accesses.has(node);
  const visit = (part: ts.Node): Shape => {
    found ||= isDirect(tree, accesses, part);
    return { is: "read" };
  };
  if (ts.isParenthesizedExpression(node)) visit(node.expression);
  else shapeOf(tree, accesses, node, visit);
  return found;
}

function endOf(tree: Tree, root: ts.Node): { readonly sink: Sink; readonly names: readonly string[] } {
  const parent = parentOf(tree, root)!;
  if (ts.isSwitchStatement(parent)) {
    return { sink: "value", names: parent.caseBlock.clauses.flatMap((clause) => (ts.isCaseClause(clause) && ts.isStringLiteralLike(clause.expression) ? [clause.expression.text] : [])) };
  }
  return { sink: sinkOf(tree, root, parent), names: [] };
}

function sinkOf(tree: Tree, node: ts.Node, parent: ts.Node): Sink {
  if (ts.isParenthesizedExpression(parent)) return sinkOf(tree, parent, parentOf(tree, parent)!);
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent) || ts.isForStatement(parent)) return "condition";
  if (ts.isConditionalExpression(parent) && parent.condition === node) return "condition";
  if (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) return "condition";
  if (ts.isSpreadAssignment(parent)) return "condition";
  if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return "nothing";
  if (ts.isTemplateSpan(parent)) return ts.isTaggedTemplateExpression(parentOf(tree, parentOf(tree, parent)!)!) ? "value" : "text";
  if (!ts.isBinaryExpression(parent)) return "value";
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.PlusToken) return [parent.left, parent.right].some((side) => side !== node && (ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))) ? "text" : "value";
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) return sinkOf(tree, parent, parentOf(tree, parent)!) === "condition" ? "condition" : "value";
  return "value";
}

