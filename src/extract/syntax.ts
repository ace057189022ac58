/** The parser, and a tree whose parents and children are made on demand: most of a file is never visited. */
import { ts } from "ts-morph";
import type { At } from "../facts.ts";

export { ts };

export interface Tree {
  readonly source: ts.SourceFile;
  readonly text: string;
}

/** Children are kept on the node itself: a map of millions of nodes would keep the garbage collector busy. */
interface Adopter extends ts.Node {
  adopted?: readonly ts.Node[];
}

/** Parses one file; never throws on user code but for nesting that exhausts the stack (RangeError). */
export function parse(path: string, text: string): Tree {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return { source: ts.createSourceFile(path, text, options, false, scriptKind(path)), text };
}

function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith(".tsx")) return ts.ScriptKind.TSX;
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return path.endsWith(".jsx") ? ts.ScriptKind.JSX : ts.ScriptKind.JS;
}

/** The children of a node in source order; sets their parent. */
export function childrenOf(node: ts.Node): readonly ts.Node[] {
  const adopter = node as Adopter;
  if (adopter.adopted === undefined) {
    const found: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      (child as { parent: ts.Node }).parent = node;
      found.push(child);
    });
    adopter.adopted = found;
  }
  return adopter.adopted;
}

/** The parent of any node of the tree; undefined for the source file. */
export function parentOf(tree: Tree, node: ts.Node): ts.Node | undefined {
  if (node.parent === undefined && node !== tree.source) descend(tree, node.pos, node.end, node);
  return node.parent;
}

/** The identifiers spelled `name`, unicode escapes included, in source order. */
export function identifiers(tree: Tree, name: string): readonly ts.Identifier[] {
  let index = indexes.get(tree);
  if (index === undefined) indexes.set(tree, (index = { found: new Map(), whole: tree.text.includes("\\u") ? wholeIndex(tree) : null, searched: 0 }));
  if (index.whole === null && (index.searched += tree.text.length) > SEARCHED_ENOUGH) index.whole = wholeIndex(tree);
  if (index.whole !== null) return index.whole.get(name) ?? [];
  let found = index.found.get(name);
  if (found === undefined) index.found.set(name, (found = hits(tree, name)));
  return found;
}

interface Index {
  readonly found: Map<string, ts.Identifier[]>;
  /** Every identifier by name, where the text alone does not tell (escapes) or has been searched often enough. */
  whole: Map<string, ts.Identifier[]> | null;
  /** Characters searched so far. */
  searched: number;
}

const indexes = new WeakMap<Tree, Index>();
/** A walk of the whole tree costs about as much as searching its text this far. */
const SEARCHED_ENOUGH = 30_000_000;

function hits(tree: Tree, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  // The parser gives a binding that it misses an empty name, which stands everywhere.
  if (name === "") return found;
  const { text } = tree;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (isWordPart(text.charCodeAt(at - 1)) || isWordPart(text.charCodeAt(end))) continue;
    const node = descend(tree, at, end, null);
    if (node !== null && (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.end === end && node.text === name) found.push(node as ts.Identifier);
  }
  return found;
}

/** The innermost nodes at the occurrences of a keyword (`this`, `import`) that are of the kind. */
export function nodesAt(tree: Tree, word: string, kind: ts.SyntaxKind): ts.Node[] {
  const found: ts.Node[] = [];
  for (let at = tree.text.indexOf(word); at !== -1; at = tree.text.indexOf(word, at + word.length)) {
    if (isWordPart(tree.text.charCodeAt(at - 1)) || isWordPart(tree.text.charCodeAt(at + word.length))) continue;
    const node = descend(tree, at, at + word.length, null);
    if (node?.kind === kind && node.getStart(tree.source) === at) found.push(node);
  }
  return found;
}

function isWordPart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || code > 127;
}

/** The innermost node that covers the range (or the target itself), parents set on the way. */
function descend(tree: Tree, pos: number, end: number, target: ts.Node | null): ts.Node | null {
  let node: ts.Node = tree.source;
  while (node !== target) {
    const children = childrenOf(node);
    let low = 0;
    let high = children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (children[middle]!.end < end) low = middle + 1;
      else high = middle;
    }
    let next = children[low];
    if (target !== null) while (next && next !== target && !(next.pos <= pos && end <= next.end && next.end > next.pos)) next = children[++low];
    if (next === undefined || next.pos > pos || next.end < end) return target === null ? node : null;
    node = next;
  }
  return node;
}

function wholeIndex(tree: Tree): Map<string, ts.Identifier[]> {
  const found = new Map<string, ts.Identifier[]>();
  const stack: ts.Node[] = [tree.source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const list = found.get(node.text);
      if (list) list.push(node as ts.Identifier);
      else found.set(node.text, [node as ts.Identifier]);
    }
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
  }
  return found;
}

/** Where a node's first token starts and where it ends. */
export function placeOf(tree: Tree, node: ts.Node): At {
  return span(tree, node.getStart(tree.source), node.end);
}

export function span(tree: Tree, start: number, end: number): At {
  const from = ts.getLineAndCharacterOfPosition(tree.source, start);
  const to = ts.getLineAndCharacterOfPosition(tree.source, end);
  return [from.line + 1, from.character + 1, to.line + 1, to.character + 1];
}

/** The expression inside parentheses, `as`, `satisfies`, `<T>`, `!`, `await` and after commas: wrappings that change no value here. */
export function unwrap(node: ts.Expression): ts.Expression {
  for (;;) {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node) || ts.isAwaitExpression(node) || ts.isExpressionWithTypeArguments(node)) {
      node = node.expression;
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken) {
      node = node.right;
    } else {
      return node;
    }
  }
}
