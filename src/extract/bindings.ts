/** What a binding may hold: its declaration, and whatever is assigned to it. */
import type { Ref, Value } from "../facts.ts";
import { MUTATORS } from "../hosts.ts";
import { functionBody } from "./bodies.ts";
import { classValue } from "./classes.ts";
import { addValue, type Extraction, MAX_ITEMS, sameAs, unknown } from "./context.ts";
import { bindingAt, usesOf } from "./scope.ts";
import { type Binding, dottedName, identifiers, parentOf, ts, unwrap } from "./syntax.ts";
import { parameterValue } from "./parameters.ts";
import { keyText, valueOf } from "./values.ts";

/** The value of a binding; its slot is reserved first, so that cycles end. */
export function bindingValue(context: Extraction, binding: Binding): Ref {
  const known = context.refs.get(binding);
  if (known !== undefined) return known;
  const ref = unknown(context, "runtime");
  context.refs.set(binding, ref);
  context.unfinished.add(ref);
  context.depth++;
  const declared = declaredValue(context, binding);
  const later = assignments(context, binding);
  if (later.length > 0) {
    const first = declared.is === "unknown" ? [] : [addValue(context, declared)];
    context.values[ref] = { is: "assigned", of: [...first, ...later] };
  } else if ((declared.is === "object" || declared.is === "list") && isMutated(context, binding)) {
    context.values[ref] = { is: "assigned", of: [addValue(context, declared)] };
  } else {
    context.values[ref] = declared;
  }
  context.depth--;
  context.unfinished.delete(ref);
  return ref;
}

function declaredValue(context: Extraction, binding: Binding): Value {
  const [node] = binding.declarations;
  const parent = parentOf(context.tree, node!)!;
  if (ts.isFunctionDeclaration(parent)) return { is: "function", body: functionBody(context, implementation(parent, binding)) };
  if (ts.isFunctionExpression(parent)) return { is: "function", body: functionBody(context, parent) };
  if (ts.isClassDeclaration(parent) || ts.isClassExpression(parent)) return classValue(context, parent);
  if (ts.isEnumDeclaration(parent)) return enumValue(context, binding);
  if (ts.isEnumMember(parent)) return parent.initializer ? sameAs(context, valueOf(context, parent.initializer)) : { is: "unknown", why: "runtime" };
  if (ts.isModuleDeclaration(parent)) return namespaceValue(context, binding);
  if (ts.isImportClause(parent) || ts.isNamespaceImport(parent) || ts.isImportSpecifier(parent)) return importValue(context, parent);
  if (ts.isImportEqualsDeclaration(parent)) return importEqualsValue(context, parent);
  if (ts.isParameter(parent)) return parameterValue(context, parent);
  if (ts.isVariableDeclaration(parent)) return sameAs(context, variableValue(context, parent));
  if (ts.isBindingElement(parent)) return sameAs(context, elementValue(context, parent));
  return { is: "unknown", why: "runtime" };
}

function implementation(first: ts.FunctionDeclaration, binding: Binding): ts.FunctionDeclaration {
  const last = binding.declarations.at(-1)!.parent;
  return ts.isFunctionDeclaration(last) ? last : first;
}

function importValue(context: Extraction, node: ts.ImportClause | ts.NamespaceImport | ts.ImportSpecifier): Value {
  let declaration: ts.Node = node;
  while (!ts.isImportDeclaration(declaration)) declaration = parentOf(context.tree, declaration)!;
  const from = (declaration.moduleSpecifier as ts.StringLiteral).text;
  if (ts.isNamespaceImport(node)) return { is: "import", from, name: "*" };
  if (ts.isImportClause(node)) return { is: "import", from, name: "default" };
  return { is: "import", from, name: (node.propertyName ?? node.name).text };
}

function importEqualsValue(context: Extraction, node: ts.ImportEqualsDeclaration): Value {
  const reference = node.moduleReference;
  if (ts.isExternalModuleReference(reference)) {
    return ts.isStringLiteralLike(reference.expression) ? { is: "import", from: reference.expression.text, name: "*" } : { is: "unknown", why: "runtime" };
  }
  return sameAs(context, entityValue(context, reference));
}

function entityValue(context: Extraction, name: ts.EntityName): Ref {
  if (ts.isIdentifier(name)) return valueOf(context, name);
  return addValue(context, { is: "member", of: entityValue(context, name.left), key: addValue(context, { is: "text", text: ts.idText(name.right) }) });
}

/** Merged enums count as one. */
function enumValue(context: Extraction, binding: Binding): Value {
  const fields: [string, Ref][] = [];
  let open = false;
  for (const node of binding.declarations) {
    const declaration = node.parent;
    if (!ts.isEnumDeclaration(declaration)) continue;
    let next: number | null = 0;
    for (const member of declaration.members) {
      const key = keyText(context, member.name);
      if (key === null) {
        open = true;
        continue;
      }
      const value: Ref = member.initializer ? valueOf(context, member.initializer) : addValue(context, next === null ? { is: "unknown", why: "runtime" } : { is: "plain", value: next, source: String(next) });
      const made: Value = context.values[value]!;
      next = made.is === "plain" && typeof made.value === "number" ? made.value + 1 : null;
      fields.push([key, value]);
    }
  }
  return { is: "object", fields, open };
}

/** Exported constants, functions and classes of a namespace, its merged blocks together. */
function namespaceValue(context: Extraction, binding: Binding): Value {
  const fields: [string, Ref][] = [];
  for (const node of binding.declarations) {
    const { body } = node.parent as ts.ModuleDeclaration;
    if (!body || !ts.isModuleBlock(body)) continue;
    for (const statement of body.statements) {
      if (!isExported(statement)) continue;
      for (const name of declaredNames(statement)) {
        const member = bindingAt(context.tree, ts.idText(name), body);
        if (member && fields.length < MAX_ITEMS) fields.push([ts.idText(name), bindingValue(context, member)]);
      }
    }
  }
  return { is: "object", fields, open: false };
}

/** The identifiers that a statement declares. */
export function declaredNames(statement: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap((declaration) => patternNames(declaration.name));
  const { name } = statement as { name?: ts.Node };
  return name && ts.isIdentifier(name) && !ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement) ? [name] : [];
}

export function patternNames(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? patternNames(element.name) : []));
}

export function isExported(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false);
}

/** What a variable declaration gives its name or pattern: its initializer, or an element of what is looped over. */
function variableValue(context: Extraction, node: ts.VariableDeclaration): Ref {
  if (node.initializer) return valueOf(context, node.initializer);
  const loop = parentOf(context.tree, parentOf(context.tree, node)!)!;
  if (ts.isForOfStatement(loop)) return addValue(context, { is: "each", of: valueOf(context, loop.expression), keys: false });
  if (ts.isForInStatement(loop)) return addValue(context, { is: "each", of: valueOf(context, loop.expression), keys: true });
  return unknown(context, "runtime");
}

/** A name in a pattern is a member of what the pattern takes apart. */
function elementValue(context: Extraction, node: ts.BindingElement): Ref {
  const pattern = parentOf(context.tree, node) as ts.BindingPattern;
  const holder = parentOf(context.tree, pattern)!;
  let of: Ref;
  if (ts.isBindingElement(holder)) of = elementValue(context, holder);
  else if (ts.isParameter(holder)) of = addValue(context, parameterValue(context, holder));
  else of = variableValue(context, holder as ts.VariableDeclaration);
  if (node.dotDotDotToken) return unknown(context, "runtime");
  const key = elementKey(context, node, pattern);
  const member = key === null ? unknown(context, "runtime") : addValue(context, { is: "member", of, key });
  return node.initializer ? addValue(context, { is: "default", of: member, otherwise: valueOf(context, node.initializer), when: "undefined" }) : member;
}

/** The key that a pattern element takes. */
export function elementKey(context: Extraction, node: ts.BindingElement, pattern: ts.BindingPattern): Ref | null {
  if (ts.isArrayBindingPattern(pattern)) return addValue(context, { is: "plain", value: pattern.elements.indexOf(node), source: "" });
  const name = node.propertyName ?? node.name;
  if (ts.isIdentifier(name)) return addValue(context, { is: "text", text: ts.idText(name) });
  return patternKey(context, name as ts.PropertyName);
}

export function patternKey(context: Extraction, name: ts.PropertyName): Ref | null {
  if (ts.isComputedPropertyName(name)) return valueOf(context, name.expression);
  const text = keyText(context, name);
  return text === null ? null : addValue(context, { is: "text", text });
}

/** The values assigned to a binding after its declaration; an unknown stands for each that cannot be told. */
function assignments(context: Extraction, binding: Binding): Ref[] {
  return writtenUses(context, binding).map((use) => assignedValue(context, use) ?? unknown(context, "mutated"));
}

/** What an assignment gives its target, which may stand inside a pattern; null for `++`, `+=` and what cannot be told. */
function assignedValue(context: Extraction, target: ts.Node): Ref | null {
  const parent = parentOf(context.tree, target)!;
  const member = (pattern: ts.Node, key: Ref | null): Ref | null => {
    const of = key === null ? null : assignedValue(context, pattern);
    return of === null ? null : addValue(context, { is: "member", of, key: key! });
  };
  if (ts.isParenthesizedExpression(parent)) return assignedValue(context, parent);
  if (ts.isShorthandPropertyAssignment(parent)) return member(parent.parent, addValue(context, { is: "text", text: ts.idText(parent.name) }));
  if (ts.isPropertyAssignment(parent)) return member(parentOf(context.tree, parent)!, patternKey(context, parent.name));
  if (ts.isArrayLiteralExpression(parent)) return member(parent, addValue(context, { is: "plain", value: parent.elements.indexOf(target as ts.Expression), source: "" }));
  if (ts.isForOfStatement(parent)) return addValue(context, { is: "each", of: valueOf(context, parent.expression), keys: false });
  if (!ts.isBinaryExpression(parent) || parent.left !== target || !isAssignment(parent)) return null;
  const value = valueOf(context, parent.right);
  const given = isPatternDefault(context.tree, parent) ? assignedValue(context, parent) : null;
  return given === null ? value : addValue(context, { is: "default", of: given, otherwise: value, when: "undefined" });
}

function isAssignment(node: ts.BinaryExpression): boolean {
  const kind = node.operatorToken.kind;
  return kind === ts.SyntaxKind.EqualsToken || kind === ts.SyntaxKind.BarBarEqualsToken || kind === ts.SyntaxKind.QuestionQuestionEqualsToken || kind === ts.SyntaxKind.AmpersandAmpersandEqualsToken;
}

function writtenUses(context: Extraction, binding: Binding): ts.Identifier[] {
  if (identifiers(context.tree, binding.name).length === binding.declarations.length) return [];
  return usesOf(context.tree, binding).filter((use) => isWriteTarget(context, use));
}

/** True for the target of an assignment, update, delete or loop, inside patterns too. */
export function isWriteTarget(context: Extraction, node: ts.Node): boolean {
  const { tree } = context;
  let child = node;
  for (let parent = parentOf(tree, node); parent; child = parent, parent = parentOf(tree, parent)) {
    if (ts.isBinaryExpression(parent)) {
      const kind = parent.operatorToken.kind;
      if (parent.left !== child || kind < ts.SyntaxKind.FirstAssignment || kind > ts.SyntaxKind.LastAssignment) return false;
      if (kind === ts.SyntaxKind.EqualsToken && isPatternDefault(tree, parent)) continue;
      return true;
    }
    if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
    if (ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent)) return true;
    if (ts.isForInStatement(parent) || ts.isForOfStatement(parent)) return parent.initializer === child;
    if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent)) continue;
    if (ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent) || ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent)) continue;
    if (ts.isPropertyAssignment(parent) && parent.initializer === child) continue;
    if (ts.isShorthandPropertyAssignment(parent) && parent.name === child) continue;
    return false;
  }
  return false;
}

/** `[a = 1] = list`: the inner `=` gives a default, the outer one assigns. */
function isPatternDefault(tree: Extraction["tree"], node: ts.BinaryExpression): boolean {
  const parent = parentOf(tree, node);
  return parent !== undefined && (ts.isArrayLiteralExpression(parent) || (ts.isPropertyAssignment(parent) && parent.initializer === node));
}

/** A member is assigned or deleted, a mutating method called, or the object is the target of `Object.assign`. */
function isMutated(context: Extraction, binding: Binding): boolean {
  const { tree } = context;
  if (identifiers(tree, binding.name).length === binding.declarations.length) return false;
  return usesOf(tree, binding).some((use) => {
    let node: ts.Node = use;
    let parent = parentOf(tree, node)!;
    while ((ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isNonNullExpression(parent) || ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) && parent.expression === node) {
      node = parent;
      parent = parentOf(tree, parent)!;
    }
    if (node !== use && isWriteTarget(context, node)) return true;
    if (!ts.isCallExpression(parent)) return false;
    if (parent.expression === node) return ts.isPropertyAccessExpression(node) && MUTATORS.has(node.name.text);
    const callee = unwrap(parent.expression);
    return parent.arguments[0] === node && /^Object\.(assign|definePropert(y|ies))$/.test(dottedName(callee) ?? "");
  });
}
