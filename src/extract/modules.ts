/** Imports and exports of a file, ES and CommonJS. */
import type { ExportFacts, ImportFacts, Ref } from "../facts.ts";
import { bindingValue, declaredNames, isExported } from "./bindings.ts";
import { addValue, at, type Extraction, unknown } from "./context.ts";
import { bindingAt, globalUses } from "./scope.ts";
import { nodesAt, parentOf, ts, unwrap } from "./syntax.ts";
import { aliasNames } from "./annotations.ts";
import { followCallbacks } from "./callbacks.ts";
import { valueOf } from "./values.ts";

export interface Modules {
  readonly imports: ImportFacts[];
  readonly exports: ExportFacts[];
  readonly stars: string[];
}

/** Every import with its specifier, and every export with its value as far as it may matter to others. */
export function modulesOf(context: Extraction): Modules {
  const modules: Modules = { imports: [], exports: [], stars: [] };
  for (const statement of context.tree.source.statements) {
    if (ts.isImportDeclaration(statement)) readImport(context, statement, modules);
    else if (ts.isImportEqualsDeclaration(statement)) readImportEquals(context, statement, modules);
    else if (ts.isExportDeclaration(statement)) readExports(context, statement, modules);
    else if (ts.isExportAssignment(statement)) {
      modules.exports.push({ name: statement.isExportEquals ? "=" : "default", value: carried(context, statement.expression), at: at(context, statement) });
    } else if (ts.isTypeAliasDeclaration(statement)) {
      const names = isExported(statement) ? aliasNames(context, statement) : null;
      if (names !== null) modules.exports.push({ name: `type ${ts.idText(statement.name)}`, value: names, at: at(context, statement.name) });
    } else if (isExported(statement)) {
      readExported(context, statement, modules);
    }
  }
  readCalls(context, modules);
  readCommonJs(context, modules);
  return modules;
}

function readImport(context: Extraction, node: ts.ImportDeclaration, { imports }: Modules): void {
  if (!ts.isStringLiteralLike(node.moduleSpecifier)) return;
  const from = node.moduleSpecifier.text;
  const clause = node.importClause;
  const add = (name: string, place: ts.Node, typeOnly: boolean) => imports.push({ from, name, typeOnly, lazy: false, at: at(context, place) });
  if (!clause) {
    add("", node, false);
    return;
  }
  const typeOnly = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (clause.name) add("default", clause.name, typeOnly);
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) add("*", bindings, typeOnly);
  else if (bindings) for (const item of bindings.elements) add((item.propertyName ?? item.name).text, item, typeOnly || item.isTypeOnly);
}

function readImportEquals(context: Extraction, node: ts.ImportEqualsDeclaration, { imports, exports }: Modules): void {
  const reference = node.moduleReference;
  if (ts.isExternalModuleReference(reference) && ts.isStringLiteralLike(reference.expression)) {
    imports.push({ from: reference.expression.text, name: "*", typeOnly: node.isTypeOnly, lazy: false, at: at(context, node) });
  }
  const binding = isExported(node) ? bindingAt(context.tree, ts.idText(node.name), context.tree.source) : null;
  if (binding) exports.push({ name: ts.idText(node.name), value: bindingValue(context, binding), at: at(context, node.name) });
}

function readExports(context: Extraction, node: ts.ExportDeclaration, { imports, exports, stars }: Modules): void {
  const from = node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier) ? node.moduleSpecifier.text : null;
  const clause = node.exportClause;
  if (from !== null && !clause) {
    if (!node.isTypeOnly) stars.push(from);
    imports.push({ from, name: "*", typeOnly: node.isTypeOnly, lazy: false, at: at(context, node) });
    return;
  }
  if (clause && ts.isNamespaceExport(clause)) {
    imports.push({ from: from!, name: "*", typeOnly: node.isTypeOnly, lazy: false, at: at(context, node) });
    if (!node.isTypeOnly) exports.push({ name: clause.name.text, value: addValue(context, { is: "import", from: from!, name: "*" }), at: at(context, clause) });
    return;
  }
  for (const item of clause?.elements ?? []) {
    const local = item.propertyName ?? item.name;
    const typeOnly = node.isTypeOnly || item.isTypeOnly;
    if (from !== null) imports.push({ from, name: local.text, typeOnly, lazy: false, at: at(context, item) });
    if (typeOnly) continue;
    const value = from !== null ? addValue(context, { is: "import", from, name: local.text }) : ts.isIdentifier(local) ? carried(context, local) : unknown(context, "runtime");
    exports.push({ name: item.name.text, value, at: at(context, item) });
  }
}

function readExported(context: Extraction, statement: ts.Statement, { exports }: Modules): void {
  const isDefault = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword);
  for (const name of declaredNames(statement)) {
    const binding = bindingAt(context.tree, ts.idText(name), context.tree.source);
    if (binding) exports.push({ name: isDefault ? "default" : ts.idText(name), value: bindingCarried(context, name) ? bindingValue(context, binding) : unknown(context, "runtime"), at: at(context, name) });
  }
  if (isDefault && (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && !statement.name && context.followed.has(statement)) {
    const value = ts.isClassDeclaration(statement) ? { is: "class" as const, index: context.classRefs.get(statement) ?? 0 } : { is: "function" as const, body: context.bodyRefs.get(statement) ?? 0 };
    exports.push({ name: "default", value: addValue(context, value), at: at(context, statement) });
  }
}

/** The value of an exported expression; functions that reach nothing are left out, so that facts stay small. */
function carried(context: Extraction, expression: ts.Expression): Ref {
  const node = unwrap(expression);
  if (ts.isIdentifier(node)) {
    const binding = bindingAt(context.tree, ts.idText(node), context.tree.source);
    return binding && !bindingCarried(context, binding.declarations[0]!) ? unknown(context, "runtime") : valueOf(context, node);
  }
  if ((ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node)) && !followCallbacks(context, node) && !context.followed.has(node)) return unknown(context, "runtime");
  return valueOf(context, node);
}

/** True for constants, enums, imports and whatever was found to lead to the environment or a registry. */
function bindingCarried(context: Extraction, name: ts.Identifier): boolean {
  const parent = parentOf(context.tree, name)!;
  if (ts.isFunctionDeclaration(parent) || ts.isClassDeclaration(parent)) return isCarried(context, parent);
  if (!ts.isVariableDeclaration(parent) || !parent.initializer) return true;
  const node = unwrap(parent.initializer);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node)) return isCarried(context, node);
  return true;
}

function isCarried(context: Extraction, node: ts.Node): boolean {
  const calls = followCallbacks(context, node);
  return calls || context.followed.has(node) || isSmall(node);
}

/** Short functions may compute a key or hand a value on; classes may hold constants. */
function isSmall(node: ts.Node): boolean {
  return node.end - node.pos < 400;
}

/** `require("x")` anywhere, and `import("x")`. */
function readCalls(context: Extraction, { imports }: Modules): void {
  const { tree } = context;
  const calls: [ts.CallExpression, boolean][] = [];
  if (tree.text.includes("require")) {
    for (const name of globalUses(tree, "require")) {
      const call = parentOf(tree, name)!;
      if (ts.isCallExpression(call) && call.expression === name) calls.push([call, false]);
    }
    for (const name of tree.text.includes("module.require") ? globalUses(tree, "module") : []) {
      const access = parentOf(tree, name)!;
      const call = parentOf(tree, access)!;
      if (ts.isCallExpression(call) && call.expression === access && ts.isPropertyAccessExpression(access) && access.name.text === "require") calls.push([call, false]);
    }
  }
  for (const keyword of nodesAt(tree, "import", ts.SyntaxKind.ImportKeyword)) {
    const call = parentOf(tree, keyword)!;
    if (ts.isCallExpression(call)) calls.push([call, true]);
  }
  for (const [call, lazy] of calls) {
    const specifier = call.arguments[0];
    if (specifier && ts.isStringLiteralLike(specifier)) imports.push({ from: specifier.text, name: "*", typeOnly: false, lazy, at: at(context, call) });
  }
}

/** `module.exports = …`, `module.exports.x = …`, `exports.x = …`. */
function readCommonJs(context: Extraction, { exports }: Modules): void {
  const { tree } = context;
  if (!tree.text.includes("exports")) return;
  const roots: ts.Expression[] = [...globalUses(tree, "exports")];
  for (const name of globalUses(tree, "module")) {
    const access = parentOf(tree, name)!;
    if (ts.isPropertyAccessExpression(access) && access.name.text === "exports") roots.push(access);
  }
  for (const root of roots) {
    const parent = parentOf(tree, root)!;
    if (ts.isBinaryExpression(parent) && parent.left === root && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      exports.push({ name: "=", value: valueOf(context, parent.right), at: at(context, parent) });
    } else if (ts.isPropertyAccessExpression(parent)) {
      const assignment = parentOf(tree, parent)!;
      if (ts.isBinaryExpression(assignment) && assignment.left === parent && assignment.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
        exports.push({ name: parent.name.text, value: carried(context, assignment.right), at: at(context, parent.name) });
      }
    }
  }
}
