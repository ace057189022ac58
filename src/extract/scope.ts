/** What a name is bound to, by occurrence: only the names that are asked for are resolved, without a binder. */
import { type Binding, boundaryChild, identifiers, parentOf, type Tree, ts } from "./syntax.ts";

/** The binding that an identifier in expression position refers to, or null where nothing in the file binds it. */
export function resolve(tree: Tree, use: ts.Identifier): Binding | null {
  const bindings = bindingsOf(tree, ts.idText(use));
  if (bindings.size === 0) return null;
  let skipped: ts.Node | null = null;
  for (let child = boundaryChild(tree, use), node = parentOf(tree, child); node; child = boundaryChild(tree, node), node = parentOf(tree, child)) {
    if (ts.isDecorator(node) && node.parent && ts.isParameter(node.parent)) skipped = node.parent.parent;
    const binding = bindings.get(node);
    if (binding && node !== skipped && !isOutside(node, child)) return binding;
    if (ts.isModuleBlock(node)) {
      const merged = mergedNamespace(tree, node, bindings);
      if (merged) return merged;
    }
  }
  return null;
}

/** The identifiers in expression position that refer to the binding. */
export function usesOf(tree: Tree, binding: Binding): readonly ts.Identifier[] {
  return usesByBinding(tree, binding.name).get(binding) ?? [];
}

/** The uses of a name, each resolved once: minified code has thousands of bindings of one letter. */
function usesByBinding(tree: Tree, name: string): ReadonlyMap<Binding | null, ts.Identifier[]> {
  let uses = tree.resolved.get(name);
  if (uses === undefined) {
    tree.resolved.set(name, (uses = new Map()));
    for (const node of identifiers(tree, name)) {
      if (!isExpression(tree, node)) continue;
      const binding = resolve(tree, node);
      const found = uses.get(binding);
      if (found) found.push(node);
      else uses.set(binding, [node]);
    }
  }
  return uses;
}

/** The binding that a declaring identifier belongs to. */
export function bindingOf(tree: Tree, declared: ts.Identifier): Binding | null {
  const scope = scopeOf(tree, declared);
  return scope === null ? null : (bindingsOf(tree, ts.idText(declared)).get(scope) ?? null);
}

/** The identifiers in expression position that nothing in the file binds. */
export function globalUses(tree: Tree, name: string): readonly ts.Identifier[] {
  return usesByBinding(tree, name).get(null) ?? [];
}

/** The binding of a name at a scope node, as `function f` in its block. */
export function bindingAt(tree: Tree, name: string, scope: ts.Node): Binding | null {
  return bindingsOf(tree, name).get(scope) ?? null;
}

function bindingsOf(tree: Tree, name: string): Map<ts.Node, Binding> {
  let bindings = tree.bindings.get(name);
  if (bindings === undefined) {
    bindings = new Map();
    tree.bindings.set(name, bindings);
    for (const node of identifiers(tree, name)) {
      const scope = scopeOf(tree, node);
      if (scope === null) continue;
      const binding = bindings.get(scope);
      if (binding) (binding.declarations as ts.Identifier[]).push(node);
      else bindings.set(scope, { name, scope, declarations: [node] });
    }
  }
  return bindings;
}

/** A computed name, a decorator and the heritage of a merged scope stand outside the function that they belong to. */
function isOutside(scope: ts.Node, child: ts.Node): boolean {
  return ts.isFunctionLike(scope) && (ts.isDecorator(child) || (child === scope.name && ts.isComputedPropertyName(child)));
}

/** Exported members of the other blocks of the same namespace are in scope too. */
function mergedNamespace(tree: Tree, block: ts.ModuleBlock, bindings: Map<ts.Node, Binding>): Binding | null {
  const own = block.parent;
  if (!ts.isModuleDeclaration(own) || !ts.isIdentifier(own.name)) return null;
  for (const [scope, binding] of bindings) {
    if (scope === block || !ts.isModuleBlock(scope) || !ts.isModuleDeclaration(scope.parent) || !ts.isIdentifier(scope.parent.name)) continue;
    if (ts.idText(scope.parent.name) === ts.idText(own.name) && parentOf(tree, scope.parent) === parentOf(tree, own)) return binding;
  }
  return null;
}

/** The scope that a declaring identifier declares into; null where the identifier declares no value. */
function scopeOf(tree: Tree, node: ts.Identifier): ts.Node | null {
  const parent = parentOf(tree, node);
  if (parent === undefined) return null;
  const named = (parent as { name?: ts.Node }).name === node;
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent)) {
    return named ? patternScope(tree, parent) : null;
  }
  if (ts.isFunctionDeclaration(parent)) {
    return named && parent.body && !isAmbient(tree, parent) ? block(tree, parent) : null;
  }
  if (ts.isFunctionExpression(parent) || ts.isClassExpression(parent)) return named ? parent : null;
  if (ts.isClassDeclaration(parent) || ts.isEnumDeclaration(parent)) return named && !isAmbient(tree, parent) ? block(tree, parent) : null;
  if (ts.isModuleDeclaration(parent)) return named && hasValues(parent) && !isAmbient(tree, parent) ? block(tree, parent) : null;
  if (ts.isEnumMember(parent)) return named ? parentOf(tree, parent)! : null;
  if (ts.isImportClause(parent) || ts.isNamespaceImport(parent) || ts.isImportSpecifier(parent)) return named ? tree.source : null;
  if (ts.isImportEqualsDeclaration(parent)) return named ? block(tree, parent) : null;
  return null;
}

function patternScope(tree: Tree, declared: ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration): ts.Node | null {
  let node: ts.Node = declared;
  while (ts.isBindingElement(node)) node = parentOf(tree, parentOf(tree, node)!)!;
  const holder = parentOf(tree, node)!;
  if (ts.isParameter(node)) {
    return ts.isFunctionLike(holder) && ((holder as ts.FunctionLikeDeclaration).body || ts.isArrowFunction(holder)) ? holder : null;
  }
  if (ts.isCatchClause(holder)) return holder;
  if (!ts.isVariableDeclarationList(holder)) return null;
  if (isAmbient(tree, holder)) return null;
  const isVar = (holder.flags & ts.NodeFlags.BlockScoped) === 0;
  return isVar ? functionScope(tree, holder) : block(tree, holder);
}

/** The nearest scope of `let`, `const`, `class` and functions in blocks. */
function block(tree: Tree, declaration: ts.Node): ts.Node {
  let node = parentOf(tree, declaration)!;
  while (!(ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node) || ts.isCaseBlock(node) || ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node))) {
    node = parentOf(tree, node)!;
  }
  return node;
}

/** The nearest scope of `var`: the body of a function, so that its default parameters do not see it. */
function functionScope(tree: Tree, declaration: ts.Node): ts.Node {
  let node = declaration;
  for (;;) {
    const parent = parentOf(tree, node)!;
    if (ts.isSourceFile(parent) || ts.isModuleBlock(parent)) return parent;
    if (ts.isBlock(node) && (ts.isFunctionLike(parent) || ts.isClassStaticBlockDeclaration(parent))) return node;
    node = parent;
  }
}

function isAmbient(tree: Tree, node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at; at = parentOf(tree, at)) {
    if (ts.canHaveModifiers(at) && ts.getModifiers(at)?.some((modifier) => modifier.kind === ts.SyntaxKind.DeclareKeyword)) return true;
  }
  return false;
}

/** A namespace of types alone binds nothing at run time. */
function hasValues(node: ts.ModuleDeclaration): boolean {
  const { body } = node;
  if (body === undefined) return false;
  if (ts.isModuleDeclaration(body)) return hasValues(body);
  if (!ts.isModuleBlock(body)) return true;
  return body.statements.some((statement) => {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return false;
    if (ts.isImportDeclaration(statement) || ts.isImportEqualsDeclaration(statement)) return false;
    if (ts.isModuleDeclaration(statement)) return hasValues(statement);
    return !(ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.DeclareKeyword));
  });
}

/** True where the identifier is evaluated: no key, declaration, label, type or JSX attribute. */
export function isExpression(tree: Tree, node: ts.Identifier): boolean {
  const parent = parentOf(tree, node);
  if (parent === undefined) return false;
  switch (parent.kind) {
    case ts.SyntaxKind.PropertyAccessExpression:
      return (parent as ts.PropertyAccessExpression).expression === node;
    case ts.SyntaxKind.PropertyAssignment:
    case ts.SyntaxKind.BindingElement:
    case ts.SyntaxKind.VariableDeclaration:
    case ts.SyntaxKind.Parameter:
    case ts.SyntaxKind.PropertyDeclaration:
    case ts.SyntaxKind.EnumMember:
      return (parent as ts.PropertyAssignment).initializer === node;
    case ts.SyntaxKind.ShorthandPropertyAssignment:
      return true;
    case ts.SyntaxKind.ExportSpecifier: {
      const specifier = parent as ts.ExportSpecifier;
      if (specifier.isTypeOnly || (specifier.propertyName ?? specifier.name) !== node) return false;
      const declaration = parentOf(tree, parentOf(tree, specifier)!) as ts.ExportDeclaration;
      return declaration.moduleSpecifier === undefined && !declaration.isTypeOnly;
    }
    case ts.SyntaxKind.ImportEqualsDeclaration:
      return (parent as ts.ImportEqualsDeclaration).moduleReference === node;
    case ts.SyntaxKind.QualifiedName:
      return (parent as ts.QualifiedName).left === node && isImportReference(tree, parent);
    case ts.SyntaxKind.ExpressionWithTypeArguments: {
      const clause = parentOf(tree, parent);
      if (clause && ts.isHeritageClause(clause)) return clause.token === ts.SyntaxKind.ExtendsKeyword && !ts.isInterfaceDeclaration(parentOf(tree, clause)!);
      return true;
    }
    case ts.SyntaxKind.JsxOpeningElement:
    case ts.SyntaxKind.JsxSelfClosingElement:
    case ts.SyntaxKind.JsxClosingElement:
      return ts.idText(node)[0]! !== ts.idText(node)[0]!.toLowerCase() && parent.kind !== ts.SyntaxKind.JsxClosingElement;
    default:
      return ts.isStatement(parent) ? !isLabelOrName(parent, node) : !isName(parent, node);
  }
}

/** `import x = A.B`: the only qualified name that is evaluated. */
function isImportReference(tree: Tree, name: ts.Node): boolean {
  let node = name;
  while (ts.isQualifiedName(parentOf(tree, node)!)) node = node.parent;
  return ts.isImportEqualsDeclaration(parentOf(tree, node)!);
}

function isLabelOrName(parent: ts.Node, node: ts.Identifier): boolean {
  return (parent as { label?: ts.Node }).label === node || (parent as { name?: ts.Node }).name === node;
}

function isName(parent: ts.Node, node: ts.Identifier): boolean {
  if (ts.isTypeNode(parent) || ts.isTypeElement(parent) || ts.isTypeParameterDeclaration(parent)) return true;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent) || ts.isJsxAttribute(parent) || ts.isJsxNamespacedName(parent) || ts.isMetaProperty(parent)) return true;
  return (parent as { name?: ts.Node }).name === node;
}
