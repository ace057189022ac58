/** Which stretch of code a node runs in, and how the functions that run at once are called. */
import type { BodyFacts, BodyRef } from "../facts.ts";
import { addValue, at, type Extraction } from "./context.ts";
import { globalUses } from "./scope.ts";
import { boundaryChild, dottedName, parentOf, ts } from "./syntax.ts";
import { valueOf } from "./values.ts";

/** How a function that runs where it stands gets its parameters. */
export type InlineCall =
  | { readonly by: "call"; readonly args: readonly ts.Expression[] }
  | { readonly by: "each"; readonly of: ts.Expression; readonly positions: readonly number[] }
  | { readonly by: "unknown" };

/** Array methods and their like that call back before they return; which parameters are elements. */
const SYNCHRONOUS: Readonly<Record<string, readonly number[]>> = {
  forEach: [0], map: [0], filter: [0], some: [0], every: [0], find: [0], findIndex: [0], findLast: [0], findLastIndex: [0], flatMap: [0],
  reduce: [1], reduceRight: [1], sort: [0, 1], toSorted: [0, 1], replace: [], replaceAll: [],
};

const SYNCHRONOUS_GLOBALS = /^(JSON\.(parse|stringify)|(Object|Map)\.groupBy)$/;

/** The body that a node runs in, inline functions dissolved into the body around them. */
export function bodyOf(context: Extraction, node: ts.Node): BodyRef {
  let body = lexicalBody(context, node);
  while (context.bodies[body]!.kind === "inline") body = context.bodies[body]!.outer;
  return body;
}

function lexicalBody(context: Extraction, node: ts.Node): BodyRef {
  const { tree } = context;
  let skipped: ts.Node | null = null;
  for (let child = boundaryChild(tree, node), parent = parentOf(tree, child); parent; child = boundaryChild(tree, parent), parent = parentOf(tree, child)) {
    if (ts.isDecorator(child) && ts.isParameter(parent)) skipped = parentOf(tree, parent)!;
    if (ts.isFunctionLike(parent) && parent !== skipped) {
      if (ts.isDecorator(child) || (child === parent.name && ts.isComputedPropertyName(child))) continue;
      return functionBody(context, parent);
    }
    if (ts.isPropertyDeclaration(parent) && child === parent.initializer && !isStatic(parent)) return constructBody(context, parentOf(tree, parent) as ts.ClassLikeDeclaration);
    if (ts.isIfStatement(parent) && child === parent.thenStatement && isMainTest(context, parent.expression)) return startBody(context, parent);
    if (ts.isBinaryExpression(parent) && child === parent.right && parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && isMainTest(context, parent.left)) return startBody(context, parent);
  }
  return 0;
}

/** The body of a function, accessor, method or constructor. */
export function functionBody(context: Extraction, node: ts.SignatureDeclaration): BodyRef {
  if (ts.isConstructorDeclaration(node)) return constructBody(context, parentOf(context.tree, node) as ts.ClassLikeDeclaration);
  const known = context.bodyRefs.get(node);
  if (known !== undefined) return known;
  const kind = ts.isGetAccessorDeclaration(node) ? "getter" : inlineCall(context, node) ? "inline" : "function";
  const ref = addBody(context, node, kind, nameOf(context, node));
  (context.bodies[ref] as { returns: number | null }).returns = returnsOf(context, node);
  return ref;
}

/** The body that runs for `new C()`: constructor and instance fields. */
export function constructBody(context: Extraction, node: ts.ClassLikeDeclaration): BodyRef {
  return context.bodyRefs.get(node) ?? addBody(context, node, "construct", node.name ? ts.idText(node.name) : "class");
}

function startBody(context: Extraction, node: ts.Node): BodyRef {
  return context.bodyRefs.get(node) ?? addBody(context, node, "start", "main");
}

function addBody(context: Extraction, node: ts.Node, kind: BodyFacts["kind"], name: string): BodyRef {
  const ref = context.bodies.push({ kind, outer: 0, name, at: at(context, node), returns: null }) - 1;
  context.bodyRefs.set(node, ref);
  context.bodyNodes[ref] = node;
  (context.bodies[ref] as { outer: BodyRef }).outer = lexicalBody(context, node);
  return ref;
}

function nameOf(context: Extraction, node: ts.SignatureDeclaration): string {
  if (node.name && ts.isIdentifier(node.name)) return ts.idText(node.name);
  const parent = parentOf(context.tree, node);
  const name = parent && (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) ? parent.name : node.name;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "function";
}

function returnsOf(context: Extraction, node: ts.SignatureDeclaration): number | null {
  const { body } = node as ts.FunctionLikeDeclaration;
  if (body === undefined) return null;
  if (!ts.isBlock(body)) return valueOf(context, body);
  const found = returnedExpressions(body);
  if (found.length === 0) return null;
  const refs = found.map((expression) => valueOf(context, expression));
  return refs.length === 1 ? refs[0]! : addValue(context, { is: "either", of: refs });
}

/** What a function's block returns, nested functions and classes apart. */
function returnedExpressions(block: ts.Block): ts.Expression[] {
  const found: ts.Expression[] = [];
  const stack: ts.Node[] = [block];
  for (let node = stack.pop(); node && found.length < 64; node = stack.pop()) {
    if (ts.isReturnStatement(node)) {
      if (node.expression) found.push(node.expression);
    } else if (ts.isBlock(node) || ts.isStatement(node) || ts.isCaseBlock(node) || ts.isCaseOrDefaultClause(node) || ts.isCatchClause(node)) {
      if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isExpressionStatement(node) || ts.isVariableStatement(node)) continue;
      const children: ts.Node[] = [];
      ts.forEachChild(node, (child) => void children.push(child));
      stack.push(...children.reverse());
    }
  }
  return found;
}

/** How a function that runs where it stands is called; null where it runs later, if ever. */
export function inlineCall(context: Extraction, node: ts.Node): InlineCall | null {
  const { tree } = context;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return null;
  if (node.asteriskToken) return null;
  let child: ts.Node = node;
  let parent = parentOf(tree, node)!;
  while (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) {
    child = parent;
    parent = parentOf(tree, parent)!;
  }
  if (ts.isCallExpression(parent)) {
    if (parent.expression === child) return { by: "call", args: parent.arguments };
    return callbackCall(context, parent, parent.arguments.indexOf(child as ts.Expression));
  }
  if (ts.isNewExpression(parent) && ts.isIdentifier(parent.expression) && ts.idText(parent.expression) === "Promise" && parent.arguments?.[0] === child) return { by: "unknown" };
  if (ts.isPropertyAccessExpression(parent) && parent.expression === child && (ts.idText(parent.name as ts.Identifier) === "call" || ts.idText(parent.name as ts.Identifier) === "apply")) {
    const call = parentOf(tree, parent)!;
    if (ts.isCallExpression(call) && call.expression === parent) {
      return ts.idText(parent.name as ts.Identifier) === "call" ? { by: "call", args: call.arguments.slice(1) } : { by: "unknown" };
    }
  }
  return null;
}

function callbackCall(context: Extraction, call: ts.CallExpression, index: number): InlineCall | null {
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee)) return null;
  const name = callee.name.text;
  if (index === 1 && SYNCHRONOUS_GLOBALS.test(dottedName(callee) ?? "")) return { by: name === "groupBy" ? "each" : "unknown", of: call.arguments[0]!, positions: [0] } as InlineCall;
  if (name === "from" && index === 1 && ts.isIdentifier(callee.expression) && globalUses(context.tree, "Array").includes(callee.expression)) {
    return { by: "each", of: call.arguments[0]!, positions: [0] };
  }
  const positions = Object.hasOwn(SYNCHRONOUS, name) ? SYNCHRONOUS[name]! : null;
  if (positions === null) return null;
  if (name === "replace" || name === "replaceAll") return index === 1 ? { by: "unknown" } : null;
  return index === 0 ? { by: "each", of: callee.expression, positions } : null;
}

export function isStatic(node: ts.ClassElement): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false);
}

/** `import.meta.main`, `require.main === module`, and the comparison of `import.meta.url` or `.filename` with `process.argv[1]`. */
function isMainTest(context: Extraction, condition: ts.Expression): boolean {
  const text = condition.getText(context.tree.source).replace(/\s+/g, "");
  if (text === "import.meta.main") return true;
  if (/^\(?(require\.main===?module|module===?require\.main|!module\.parent)\)?$/.test(text)) return true;
  return /import\.meta\.(url|filename)/.test(text) && text.includes("process.argv[1]") && /===?/.test(text);
}
