/** Chains that end at a name, a pattern or a target of an assignment: each element is a use of its own. */
import type { End, ReadForm, Ref } from "../facts.ts";
import { elementKey, patternKey } from "./bindings.ts";
import { type Chain, isEnviron, withKey } from "./chain.ts";
import { addValue, at, type Extraction, textValue } from "./context.ts";
import { emit } from "./emit.ts";
import { namedAccessesOnly } from "./fields.ts";
import { followDeclared, followHolder } from "./follow.ts";
import { isLive, thingsOf } from "./reach.ts";
import { resolve } from "./scope.ts";
import { parentOf, ts, unwrap } from "./syntax.ts";
import { valueOf } from "./values.ts";

/** Bound to a name, or taken apart: each element is a use of its own. */
export function finishPattern(context: Extraction, chain: Chain, node: ts.Node, name: ts.BindingName, end: End, form: ReadForm = "destructuring"): void {
  if (ts.isIdentifier(name)) {
    emit(context, chain, node, end);
    if (isLive(context, chain.things)) followDeclared(context, name);
    return;
  }
  for (const element of name.elements) {
    if (!ts.isBindingElement(element)) continue;
    if (element.dotDotDotToken) {
      emit(context, chain, node, { to: "copy", without: name.elements.flatMap((other) => (ts.isBindingElement(other) && other !== element ? (takenName(other) ?? []) : [])) });
      continue;
    }
    const key = elementKey(context, element, name);
    const keyed = key === null ? chain : withKey(context, chain, key, form, at(context, element));
    finishPattern(context, keyed, element, element.name, end, form);
  }
}

function takenName({ propertyName, name }: ts.BindingElement): string | null {
  const key = propertyName ?? name;
  return ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : null;
}

/** The right side of an assignment: an alias, a pattern, a field of a class, or a store. */
export function finishAssignment(context: Extraction, chain: Chain, node: ts.Node, target: ts.Expression, looped: boolean): void {
  if (ts.isIdentifier(target)) {
    const binding = resolve(context.tree, target);
    emit(context, chain, node, binding ? { to: "alias" } : { to: "value" });
    if (binding && isLive(context, chain.things)) followDeclared(context, target);
    return;
  }
  if (ts.isObjectLiteralExpression(target)) {
    for (const property of target.properties) {
      if (ts.isSpreadAssignment(property)) emit(context, chain, node, { to: "copy" });
      else if (ts.isShorthandPropertyAssignment(property)) assignElement(context, chain, property, textValue(context, ts.idText(property.name)), property.name, looped);
      else if (ts.isPropertyAssignment(property)) assignElement(context, chain, property, patternKey(context, property.name), property.initializer, looped);
    }
    return;
  }
  if (ts.isArrayLiteralExpression(target)) {
    target.elements.forEach((element, index) => {
      if (ts.isSpreadElement(element)) emit(context, chain, node, { to: "copy" });
      else if (!ts.isOmittedExpression(element)) assignElement(context, chain, element, addValue(context, { is: "plain", value: index, source: "" }), element, looped);
    });
    return;
  }
  // Save and restore: an alias put back where it came from.
  if (chain.things.some(isEnviron) && isDoor(context, target)) return;
  if (isExportsTarget(context, target)) return emit(context, chain, node, { to: "export" });
  const field = ts.isPropertyAccessExpression(target) && target.expression.kind === ts.SyntaxKind.ThisKeyword && ["this", "class"].includes(context.values[valueOf(context, target.expression)]!.is);
  emit(context, chain, node, { to: "store", alias: field && namedAccessesOnly(context, target.name, target) });
  if (field && isLive(context, chain.things)) {
    const owner = enclosingClass(context, target);
    if (owner) followHolder(context, owner);
  }
}

/** `exports.x`, `module.exports` and `module.exports.x`. */
export function isExportsTarget(context: Extraction, target: ts.Expression): boolean {
  const [thing] = thingsOf(context, valueOf(context, target));
  return thing?.is === "global" && /^(module\.)?exports(\.|$)/.test(thing.name);
}

/** `process.env` itself, not a field that holds it. */
function isDoor(context: Extraction, target: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return false;
  return thingsOf(context, valueOf(context, target.expression)).some((thing) => thing.is === "host" && thing.host === "process") && thingsOf(context, valueOf(context, target)).some(isEnviron);
}

function assignElement(context: Extraction, chain: Chain, node: ts.Node, key: Ref | null, target: ts.Expression, looped: boolean): void {
  const inner = unwrap(ts.isBinaryExpression(target) ? target.left : target);
  const keyed = key === null ? chain : withKey(context, chain, key, looped ? "loop-pattern" : "assignment-pattern", at(context, node));
  finishAssignment(context, keyed, node, inner, looped);
}

function enclosingClass(context: Extraction, node: ts.Node): ts.Node | null {
  let parent = parentOf(context.tree, node);
  while (parent && !ts.isClassLike(parent)) parent = parentOf(context.tree, parent);
  return parent ?? null;
}
