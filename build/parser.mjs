/** Cuts the parser out of the compiler that ts-morph bundles: 0.4 MB instead of 9, loaded in a tenth of the time. */
import { transformSync } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const COMPILER = createRequire(createRequire(import.meta.url).resolve("ts-morph")).resolve("@ts-morph/common/dist/typescript.js");
const CACHE = fileURLToPath(new URL("../node_modules/.cache/env-contract-build/", import.meta.url));
/** What the tail below needs. */
const TAIL_NAMES = ["objectAllocator", "getTokenPosOfNode", "idText"];

/** The members of the language service's nodes that extract uses; a parser alone makes nodes without them. */
const TAIL = `
for (const make of [objectAllocator.getNodeConstructor(), objectAllocator.getTokenConstructor(), objectAllocator.getIdentifierConstructor()]) {
  make.prototype.getStart = function (source) { return getTokenPosOfNode(this, source); };
  make.prototype.getText = function (source) { return source.text.substring(getTokenPosOfNode(this, source), this.end); };
}
Object.defineProperty(objectAllocator.getIdentifierConstructor().prototype, "text", { get() { return idText(this); } });
class PrivateIdentifierNode extends objectAllocator.getIdentifierConstructor() {}
objectAllocator.getPrivateIdentifierConstructor = () => PrivateIdentifierNode;
`;

/** The source of a module that exports these names of the compiler, as they are there; `names` that are types alone are left out. */
export function parserOf(names) {
  const text = readFileSync(COMPILER, "utf8");
  const key = createHash("sha256").update(text).update(JSON.stringify(names)).update(readFileSync(fileURLToPath(import.meta.url))).digest("hex").slice(0, 16);
  const kept = join(CACHE, `${key}.js`);
  if (existsSync(kept)) return readFileSync(kept, "utf8");
  const cut = cutOut(text, names);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, cut);
  return cut;
}

function cutOut(text, names) {
  const ts = createRequire(import.meta.url)(COMPILER);
  const wanted = names.filter((name) => ts[name] !== undefined);
  const body = text.slice(text.indexOf("((module) => {") + "((module) => {".length, text.lastIndexOf("})({ get exports()"));
  const declared = declarationsOf(ts, body);
  const needed = closure(ts, declared, [...wanted, ...TAIL_NAMES]);
  const pieces = declared.pieces.filter((piece) => piece.names.some((name) => needed.has(name)) && !piece.names.includes("Diagnostics"));
  const code = pieces.map((piece) => `${piece.prefix}${lean(ts, body, piece.node)};\n`).join("");
  const whole = `/*! The parser of TypeScript ${ts.version}, cut out of the compiler. Copyright (c) Microsoft Corporation. Licensed under the Apache License, Version 2.0: see LICENSE-typescript.txt beside this file. */\n${messages(declared, body, code)}${code}${TAIL}\nexport { ${wanted.join(", ")} };\n`;
  return transformSync(whole, { minify: true, format: "esm", target: "node20.19", legalComments: "inline" }).code;
}

/** Fields of nodes, and what is summed up of children, that only transformers of code need: a parse without them takes less time and memory. */
const UNUSED_FIELDS = new Set(["transformFlags", "original", "emitNode", "id"]);

/** The text of a declaration without work that nobody here reads. */
function lean(ts, body, root) {
  const edits = [];
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const replaced = leanStatement(ts, body, node);
    if (replaced === null) ts.forEachChild(node, (child) => void stack.push(child));
    else edits.push({ from: ts.skipTrivia(body, node.pos), to: node.end, text: replaced });
  }
  let text = "";
  let at = root.pos;
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    text += body.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return text + body.slice(at, root.end);
}

/** What stands instead of a statement; null where it stays. */
function leanStatement(ts, body, node) {
  // Names are compared by their text, so that each need not be looked up to be the same text.
  if (ts.isFunctionDeclaration(node) && node.name?.text === "internIdentifier") return "function internIdentifier(text) { return text; }";
  if (!ts.isExpressionStatement(node)) return null;
  const { expression } = node;
  if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && expression.expression.text === "aggregateChildrenFlags") return ";";
  if (!ts.isBinaryExpression(expression) || !ts.isPropertyAccessExpression(expression.left)) return null;
  const { left, right, operatorToken } = expression;
  const isPlain = operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (left.name.text === "transformFlags" && !isPlain) return ";";
  if (left.expression.kind === ts.SyntaxKind.ThisKeyword && UNUSED_FIELDS.has(left.name.text) && isPlain) return ";";
  // To set the length of a list, even to what it is, is a call into the engine; each look ahead ends with it.
  if (left.name.text === "length" && isPlain && ts.isIdentifier(right)) {
    const [list, length] = [left, right].map((part) => body.slice(part.pos, part.end));
    return `if (${list} !== ${length}) ${list} = ${length};`;
  }
  return null;
}

/** Only the messages that are mentioned: the compiler has 2,000, the parser needs 150. */
function messages({ byName }, body, code) {
  if (/\bDiagnostics\b(?!\.\w)/.test(code)) throw new Error("the parser chooses a message at run time: they can no longer be told apart");
  const used = new Set([...code.matchAll(/\bDiagnostics\.(\w+)/g)].map(([, name]) => name));
  const kept = byName.get("Diagnostics")[0].node.initializer.properties.filter((property) => used.has(property.name.text));
  return `var Diagnostics = {${kept.map((property) => body.slice(property.pos, property.end)).join(",")}};\n`;
}

/** What stands at the top level of the compiler, in order: functions, classes, variables, and `((X) => …)(X || (X = {}))`, which fills one. Other statements declare nothing that a parser runs. */
function declarationsOf(ts, body) {
  const source = ts.createSourceFile("compiler.js", body, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }, false, ts.ScriptKind.JS);
  const pieces = [];
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) pieces.push({ names: [statement.name.text], node: statement, prefix: "" });
    else if (ts.isVariableStatement(statement)) for (const one of statement.declarationList.declarations) pieces.push({ names: boundBy(ts, one.name), node: one, prefix: "var " });
    else if (ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)) {
      const filled = statement.expression.arguments[0];
      if (filled && ts.isBinaryExpression(filled) && ts.isIdentifier(filled.left)) pieces.push({ names: [filled.left.text], node: statement, prefix: "" });
    }
  }
  const byName = new Map();
  for (const piece of pieces) for (const name of piece.names) byName.set(name, [...(byName.get(name) ?? []), piece]);
  return { pieces, byName };
}

function boundBy(ts, name) {
  return ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundBy(ts, element.name)));
}

/** The names and all that they mention, by any number of steps; names of members and keys mention nothing. */
function closure(ts, { byName }, names) {
  const needed = new Set(["diag"]);
  const queue = [...names, "diag"];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name !== "diag" && needed.has(name)) continue;
    needed.add(name);
    if (name !== "Diagnostics") for (const piece of byName.get(name) ?? []) queue.push(...mentioned(ts, piece.node).filter((one) => byName.has(one) && !needed.has(one)));
  }
  return needed;
}

function mentioned(ts, root) {
  const found = new Set();
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isIdentifier(node)) found.add(node.text);
    else if (ts.isPropertyAccessExpression(node)) stack.push(node.expression);
    else if (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name)) stack.push(node.initializer);
    else ts.forEachChild(node, (child) => void stack.push(child));
  }
  return [...found];
}
