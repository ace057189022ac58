/** Where a chain ends: bound, written, stored, handed on. */
import type { End, Ref, WriteForm } from "../facts.ts";
import { isExported, isWriteTarget } from "./bindings.ts";
import { inlineCall } from "./bodies.ts";
import { type Chain, definedBy, enclosingFunction, globalName, isWrapping, withKey } from "./chain.ts";
import { at, type Extraction } from "./context.ts";
import { followMade } from "./callbacks.ts";
import { emit } from "./emit.ts";
import { namedAccessesOnly, onlyNamedUses } from "./fields.ts";
import { followDeclared, followHolder } from "./follow.ts";
import { finishAssignment, finishPattern, isExportsTarget } from "./patterns.ts";
import { isLive } from "./reach.ts";
import { resolve } from "./scope.ts";
import { dottedName, parentOf, ts, unwrap } from "./syntax.ts";
import { climb } from "./uses.ts";
import { takeUtility } from "./utilities.ts";
import { argumentValues, valueOf } from "./values.ts";

export function finish(context: Extraction, chain: Chain, node: ts.Node, parent: ts.Node): void {
  const { tree } = context;
  const written = writeEnd(context, node, parent);
  if (written) return emit(context, chain, node, written);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return finishArgument(context, chain, node, parent);
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) return finishPattern(context, chain, node, parent.name, declarationEnd(context, parent));
  if (ts.isParameter(parent) && parent.initializer === node) return finishParameter(context, chain, node, parent);
  if (ts.isBindingElement(parent) && parent.initializer === node) return finishPattern(context, chain, node, parent.name, { to: "alias" });
  if (ts.isBinaryExpression(parent)) return finishBinary(context, chain, node, parent);
  if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)) {
    const owner = ts.isArrowFunction(parent) ? parent : enclosingFunction(context, parent);
    emit(context, chain, node, { to: "return" });
    if (owner && isLive(context, chain.things)) followHolder(context, owner);
    return;
  }
  if (ts.isExportAssignment(parent) || ts.isExportSpecifier(parent)) return emit(context, chain, node, { to: "export" });
  if (ts.isImportEqualsDeclaration(parent)) return finishPattern(context, chain, node, parent.name, { to: "alias" });
  if (ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent) || ts.isJsxSpreadAttribute(parent)) return emit(context, chain, node, { to: "copy" });
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) return finishProperty(context, chain, node, parent);
  if (ts.isPropertyDeclaration(parent)) {
    emit(context, chain, node, { to: "store", alias: namedAccessesOnly(context, parent.name, parent) });
    if (isLive(context, chain.things)) followHolder(context, parentOf(tree, parent)!);
    return;
  }
  if (ts.isArrayLiteralExpression(parent)) return finishElement(context, chain, node, parent);
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return emit(context, chain, node, { to: "each" });
  if (ts.isTemplateSpan(parent)) return emit(context, chain, node, { to: isTextTemplate(context, parentOf(tree, parent)!) ? "text" : "value" });
  if (ts.isYieldExpression(parent)) return emit(context, chain, node, { to: "yield" });
  if (ts.isHeritageClause(parent.parent ?? parent)) {
    emit(context, chain, node, { to: "value" });
    return followHolder(context, parentOf(tree, parentOf(tree, parent)!)!);
  }
  emit(context, chain, node, { to: isTest(parent, node) ? "test" : ts.isExpressionStatement(parent) ? "nothing" : "value" });
}

/** Other tags than `String.raw` are functions that are handed the value. */
function isTextTemplate(context: Extraction, template: ts.Node): boolean {
  const tagged = parentOf(context.tree, template)!;
  return !ts.isTaggedTemplateExpression(tagged) || globalName(context, tagged.tag) === "String.raw";
}

function isTest(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isTypeOfExpression(parent) || ts.isVoidExpression(parent)) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  return ts.isForStatement(parent) && parent.condition === node;
}

function writeEnd(context: Extraction, node: ts.Node, parent: ts.Node): End | null {
  const write = (form: WriteForm, value: Ref | null = null): End => ({ to: "write", form, value });
  if (ts.isDeleteExpression(parent)) return write("delete");
  if (ts.isPostfixUnaryExpression(parent)) return write("increment");
  if (ts.isPrefixUnaryExpression(parent) && (parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken)) return write("increment");
  if (ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment) {
    if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return write("compound");
    return isWriteTarget(context, parent) ? write("pattern-target") : write("assign", valueOf(context, parent.right));
  }
  if ((ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === node) return write("pattern-target");
  if (isWriteTarget(context, node)) return write("pattern-target");
  return null;
}

function finishArgument(context: Extraction, chain: Chain, node: ts.Node, call: ts.CallExpression | ts.NewExpression): void {
  const index = [...(call.arguments ?? [])].indexOf(node as ts.Expression);
  const defined = definedBy(context, node);
  if (defined && call.arguments![1]) {
    const keyed = withKey(context, chain, valueOf(context, call.arguments![1]), "reflect", at(context, call));
    return emit(context, keyed, call, { to: "write", form: defined.form, value: null });
  }
  const callee = unwrap(call.expression);
  const inline = ts.isCallExpression(call) ? inlineCallee(context, callee) : null;
  const parameter: ts.ParameterDeclaration | undefined = inline?.parameters[index];
  if (parameter && !parameter.dotDotDotToken) return finishPattern(context, chain, node, parameter.name, { to: "alias" });
  if (ts.isCallExpression(call) && takeUtility(context, chain, call, callee, index)) return;
  if (chain.things.some((thing) => thing.is === "function")) followCalled(context, callee, index);
  emit(context, chain, node, { to: "argument", index, callee: valueOf(context, callee), args: argumentValues(context, call.arguments), made: ts.isNewExpression(call), at: at(context, call), spelled: dottedName(callee) });
  if (ts.isCallExpression(call)) followMade(context, chain, call, callee);
}

/** A callback handed to a function of the file: whether that calls it is recorded as a use of its parameter. */
function followCalled(context: Extraction, callee: ts.Expression, index: number): void {
  const declared = ts.isIdentifier(callee) ? resolve(context.tree, callee)?.declarations.at(-1)?.parent : undefined;
  const owner = declared && ts.isVariableDeclaration(declared) && declared.initializer ? unwrap(declared.initializer) : declared;
  if (!owner || !ts.isFunctionLike(owner)) return;
  const name = owner.parameters[index]?.name;
  if (name && ts.isIdentifier(name)) followDeclared(context, name);
}

function inlineCallee(context: Extraction, callee: ts.Expression): ts.ArrowFunction | ts.FunctionExpression | null {
  if (!ts.isArrowFunction(callee) && !ts.isFunctionExpression(callee)) return null;
  return inlineCall(context, callee)?.by === "call" ? callee : null;
}

function declarationEnd(context: Extraction, node: ts.VariableDeclaration): End {
  const list = parentOf(context.tree, node) as ts.VariableDeclarationList;
  if ((list.flags & ts.NodeFlags.BlockScoped & ~3) !== 0) return { to: "using" };
  const statement = parentOf(context.tree, list)!;
  return { to: ts.isVariableStatement(statement) && isExported(statement) ? "export" : "alias" };
}

/** A default parameter is an alias; a parameter property is a field as well. */
export function finishParameter(context: Extraction, chain: Chain, node: ts.Node, parameter: ts.ParameterDeclaration): void {
  const owner = parentOf(context.tree, parameter)!;
  const isField = ts.isConstructorDeclaration(owner) && ts.isIdentifier(parameter.name) && (ts.getModifiers(parameter)?.length ?? 0) > 0;
  finishPattern(context, chain, node, parameter.name, isField ? { to: "store", alias: namedAccessesOnly(context, parameter.name as ts.Identifier, parameter) } : { to: "alias" });
  if (isField && isLive(context, chain.things)) followHolder(context, parentOf(context.tree, owner)!);
}

function finishBinary(context: Extraction, chain: Chain, node: ts.Node, parent: ts.BinaryExpression): void {
  const kind = parent.operatorToken.kind;
  if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) {
    finishAssignment(context, chain, node, unwrap(parent.left), false);
    const flows = parentOf(context.tree, parent)!;
    if (!ts.isExpressionStatement(flows) && isLive(context, chain.things)) climb(context, parent, { ...chain, rootNode: chain.rootNode });
    return;
  }
  const compares = kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;
  if (compares || kind === ts.SyntaxKind.InstanceOfKeyword || kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.InKeyword) return emit(context, chain, node, { to: "test" });
  emit(context, chain, node, { to: kind === ts.SyntaxKind.PlusToken ? "text" : "value" });
}

function finishProperty(context: Extraction, chain: Chain, node: ts.Node, property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
  const literal = parentOf(context.tree, property) as ts.ObjectLiteralExpression;
  let holder: ts.Node = literal;
  while (isWrapping(parentOf(context.tree, holder)!, holder)) holder = parentOf(context.tree, holder)!;
  const declaration = parentOf(context.tree, holder)!;
  const isConst = ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name) && (parentOf(context.tree, declaration)!.flags & ts.NodeFlags.Const) !== 0;
  const exported = ts.isVariableDeclaration(declaration) && ts.isVariableStatement(declaration.parent.parent) && isExported(declaration.parent.parent);
  const alias = isConst && !exported && onlyNamedUses(context, declaration.name as ts.Identifier) && namedAccessesOnly(context, property.name, property);
  emit(context, chain, node, isCommonJsExport(context, declaration, holder) ? { to: "export" } : { to: "store", alias });
  if (isLive(context, chain.things)) followHolder(context, literal);
}

/** `module.exports = { … }`. */
function isCommonJsExport(context: Extraction, assignment: ts.Node, value: ts.Node): boolean {
  return ts.isBinaryExpression(assignment) && assignment.right === value && isExportsTarget(context, unwrap(assignment.left));
}

function finishElement(context: Extraction, chain: Chain, node: ts.Node, list: ts.ArrayLiteralExpression): void {
  const { tree } = context;
  const index = list.elements.indexOf(node as ts.Expression);
  const holder = parentOf(tree, list)!;
  if (ts.isVariableDeclaration(holder) && ts.isArrayBindingPattern(holder.name)) {
    const element = holder.name.elements[index];
    if (element && ts.isBindingElement(element) && !element.dotDotDotToken) return finishPattern(context, chain, node, element.name, { to: "alias" });
  }
  if (ts.isBinaryExpression(holder) && holder.right === list && holder.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const target = unwrap(holder.left);
    const element = ts.isArrayLiteralExpression(target) ? target.elements[index] : undefined;
    if (element && !ts.isSpreadElement(element) && !ts.isOmittedExpression(element)) return finishAssignment(context, chain, node, unwrap(ts.isBinaryExpression(element) ? element.left : element), false);
  }
  if (ts.isForOfStatement(holder) && holder.expression === list) {
    if (!ts.isVariableDeclarationList(holder.initializer)) return finishAssignment(context, chain, node, unwrap(holder.initializer), true);
    return finishPattern(context, chain, node, holder.initializer.declarations[0]!.name, { to: "alias" }, "loop-pattern");
  }
  emit(context, chain, node, { to: "element" });
  if (isLive(context, chain.things)) followHolder(context, list);
}
