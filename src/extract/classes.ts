/** Classes, and what `this` is. */
import type { Ref, Value } from "../facts.ts";
import { constructBody, functionBody, isStatic } from "./bodies.ts";
import { isWriteTarget } from "./bindings.ts";
import { addValue, at, type Extraction } from "./context.ts";
import { identifiers, parentOf, ts, unwrap } from "./syntax.ts";
import { keyText, valueOf } from "./values.ts";

/** The value of a class declaration or expression. */
export function classValue(context: Extraction, node: ts.ClassLikeDeclaration): Value {
  return { is: "class", index: classIndex(context, node) };
}

export function classIndex(context: Extraction, node: ts.ClassLikeDeclaration): number {
  const known = context.classRefs.get(node);
  if (known !== undefined) return known;
  const fields: [string, Ref][] = [];
  const statics: [string, Ref][] = [];
  const name = node.name ? ts.idText(node.name) : "";
  const index = context.classes.push({ name, at: at(context, node), extends: null, construct: 0, fields, statics }) - 1;
  context.classRefs.set(node, index);
  Object.assign(context.classes[index]!, { construct: constructBody(context, node), extends: parentClass(context, node) });
  for (const member of node.members) {
    const key = member.name ? keyText(context, member.name) : null;
    const list = isStatic(member) ? statics : fields;
    if (ts.isPropertyDeclaration(member) && key !== null && member.initializer) list.push([key, unlessWritten(context, key, 0, valueOf(context, member.initializer))]);
    else if ((ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member)) && key !== null && member.body) list.push([key, addValue(context, { is: "function", body: functionBody(context, member) })]);
    else if (ts.isConstructorDeclaration(member) && member.body) constructorFields(context, member, fields);
  }
  return index;
}

function parentClass(context: Extraction, node: ts.ClassLikeDeclaration): Ref | null {
  const clause = node.heritageClauses?.find((heritage) => heritage.token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0] ? valueOf(context, clause.types[0].expression) : null;
}

/** `this.x = …` at the top of a constructor, and parameter properties. */
function constructorFields(context: Extraction, node: ts.ConstructorDeclaration, fields: [string, Ref][]): void {
  for (const parameter of node.parameters) {
    if (ts.getModifiers(parameter)?.length && ts.isIdentifier(parameter.name)) fields.push([ts.idText(parameter.name), valueOf(context, parameter.name)]);
  }
  for (const statement of node.body!.statements) {
    const expression = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : null;
    if (!expression || !ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    const target = unwrap(expression.left);
    if (ts.isPropertyAccessExpression(target) && target.expression.kind === ts.SyntaxKind.ThisKeyword) fields.push([target.name.text, unlessWritten(context, target.name.text, 1, valueOf(context, expression.right))]);
  }
}

/** A member that is assigned elsewhere too has no constant value. */
function unlessWritten(context: Extraction, name: string, allowed: number, value: Ref): Ref {
  const writes = identifiers(context.tree, name).filter((node: ts.Node) => {
    const access = parentOf(context.tree, node)!;
    return ts.isPropertyAccessExpression(access) && access.name === node && isWriteTarget(context, access);
  });
  return writes.length > allowed ? addValue(context, { is: "assigned", of: [value] }) : value;
}

/** The value of `this`: the class, its instance, or the object literal around a method. */
export function enclosingThis(context: Extraction, node: ts.Node): Value {
  const owner = thisOwner(context, node);
  if (owner === null) return { is: "unknown", why: "runtime" };
  if (ts.isObjectLiteralExpression(owner.node)) return context.values[valueOf(context, owner.node)]!;
  const index = classIndex(context, owner.node);
  if (node.kind === ts.SyntaxKind.SuperKeyword) {
    const parent = context.classes[index]!.extends;
    if (parent === null) return { is: "unknown", why: "runtime" };
    return owner.isStatic ? context.values[parent]! : { is: "result", of: parent, args: [], made: true };
  }
  return owner.isStatic ? { is: "class", index } : { is: "this", index };
}

/** The class or object literal whose member the node stands in. */
export function thisOwner(context: Extraction, node: ts.Node): { node: ts.ClassLikeDeclaration | ts.ObjectLiteralExpression; isStatic: boolean } | null {
  let child = node;
  for (let parent = parentOf(context.tree, node); parent; child = parent, parent = parentOf(context.tree, parent)) {
    if (ts.isClassLike(parent) && ts.isClassElement(child)) return { node: parent, isStatic: isStatic(child) || ts.isClassStaticBlockDeclaration(child) };
    if (ts.isMethodDeclaration(parent) || ts.isAccessor(parent)) {
      const holder = parentOf(context.tree, parent)!;
      if (ts.isObjectLiteralExpression(holder)) return { node: holder, isStatic: false };
    }
    if (ts.isFunctionDeclaration(parent) || ts.isFunctionExpression(parent)) {
      const holder = parentOf(context.tree, parent)!;
      if (ts.isPropertyAssignment(holder) && ts.isObjectLiteralExpression(parentOf(context.tree, holder)!)) return { node: holder.parent as ts.ObjectLiteralExpression, isStatic: false };
      return null;
    }
  }
  return null;
}
