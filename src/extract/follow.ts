/** Which names, functions and classes lead to something worth recording; their uses are recorded in turn, to a fixed point. */
import type { BodyRef } from "../facts.ts";
import { bindingValue } from "./bindings.ts";
import { isWriteTarget } from "./bindings.ts";
import { functionBody } from "./bodies.ts";
import { classIndex, thisOwner } from "./classes.ts";
import type { Extraction } from "./context.ts";
import { isLive, thingsOf } from "./reach.ts";
import { bindingOf, resolve, usesOf } from "./scope.ts";
import { nodesAt, parentOf, ts } from "./syntax.ts";
import { followExpression } from "./uses.ts";
import { valueOf } from "./values.ts";

/** Records the uses of the name that an identifier declares or refers to. */
export function followDeclared(context: Extraction, name: ts.Identifier): void {
  const binding = bindingOf(context.tree, name) ?? resolve(context.tree, name);
  if (binding === null || context.followed.has(binding)) return;
  context.followed.add(binding);
  context.waiting.push(() => {
    const root = bindingValue(context, binding);
    const things = thingsOf(context, root);
    if (context.exhausted && !isLive(context, things)) context.unfollowed.add(binding.name);
    for (const use of usesOf(context.tree, binding)) {
      if (!isWriteTarget(context, use)) followExpression(context, use, root, things);
    }
  });
}

/** A use stands in the body: whoever runs the body is recorded too. */
export function followBody(context: Extraction, body: BodyRef): void {
  const node = context.bodyNodes[body];
  if (node && !ts.isIfStatement(node) && !ts.isBinaryExpression(node)) followHolder(context, node);
}

/** Records the uses of a function, class, object or list, by whatever name it is reached. */
export function followHolder(context: Extraction, node: ts.Node): void {
  if (context.followed.has(node)) return;
  context.followed.add(node);
  context.waiting.push(() => followNow(context, node));
}

function followNow(context: Extraction, node: ts.Node): void {
  if (ts.isClassLike(node)) {
    classIndex(context, node);
    followThis(context, node);
    if (ts.isClassExpression(node)) return expression(context, node);
    if (node.name) followDeclared(context, node.name);
  } else if (ts.isFunctionDeclaration(node)) {
    functionBody(context, node);
    if (node.name) followDeclared(context, node.name);
  } else if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    expression(context, node);
  } else if (ts.isObjectLiteralExpression(node)) {
    followThis(context, node);
    expression(context, node);
  } else if (ts.isArrayLiteralExpression(node)) {
    expression(context, node);
  } else if (ts.isClassElement(node) || ts.isMethodDeclaration(node) || ts.isAccessor(node)) {
    followHolder(context, parentOf(context.tree, node)!);
  }
}

function expression(context: Extraction, node: ts.Expression): void {
  const root = valueOf(context, node);
  followExpression(context, node, root, thingsOf(context, root));
}

function followThis(context: Extraction, node: ts.ClassLikeDeclaration | ts.ObjectLiteralExpression): void {
  if (context.owned.size === 0) {
    for (const use of [...nodesAt(context.tree, "this", ts.SyntaxKind.ThisKeyword), ...nodesAt(context.tree, "super", ts.SyntaxKind.SuperKeyword)]) {
      const owner = thisOwner(context, use)?.node ?? context.tree.source;
      const list = context.owned.get(owner);
      if (list) list.push(use as ts.Expression);
      else context.owned.set(owner, [use as ts.Expression]);
    }
  }
  for (const use of context.owned.get(node) ?? []) expression(context, use);
}
