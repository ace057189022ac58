/** Whether a field or property that holds the environment is an alias: every use of it is a named access. */
import { isWrapping } from "./chain.ts";
import type { Extraction } from "./context.ts";
import { thingsOf } from "./reach.ts";
import { isExpression, resolve } from "./scope.ts";
import { identifiers, parentOf, ts, unwrap } from "./syntax.ts";
import { valueOf } from "./values.ts";

/** Every `.name` of the file that may be of the same class or object is followed by a key. */
export function namedAccessesOnly(context: Extraction, name: ts.PropertyName, declaration: ts.Node): boolean {
  const text = ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name) ? name.text : null;
  if (text === null) return false;
  return identifiers(context.tree, text).every((place: ts.Node) => {
    const access = parentOf(context.tree, place)!;
    if (!ts.isPropertyAccessExpression(access) || access.name !== place || (place.pos >= declaration.pos && place.end <= declaration.end)) return true;
    if (isOfAnother(context, access.expression, declaration)) return true;
    let node: ts.Node = access;
    let parent = parentOf(context.tree, node)!;
    while (isWrapping(parent, node)) [node, parent] = [parent, parentOf(context.tree, parent)!];
    if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) return parent.name.elements.every((element) => !element.dotDotDotToken);
    return (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === node;
  });
}

/** The object is only ever used by its members. */
export function onlyNamedUses(context: Extraction, name: ts.Identifier): boolean {
  return identifiers(context.tree, ts.idText(name)).every((use) => {
    if (!isExpression(context.tree, use)) return true;
    const parent = parentOf(context.tree, use)!;
    if (ts.isElementAccessExpression(parent)) return parent.expression === use && ts.isStringLiteralLike(parent.argumentExpression);
    return ts.isPropertyAccessExpression(parent) && parent.expression === use;
  });
}

/** The receiver is known, and is not the class or object literal that holds the declaration. */
function isOfAnother(context: Extraction, receiver: ts.Expression, declaration: ts.Node): boolean {
  const holder = enclosingHolder(context, declaration);
  const things = thingsOf(context, valueOf(context, receiver));
  return things.every((thing) => {
    if (thing.is === "instance" || thing.is === "class") return holder === null || !ts.isClassLike(holder) || context.classRefs.get(holder) !== thing.index;
    if (thing.is === "object") return holder === null || !ts.isObjectLiteralExpression(holder) || context.values[thing.ref] !== context.values[valueOf(context, holder)];
    return thing.is === "host" || thing.is === "global" || thing.is === "function" || !isDeclaredAs(context, receiver, holder);
  });
}

/** A receiver that nothing tells is of the class if it is declared so (`(mailer: Mailer) => …`). */
function isDeclaredAs(context: Extraction, receiver: ts.Expression, holder: ts.Node | null): boolean {
  const name = holder && ts.isClassLike(holder) && holder.name ? ts.idText(holder.name) : null;
  const node = unwrap(receiver);
  const declared = ts.isIdentifier(node) ? resolve(context.tree, node)?.declarations[0]?.parent : undefined;
  if (name === null || !declared || !(ts.isParameter(declared) || ts.isVariableDeclaration(declared)) || !declared.type) return false;
  return new RegExp(`\\b${name}\\b`).test(declared.type.getText(context.tree.source));
}

function enclosingHolder(context: Extraction, node: ts.Node): ts.Node | null {
  let parent: ts.Node | undefined = node;
  while (parent && !ts.isClassLike(parent) && !ts.isObjectLiteralExpression(parent)) parent = parentOf(context.tree, parent);
  return parent ?? null;
}
