/** How a file names a registry: by an import that it has, or by one in its own style. */
import { posix } from "node:path";
import { identifiers, type Tree, ts } from "../extract/syntax.ts";
import type { Edit } from "../rewrite/edits.ts";

export interface Wanted {
  /** The file, and the module of the registry: paths from the top. */
  readonly path: string;
  readonly module: string;
  /** What the module exports it as. */
  readonly name: string;
  readonly resolve: (from: string, specifier: string) => string | null;
  /** Relative specifiers of files around, from which their manner is told. */
  readonly around: readonly string[];
  /** Nothing but Node may read the file: it knows no aliases of a compiler. */
  readonly isStarted: boolean;
}

/** What the registry is called in the file, and the edits that make it so; or why it cannot be. */
export type Reference = { readonly local: string; readonly edits: readonly Edit[] } | { readonly why: string };

/** Answers how the file may name the registry. */
export function referenceTo(tree: Tree, wanted: Wanted): Reference {
  const imports = importsOf(tree);
  const known = imports.find(({ node, from }) => !node.importClause?.phaseModifier && wanted.resolve(wanted.path, from) === wanted.module);
  if (known !== undefined) {
    const found = throughImport(tree, known.node, wanted.name);
    if (found !== null) return found;
  }
  const language = refusedLanguage(wanted, imports.map(({ from }) => from));
  if (language !== null) return { why: language };
  const specifier = specifierFor(wanted, imports.map(({ from }) => from));
  if (specifier === null) return { why: `no specifier leads from here to ${wanted.module}` };
  const local = isTaken(tree, wanted.name) ? `${wanted.name}Registry` : wanted.name;
  if (isTaken(tree, local)) return { why: `${wanted.name} is the name of something else here` };
  return { local, edits: [insertion(tree, imports.map(({ node }) => node), local, specifier, wanted.name)] };
}

interface Import {
  readonly node: ts.ImportDeclaration;
  readonly from: string;
}

function importsOf({ source }: Tree): Import[] {
  return source.statements.flatMap((node) => (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) ? [{ node, from: node.moduleSpecifier.text }] : []));
}

/** The name by which the import has the registry, or one more name in its braces. */
function throughImport(tree: Tree, node: ts.ImportDeclaration, name: string): Reference | null {
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined) return null;
  if (ts.isNamespaceImport(bindings)) return { local: `${ts.idText(bindings.name)}.${name}`, edits: [] };
  const item = bindings.elements.find((element) => (element.propertyName ?? element.name).text === name && !element.isTypeOnly);
  if (item !== undefined) return { local: ts.idText(item.name), edits: [] };
  const last = bindings.elements.at(-1);
  return last === undefined || isTaken(tree, name) ? null : { local: name, edits: [{ start: last.end, end: last.end, text: `, ${name}` }] };
}

function isTaken(tree: Tree, name: string): boolean {
  return identifiers(tree, name).some((node) => !(node.parent && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node));
}

const TYPESCRIPT = /\.[cm]?tsx?$/;

/** Node reads JavaScript as it is, and cannot read TypeScript from it; a file that imports TypeScript already is read by a bundler. */
function refusedLanguage({ path, module, resolve }: Wanted, specifiers: readonly string[]): string | null {
  if (TYPESCRIPT.test(path) || !TYPESCRIPT.test(module)) return null;
  const isBundled = specifiers.some((specifier) => TYPESCRIPT.test(resolve(path, specifier) ?? ""));
  return isBundled ? null : `a JavaScript file cannot import ${module} where Node runs it as it is`;
}

/** The first specifier in the file's manner that leads to the module. */
function specifierFor({ path, module, resolve, around, isStarted }: Wanted, specifiers: readonly string[]): string | null {
  const bare = module.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, "");
  const whole = module.replace(/\.[cm]?[jt]sx?$/, "");
  const aliases = isStarted ? [] : specifiers.flatMap((specifier) => aliasOf(specifier, resolve(path, specifier), whole, bare));
  const relative = relativeTo(path, module, [...specifiers, ...around]);
  const prefersAlias = aliases.length > 0 && !specifiers.some((specifier) => specifier.startsWith("../"));
  const isNear = relative[0]?.startsWith("./") ?? false;
  const ordered = prefersAlias && !isNear ? [...aliases, ...relative] : [...relative, ...aliases];
  return ordered.find((specifier) => resolve(path, specifier) === module) ?? null;
}

/** `@/mail` leads to `src/mail.ts`: so `@/envs` to `src/envs.ts`. */
function aliasOf(specifier: string, target: string | null, whole: string, bare: string): string[] {
  if (target === null || specifier.startsWith(".")) return [];
  const path = target.replace(/\.[cm]?[jt]sx?$/, "");
  const end = path.endsWith("/index") && !specifier.endsWith("/index") ? "/index" : "";
  const trimmed = end === "" ? path : path.slice(0, -end.length);
  const extension = /\.[cm]?[jt]sx?$/.exec(specifier)?.[0] ?? "";
  const written = extension === "" ? specifier : specifier.slice(0, -extension.length);
  // The longest common end of what is written and what it means.
  const [words, parts] = [written.split("/"), trimmed.split("/")];
  let shared = 0;
  while (shared < Math.min(words.length - 1, parts.length) && words.at(-1 - shared) === parts.at(-1 - shared)) shared += 1;
  if (shared === 0) return [];
  const [head, folder] = [words.slice(0, -shared).join("/"), parts.slice(0, -shared).join("/")];
  const below = folder === "" ? "" : `${folder}/`;
  return [...new Set([bare, whole])].filter((one) => one.startsWith(below)).map((one) => `${head}/${one.slice(below.length)}${extension}`);
}

/** With the extension that most relative imports have. */
function relativeTo(path: string, module: string, specifiers: readonly string[]): string[] {
  const way = posix.relative(posix.dirname(path), module);
  const dotted = way.startsWith(".") ? way : `./${way}`;
  const whole = dotted.replace(/\.[cm]?[jt]sx?$/, "");
  const bare = whole.replace(/\/index$/, "");
  const written = /\.([cm]?)tsx?$/.exec(dotted);
  const emitted = written === null ? dotted : `${whole}.${written[1]}js`;
  const own = specifiers.filter((specifier) => /^\.{1,2}\//.test(specifier) && !/\.(?:json|css|svg|png)$/.test(specifier));
  const votes = { none: 0, js: 0, ts: 0 };
  for (const specifier of own) votes[/\.[cm]?tsx?$/.test(specifier) ? "ts" : /\.[cm]?jsx?$/.test(specifier) ? "js" : "none"] += 1;
  // Nothing finds `.mjs` and its like where they are not written.
  const manners = { none: /\.[cm][jt]s$/.test(module) ? [] : [bare, whole], js: [emitted], ts: [dotted] };
  const order = (["none", "js", "ts"] as const).toSorted((a, b) => votes[b] - votes[a]);
  return order.flatMap((manner) => manners[manner]);
}

/** Behind the last import, or where the first would stand: below the first comment, directives and a `#!` line. */
function insertion({ source, text }: Tree, imports: readonly ts.ImportDeclaration[], local: string, specifier: string, name: string): Edit {
  const line = text.includes("\r\n") ? "\r\n" : "\n";
  const [first] = imports;
  const sample = first === undefined ? text : first.getText(source);
  const quote = /'/.test(sample) && !/"/.test(sample) ? "'" : "\"";
  const end = first !== undefined && !sample.endsWith(";") ? "" : ";";
  const item = local === name ? name : `${name} as ${local}`;
  const isCommonJs = imports.length === 0 && !/\b(?:import|export)\b/.test(text) && /\brequire\s*\(/.test(text);
  const statement = isCommonJs ? `const { ${local === name ? name : `${name}: ${local}`} } = require(${quote}${specifier}${quote})${end}` : `import { ${item} } from ${quote}${specifier}${quote}${end}`;
  const last = imports.at(-1);
  if (last !== undefined) return { start: last.end, end: last.end, text: `${line}${statement}` };
  const directives = source.statements.filter((one, index) => ts.isExpressionStatement(one) && ts.isStringLiteral(one.expression) && source.statements.slice(0, index).every((before) => ts.isExpressionStatement(before) && ts.isStringLiteral(before.expression)));
  const directive = directives.at(-1);
  if (directive !== undefined) return { start: directive.end, end: directive.end, text: `${line}${line}${statement}` };
  const head = /^(?:#![^\n]*\n)?(?:\s*\/\*[^]*?\*\/[^\S\n]*\r?\n)?/.exec(text)?.[0].length ?? 0;
  return { start: head, end: head, text: `${statement}${line}${/^\r?\n/.test(text.slice(head)) ? "" : line}` };
}

/** Whether the file says that it runs in browsers. */
export function isClient({ source }: Tree): boolean {
  return source.statements.some((one) => ts.isExpressionStatement(one) && ts.isStringLiteral(one.expression) && one.expression.text === "use client");
}

