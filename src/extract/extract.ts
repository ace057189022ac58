/** One file's text in, its facts out: plain data, no judgement, no other file. */
import { type FileFacts, FACTS_VERSION, type Problem } from "../facts.ts";
import { GLOBALS, hostExport, LIBRARY, OPT_IN_DOORS, STUB_GLOBALS, watchedExport } from "../hosts.ts";
import { patternNames } from "./bindings.ts";
import { addValue, at, type Extraction } from "./context.ts";
import { followDeclared } from "./follow.ts";
import { followGiven } from "./given.ts";
import { modulesOf } from "./modules.ts";
import { isLive, thingsOf } from "./reach.ts";
import { bindingOf, globalUses, usesOf } from "./scope.ts";
import { span } from "./places.ts";
import { nodesAt, parentOf, parse, type Tree, ts } from "./syntax.ts";
import { followExpression } from "./uses.ts";
import { valueOf } from "./values.ts";

export interface ExtractOptions {
  readonly path: string;
  readonly text: string;
  /** Imports to record, as `specifier#name`; `specifier#name()` where the result of a call matters too. And parameters, as `parameterKey`. */
  readonly watched: readonly string[];
}

/** The facts of one file. Never throws on user code: what breaks the parser is a problem of the file. */
export function extract(options: ExtractOptions): FileFacts {
  try {
    return extractTree(options, parse(options.path, options.text));
  } catch (error) {
    if (!(error instanceof RangeError) || !error.message.includes("call stack")) throw error;
    return { ...empty(options), problems: [{ reason: "too-deep", at: [1, 1, 1, 1], message: "the code is nested too deeply to be parsed" }] };
  }
}

function empty(options: ExtractOptions): FileFacts {
  return {
    version: FACTS_VERSION, path: options.path, watched: options.watched, values: [], uses: [], bodies: [], classes: [], entrySets: [],
    imports: [], exports: [], stars: [], problems: [], notices: [], shebang: false,
  };
}

function extractTree(options: ExtractOptions, tree: Tree): FileFacts {
  const context: Extraction = {
    tree, path: options.path, watched: new Set(options.watched), values: [], bodies: [], classes: [], entrySets: [], uses: [],
    refs: new Map(), bodyRefs: new Map(), bodyNodes: [undefined], classRefs: new Map(), entrySetRefs: new Map(), namesLibrary: options.text.includes("@env-contract/registry"), owned: new Map(), followed: new Set(), waiting: [], unfinished: new Set(), leaves: new Map(), unfollowed: new Set(), world: null, exhausted: false, depth: 0,
  };
  context.bodies.push({ kind: "module", outer: 0, name: "", at: [1, 1, 1, 1], returns: null });
  context.bodyRefs.set(tree.source, 0);
  followGlobals(context);
  followImports(context);
  drain(context);
  const modules = modulesOf(context);
  drain(context);
  while (followGiven(context)) drain(context);
  return {
    ...empty(options), values: context.values, uses: context.uses, bodies: context.bodies, classes: context.classes, entrySets: context.entrySets,
    ...modules, ...problemsOf(options.path, tree, context.unfollowed), shebang: tree.text.startsWith("#!"),
  };
}

function drain(context: Extraction): void {
  for (let next = context.waiting.pop(); next; next = context.waiting.pop()) next();
}

function followGlobals(context: Extraction): void {
  const { tree } = context;
  for (const name of [...Object.keys(GLOBALS), ...Object.keys(STUB_GLOBALS), "module"]) {
    if (name === "import.meta" || (name === "module" && !tree.text.includes("module.require")) || !tree.text.includes(name) && !tree.text.includes("\\u")) continue;
    for (const node of globalUses(tree, name)) follow(context, node);
  }
  for (const node of nodesAt(tree, "import", ts.SyntaxKind.MetaProperty)) follow(context, node as ts.Expression);
  for (const node of nodesAt(tree, "import", ts.SyntaxKind.ImportKeyword)) follow(context, parentOf(tree, node) as ts.Expression);
}

function follow(context: Extraction, node: ts.Expression): void {
  const root = valueOf(context, node);
  const things = thingsOf(context, root);
  if (isLive(context, things)) followExpression(context, node, root, things);
}

function followImports(context: Extraction): void {
  for (const statement of context.tree.source.statements) {
    if (ts.isImportEqualsDeclaration(statement)) {
      const reference = statement.moduleReference;
      if (ts.isExternalModuleReference(reference) && ts.isStringLiteralLike(reference.expression)) followImport(context, statement.name, reference.expression.text, "*");
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && ts.isStringLiteralLike(statement.moduleSpecifier)) {
      followReExport(context, statement, statement.moduleSpecifier.text);
    } else if (ts.isImportDeclaration(statement) && ts.isStringLiteralLike(statement.moduleSpecifier)) {
      const clause = statement.importClause;
      const from = statement.moduleSpecifier.text;
      if (!clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) continue;
      if (clause.name) followImport(context, clause.name, from, "default");
      const named: ts.NamedImportBindings | undefined = clause.namedBindings;
      if (named && ts.isNamespaceImport(named)) followImport(context, named.name, from, "*");
      else for (const item of named?.elements ?? []) if (!item.isTypeOnly) followImport(context, item.name, from, (item.propertyName ?? item.name).text);
    } else if (ts.isVariableStatement(statement)) {
      followRequired(context, statement);
    }
  }
}

function followImport(context: Extraction, local: ts.Identifier, from: string, name: string): void {
  if (LIBRARY.test(from)) {
    followDeclarations(context, local);
    return;
  }
  const watched = context.watched.has(`${from}#${name}`) || watchedExport(from, name) !== undefined || Object.hasOwn(OPT_IN_DOORS, from);
  if (watched) followDeclared(context, local);
}

/** `const { x } = require("./x")`: the names of the pattern are followed like those of an import. */
function followRequired(context: Extraction, statement: ts.VariableStatement): void {
  for (const declaration of statement.declarationList.declarations) {
    if (!declaration.initializer) continue;
    for (const name of patternNames(declaration.name)) {
      const value = context.values[valueOfImported(context, declaration.initializer)];
      if (value?.is === "import" && context.watched.has(`${value.from}#*`)) followDeclared(context, name);
      if (value?.is === "import" && LIBRARY.test(value.from)) followDeclarations(context, name);
    }
  }
}

function valueOfImported(context: Extraction, expression: ts.Expression): number {
  return ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && ts.idText(expression.expression) === "require" ? valueOf(context, expression) : -1;
}

/** Every `defineEnvs`, `group` and `nested` call: the registry that it makes is followed wherever it goes. */
function followDeclarations(context: Extraction, local: ts.Identifier): void {
  const binding = bindingOf(context.tree, local);
  for (const use of binding ? usesOf(context.tree, binding) : []) {
    const access = parentOf(context.tree, use)!;
    const callee: ts.Node = ts.isPropertyAccessExpression(access) && access.expression === use ? access : use;
    const call = parentOf(context.tree, callee)!;
    if (!ts.isCallExpression(call) || call.expression !== callee) continue;
    const root = valueOf(context, call);
    if (context.values[root]!.is === "entries") followExpression(context, call, root, thingsOf(context, root));
  }
}

/** `export { env } from "process"` and `export * from "process"` hand the environment to every importer. */
function followReExport(context: Extraction, node: ts.ExportDeclaration, from: string): void {
  if (node.isTypeOnly) return;
  const clause = node.exportClause;
  if (clause && ts.isNamespaceExport(clause)) return;
  const names = clause ? clause.elements.filter((item) => !item.isTypeOnly).map((item) => [(item.propertyName ?? item.name).text, item] as const) : [["env", node] as const];
  for (const [name, place] of names) {
    const host = hostExport(from, name);
    if (host === null || typeof host !== "object") continue;
    const root = addValue(context, { is: "import", from, name });
    context.uses.push({ root, rootAt: at(context, place), steps: [], end: { to: "export" }, at: at(context, place), body: 0 });
  }
}

function problemsOf(path: string, tree: Tree, met: ReadonlySet<string>): { problems: Problem[]; notices: string[] } {
  const { parseDiagnostics } = tree.source as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  const [first] = parseDiagnostics;
  const notices = met.size === 0 ? [] : [`${path}: ${[...met].slice(0, 3).join(", ")}${met.size > 3 ? ` and ${met.size - 3} more` : ""} may lead to the environment, but ${met.size === 1 ? "holds" : "hold"} too much to follow: their uses are not checked`];
  if (first === undefined) return { problems: [], notices };
  const isFlow = /\.[cm]?jsx?$/.test(path) && /^\s*(#![^\n]*\n\s*)?(\/\/|\/\*)[^]*?@flow\b/.test(tree.text.slice(0, 4096));
  if (isFlow) return { problems: [], notices: [...notices, `${path} has Flow types: checked as far as the parser recovers`] };
  const place = span(tree, first.start, first.start + first.length);
  return { problems: [{ reason: "syntax", at: place, message: ts.flattenDiagnosticMessageText(first.messageText, " ") }], notices };
}
