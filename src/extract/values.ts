/** What an expression may be, as far as its own file tells. */
import type { Ref, Value } from "../facts.ts";
import { functionBody } from "./bodies.ts";
import { classValue, enclosingThis } from "./classes.ts";
import { addValue, type Extraction, leafValue, MAX_DEPTH, MAX_ITEMS, MAX_VALUES, sameAs, textValue, unknown } from "./context.ts";
import { bindingValue } from "./bindings.ts";
import { entryObjectValue, entrySetValue } from "./entries.ts";
import { resolve } from "./scope.ts";
import { ts, unwrap } from "./syntax.ts";

/** The value of an expression; never throws, past the budget it is unknown. */
export function valueOf(context: Extraction, expression: ts.Expression): Ref {
  const node = unwrap(expression);
  const known = context.refs.get(node);
  if (known !== undefined) return known;
  const binding = ts.isIdentifier(node) ? resolve(context.tree, node) : null;
  if (binding) return context.refs.get(binding) ?? (context.depth >= MAX_DEPTH ? unknown(context, "budget") : bindingValue(context, binding));
  const leaf = leafOf(context, node);
  if (leaf !== null) return leaf;
  if (context.depth >= MAX_DEPTH || context.values.length > MAX_VALUES) return unknown(context, "budget");
  const ref = unknown(context, "runtime");
  context.refs.set(node, ref);
  context.unfinished.add(ref);
  context.depth++;
  context.values[ref] = make(context, node);
  context.depth--;
  context.unfinished.delete(ref);
  return ref;
}

/** Texts, numbers, truth values and global names; null for what has parts. */
function leafOf(context: Extraction, node: ts.Expression): Ref | null {
  if (ts.isStringLiteralLike(node)) return leafValue(context, { is: "text", text: node.text });
  if (ts.isNumericLiteral(node)) return leafValue(context, numberValue(Number(node.text), node.getText(context.tree.source)));
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    const value = node.kind === ts.SyntaxKind.TrueKeyword;
    return leafValue(context, { is: "plain", value, source: String(value) });
  }
  if (node.kind === ts.SyntaxKind.NullKeyword) return leafValue(context, { is: "plain", value: null, source: "null" });
  if (ts.isIdentifier(node)) return leafValue(context, globalValue(ts.idText(node)));
  return ts.isMetaProperty(node) && node.keywordToken === ts.SyntaxKind.ImportKeyword ? leafValue(context, { is: "global", name: "import.meta" }) : null;
}

function make(context: Extraction, node: ts.Expression): Value {
  if (ts.isPropertyAccessExpression(node)) return { is: "member", of: valueOf(context, node.expression), key: textValue(context, node.name.text) };
  if (ts.isElementAccessExpression(node)) return { is: "member", of: valueOf(context, node.expression), key: valueOf(context, node.argumentExpression) };
  if (ts.isCallExpression(node)) return callValue(context, node);
  if (ts.isNewExpression(node)) return { is: "result", of: valueOf(context, node.expression), args: argumentValues(context, node.arguments), made: true };
  if (ts.isTemplateExpression(node)) return templateValue(context, node);
  if (ts.isBinaryExpression(node)) return binaryValue(context, node);
  if (ts.isConditionalExpression(node)) return { is: "either", of: [valueOf(context, node.whenTrue), valueOf(context, node.whenFalse)] };
  if (ts.isPrefixUnaryExpression(node)) return signedValue(context, node);
  if (ts.isObjectLiteralExpression(node)) return objectValue(context, node);
  if (ts.isArrayLiteralExpression(node)) return listValue(context, node);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { is: "function", body: functionBody(context, node) };
  if (ts.isClassExpression(node)) return classValue(context, node);
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return enclosingThis(context, node);
  if (ts.isVoidExpression(node)) return { is: "plain", value: undefined, source: "undefined" };
  return { is: "unknown", why: "runtime" };
}

function globalValue(name: string): Value & { is: "plain" | "text" | "global" } {
  if (name === "undefined") return { is: "plain", value: undefined, source: name };
  return name === "NaN" || name === "Infinity" ? numberValue(Number(name), name) : { is: "global", name };
}

/** What JSON cannot hold is a text: as a key it is the same. */
function numberValue(value: number, source: string): Value & { is: "plain" | "text" } {
  return Number.isFinite(value) ? { is: "plain", value, source } : { is: "text", text: String(value) };
}

/** The values of call arguments; a spread argument and all after it are one unknown. */
export function argumentValues(context: Extraction, args: readonly ts.Expression[] | undefined): Ref[] {
  const refs: Ref[] = [];
  for (const arg of args ?? []) {
    if (ts.isSpreadElement(arg)) {
      refs.push(addValue(context, { is: "each", of: valueOf(context, arg.expression), keys: false }));
      break;
    }
    refs.push(valueOf(context, arg));
  }
  return refs;
}

function callValue(context: Extraction, node: ts.CallExpression): Value {
  const callee = unwrap(node.expression);
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return requiredModule(node) ?? { is: "unknown", why: "runtime" };
  if (ts.isIdentifier(callee) && ts.idText(callee) === "require" && resolve(context.tree, callee) === null) {
    const module = requiredModule(node);
    if (module) return module;
  }
  if (ts.isPropertyAccessExpression(callee)) {
    const method = callee.name.text;
    if (/^to(Locale)?(Upper|Lower)Case$/.test(method)) return { is: "case", of: valueOf(context, callee.expression), to: method.includes("Upper") ? "upper" : "lower" };
    if (method === "concat" && ts.isStringLiteralLike(unwrap(callee.expression))) return { is: "join", parts: [valueOf(context, callee.expression), ...argumentValues(context, node.arguments)], sum: false };
    if (ts.isIdentifier(callee.expression) && resolve(context.tree, callee.expression) === null) {
      const receiver = ts.idText(callee.expression);
      if (receiver === "Reflect" && method === "get" && node.arguments.length >= 2) {
        return { is: "member", of: valueOf(context, node.arguments[0]!), key: valueOf(context, node.arguments[1]!) };
      }
      if (receiver === "Object" && (method === "freeze" || method === "seal") && node.arguments[0]) return sameAs(context, valueOf(context, node.arguments[0]));
    }
  }
  return entrySetValue(context, node) ?? { is: "result", of: valueOf(context, node.expression), args: argumentValues(context, node.arguments), made: false };
}

/** `require("x")` and `import("x")` with a literal specifier. */
function requiredModule(node: ts.CallExpression): Value | null {
  const specifier = node.arguments[0];
  return specifier && ts.isStringLiteralLike(specifier) ? { is: "import", from: specifier.text, name: "*" } : null;
}

function templateValue(context: Extraction, node: ts.TemplateExpression): Value {
  const parts: Ref[] = [];
  if (node.head.text) parts.push(textValue(context, node.head.text));
  for (const part of node.templateSpans) {
    parts.push(valueOf(context, part.expression));
    if (part.literal.text) parts.push(textValue(context, part.literal.text));
  }
  return { is: "join", parts, sum: false };
}

function binaryValue(context: Extraction, node: ts.BinaryExpression): Value {
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.QuestionQuestionToken:
      return { is: "default", of: valueOf(context, node.left), otherwise: valueOf(context, node.right), when: "nullish" };
    case ts.SyntaxKind.BarBarToken:
      return { is: "default", of: valueOf(context, node.left), otherwise: valueOf(context, node.right), when: "falsy" };
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.EqualsToken:
      return sameAs(context, valueOf(context, node.right));
    case ts.SyntaxKind.PlusToken: {
      const operands: ts.Expression[] = [];
      let left: ts.Expression = node;
      while (ts.isBinaryExpression(left) && left.operatorToken.kind === ts.SyntaxKind.PlusToken) {
        operands.push(left.right);
        left = unwrap(left.left);
      }
      operands.push(left);
      if (operands.length > 200) return { is: "unknown", why: "budget" };
      return { is: "join", parts: operands.reverse().map((operand) => valueOf(context, operand)), sum: true };
    }
    default:
      return { is: "unknown", why: "runtime" };
  }
}

function signedValue(context: Extraction, node: ts.PrefixUnaryExpression): Value {
  const operand = unwrap(node.operand);
  const source = node.getText(context.tree.source);
  if (ts.isNumericLiteral(operand) && node.operator === ts.SyntaxKind.MinusToken) return { is: "plain", value: -Number(operand.text), source };
  if (ts.isNumericLiteral(operand) && node.operator === ts.SyntaxKind.PlusToken) return { is: "plain", value: Number(operand.text), source };
  return { is: "unknown", why: "runtime" };
}

/** The constant text of a property name; null for a computed name that is no constant text of its own file. */
export function keyText(context: Extraction, name: ts.PropertyName): string | null {
  if (ts.isIdentifier(name)) return ts.idText(name);
  if (ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (ts.isPrivateIdentifier(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return null;
  const value = context.values[valueOf(context, name.expression)]!;
  return value.is === "text" ? value.text : null;
}

function objectValue(context: Extraction, node: ts.ObjectLiteralExpression): Value {
  const entries = entryObjectValue(context, node);
  if (entries) return entries;
  const fields: [string, Ref][] = [];
  const spreads: [number, Ref][] = [];
  let open = node.properties.length > MAX_ITEMS;
  for (const property of node.properties.slice(0, MAX_ITEMS)) {
    if (ts.isSpreadAssignment(property)) {
      const ref = valueOf(context, property.expression);
      const spread = context.values[ref]!;
      if (spread.is === "object" && !spread.open) fields.push(...(spread.fields as [string, Ref][]));
      else spreads.push([fields.length, ref]);
      continue;
    }
    const key = keyText(context, property.name);
    if (key === null) {
      open = true;
    } else if (ts.isPropertyAssignment(property)) {
      fields.push([key, valueOf(context, property.initializer)]);
    } else if (ts.isShorthandPropertyAssignment(property)) {
      fields.push([key, valueOf(context, property.name)]);
    } else if (!ts.isSetAccessorDeclaration(property)) {
      fields.push([key, addValue(context, { is: "function", body: functionBody(context, property) })]);
    }
  }
  return spreads.length > 0 ? { is: "object", fields, open: true, ...(!open && { spreads }) } : { is: "object", fields, open };
}

function listValue(context: Extraction, node: ts.ArrayLiteralExpression): Value {
  const items: Ref[] = [];
  let open = node.elements.length > MAX_ITEMS;
  for (const element of node.elements.slice(0, MAX_ITEMS)) {
    if (ts.isSpreadElement(element)) {
      items.push(addValue(context, { is: "each", of: valueOf(context, element.expression), keys: false }));
      open = true;
    } else {
      items.push(valueOf(context, element));
    }
  }
  return { is: "list", items, open };
}
