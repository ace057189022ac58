/** Registry declarations: `defineEnvs`, `group`, `nested` and objects of builder calls. */
import type { EntryFacts, OptionFacts, Value } from "../facts.ts";
import { LIBRARY } from "../hosts.ts";
import { addValue, at, type Extraction, textValue } from "./context.ts";
import { resolve } from "./scope.ts";
import { parentOf, ts, unwrap } from "./syntax.ts";
import { keyText, valueOf } from "./values.ts";

type Option = OptionFacts;

/** The declaration that a call of the library makes; null for any other call. */
export function entrySetValue(context: Extraction, node: ts.CallExpression): Value | null {
  const name = libraryName(context, node.expression);
  if (name === "defineEnvs") return declare(context, node, "registry", null, node.arguments[0], node.arguments[1]);
  if (name === "group" || name === "nested") return declare(context, node, name, node.arguments[0] ?? null, node.arguments[1], undefined);
  return null;
}

/** An object literal with at least one builder call among its fields is a set of entries. */
export function entryObjectValue(context: Extraction, node: ts.ObjectLiteralExpression): Value | null {
  if (!context.namesLibrary) return null;
  const known = context.entrySetRefs.get(node);
  if (known !== undefined) return { is: "entries", index: known };
  const declares = node.properties.some((property) => ts.isPropertyAssignment(property) && builderCall(context, property.initializer) !== null);
  return declares ? declare(context, node, "object", null, node, undefined) : null;
}

function declare(context: Extraction, node: ts.Node, made: "registry" | "group" | "nested" | "object", label: ts.Expression | null, entries: ts.Expression | undefined, options: ts.Expression | undefined): Value {
  const known = context.entrySetRefs.get(node);
  if (known !== undefined) return { is: "entries", index: known };
  const found: EntryFacts[] = [];
  const spreads: { value: number; at: EntryFacts["at"] }[] = [];
  const settings: Option[] = [];
  const index = context.entrySets.push({ made, at: at(context, node), label: null, entries: found, spreads, options: settings }) - 1;
  context.entrySetRefs.set(node, index);
  if (label) Object.assign(context.entrySets[index]!, { label: valueOf(context, label) });
  const literal = entries ? unwrap(entries) : undefined;
  if (literal && ts.isObjectLiteralExpression(literal)) {
    context.entrySetRefs.set(literal, index);
    for (const property of literal.properties) {
      if (ts.isSpreadAssignment(property)) spreads.push({ value: valueOf(context, property.expression), at: at(context, property) });
      else found.push(entryFacts(context, property));
    }
  } else if (entries) {
    spreads.push({ value: valueOf(context, entries), at: at(context, entries) });
  }
  if (options) settings.push(...(readOptions(context, options) ?? [{ name: "", value: valueOf(context, options), source: "", at: at(context, options) }]));
  return { is: "entries", index };
}

function entryFacts(context: Extraction, property: ts.ObjectLiteralElementLike): EntryFacts {
  const key = property.name!;
  const text = keyText(context, key);
  const name = text === null ? valueOf(context, (key as ts.ComputedPropertyName).expression) : textValue(context, text);
  const place = at(context, key);
  const doc = docComment(context, property);
  const initializer = ts.isPropertyAssignment(property) ? property.initializer : ts.isShorthandPropertyAssignment(property) ? property.name : null;
  const call = initializer && builderCall(context, initializer);
  if (!call) return { name, at: place, builder: null, choices: null, options: [], open: false, doc };
  const takesFirst = call.builder === "choice" || call.builder === "schema";
  const choices = takesFirst && call.node.arguments[0] ? valueOf(context, call.node.arguments[0]) : null;
  const given = call.node.arguments[takesFirst ? 1 : 0];
  const options = given ? readOptions(context, given) : [];
  return { name, at: place, builder: call.builder, choices, options: options ?? [], open: options === null, doc };
}

/** The options of an object literal; null where a spread or a computed key hides some. */
function readOptions(context: Extraction, expression: ts.Expression): Option[] | null {
  const literal = literalOf(context, expression);
  if (literal === null) return null;
  const options: Option[] = [];
  for (const property of literal.properties) {
    const name = property.name ? keyText(context, property.name) : null;
    if (name === null) return null;
    let value: number;
    let source: ts.Node = property;
    if (ts.isPropertyAssignment(property)) {
      value = valueOf(context, property.initializer);
      source = property.initializer;
    } else if (ts.isShorthandPropertyAssignment(property)) {
      value = valueOf(context, property.name);
    } else {
      value = addValue(context, { is: "unknown", why: "runtime" });
    }
    options.push({ name, value, source: source.getText(context.tree.source).slice(0, 200), at: at(context, property.name!), ...itemPlaces(context, source) });
  }
  return options;
}

/** Where the elements of a written list stand. */
function itemPlaces(context: Extraction, node: ts.Node): Pick<Option, "items"> {
  const list = ts.isExpression(node) ? unwrap(node) : node;
  if (!ts.isArrayLiteralExpression(list)) return {};
  return {
    items: list.elements.map((element) => {
      const literal = unwrap(element);
      const name = ts.isObjectLiteralExpression(literal) ? literal.properties.find((property): property is ts.PropertyAssignment => ts.isPropertyAssignment(property) && keyText(context, property.name) === "name") : undefined;
      return at(context, name?.initializer ?? element);
    }),
  };
}

/** The object literal that an expression is, also by the name of a constant. */
function literalOf(context: Extraction, expression: ts.Expression): ts.ObjectLiteralExpression | null {
  const node = unwrap(expression);
  if (ts.isObjectLiteralExpression(node)) return node;
  const declared = ts.isIdentifier(node) ? resolve(context.tree, node)?.declarations[0]?.parent : undefined;
  if (!declared || !ts.isVariableDeclaration(declared) || !declared.initializer) return null;
  const constant = unwrap(declared.initializer);
  return ts.isObjectLiteralExpression(constant) && context.values[valueOf(context, node)]!.is === "object" ? constant : null;
}

function builderCall(context: Extraction, expression: ts.Expression): { builder: string; node: ts.CallExpression } | null {
  const node = unwrap(expression);
  if (ts.isCallExpression(node)) {
    const builder = libraryName(context, node.expression);
    return builder && builder !== "defineEnvs" && builder !== "group" && builder !== "nested" ? { builder, node } : null;
  }
  if (!ts.isIdentifier(node)) return null;
  for (const statement of context.tree.source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (ts.isIdentifier(declaration.name) && ts.idText(declaration.name) === ts.idText(node) && declaration.initializer && ts.isCallExpression(unwrap(declaration.initializer))) return builderCall(context, declaration.initializer);
    }
  }
  return null;
}

/** The exported name of the library that an expression is, whatever it is called here. */
function libraryName(context: Extraction, expression: ts.Expression): string | null {
  if (!context.namesLibrary) return null;
  const node = unwrap(expression);
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return null;
  const value = context.values[valueOf(context, node)]!;
  if (value.is === "import") return LIBRARY.test(value.from) && value.name !== "*" ? value.name : null;
  if (value.is !== "member") return null;
  const of = context.values[value.of]!;
  const key = context.values[value.key]!;
  return of.is === "import" && (of.name === "*" || of.name === "default") && LIBRARY.test(of.from) && key.is === "text" ? key.text : null;
}

/** The text of the doc comment before a node, up to its first tag; null where there is none. */
function docComment(context: Extraction, node: ts.Node): string | null {
  parentOf(context.tree, node);
  const { text } = context.tree;
  // After `{` and `,` a comment on the same line counts as trailing.
  const comments = [...(ts.getTrailingCommentRanges(text, node.pos) ?? []), ...(ts.getLeadingCommentRanges(text, node.pos) ?? [])];
  const last = comments.findLast((comment) => text.startsWith("/**", comment.pos) && comment.end - comment.pos > 4);
  if (!last) return null;
  const lines = text.slice(last.pos + 3, last.end - 2).split(/\r\n|\r|\n/).map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  const tag = lines.findIndex((line) => line.startsWith("@"));
  return (tag === -1 ? lines : lines.slice(0, tag)).join("\n").trim();
}
