/** The parser, and a tree whose parents and children are made on demand: most of a file is never visited. */
import { ts } from "ts-morph";

export { ts };

/** What is found out about a tree is kept on it and goes with it: a weak map keeps trees alive longer. */
export interface Tree {
  readonly source: ts.SourceFile;
  readonly text: string;
  index: Index | null;
  /** Where lines start. */
  lines: readonly number[] | null;
  /** The innermost nodes at the occurrences of a keyword. */
  readonly keywords: Map<string, readonly ts.Node[]>;
  /** The bindings of a name by scope. */
  readonly bindings: Map<string, Map<ts.Node, Binding>>;
  /** The uses of a name by binding. */
  readonly resolved: Map<string, Map<Binding | null, ts.Identifier[]>>;
}

/** One binding of a name; merged declarations share it. */
export interface Binding {
  readonly name: string;
  readonly scope: ts.Node;
  readonly declarations: readonly ts.Identifier[];
}

/** Children are kept on the node itself: a map of millions of nodes would keep the garbage collector busy. */
interface Adopter extends ts.Node {
  adopted?: readonly ts.Node[];
  /** The answer of `boundaryChild`. */
  topmost?: ts.Node;
}

/** Parses one file; never throws on user code but for nesting that exhausts the stack (RangeError). */
export function parse(path: string, text: string): Tree {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return { source: ts.createSourceFile(path, text, options, false, scriptKind(path)), text, index: null, lines: null, keywords: new Map(), bindings: new Map(), resolved: new Map() };
}

function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith(".tsx")) return ts.ScriptKind.TSX;
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS;
  return path.endsWith(".jsx") ? ts.ScriptKind.JSX : ts.ScriptKind.JS;
}

/** The children of a node in source order; sets their parent. */
export function childrenOf(node: ts.Node): readonly ts.Node[] {
  // Most nodes are names and other tokens, which have none: nothing is kept on them.
  if (node.kind <= ts.SyntaxKind.LastToken) return NONE;
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

const NONE: readonly ts.Node[] = [];

/** The parent of any node of the tree; undefined for the source file. */
export function parentOf(tree: Tree, node: ts.Node): ts.Node | undefined {
  if (node.parent === undefined && node !== tree.source) adopt(tree, node);
  return node.parent;
}

/**
 * The node itself, or the ancestor of it, that stands directly in whatever may bind a name or have a time of its own.
 * Kept for every node on the way: a chain of builders nests thousands of calls, and each argument asks from inside.
 */
export function boundaryChild(tree: Tree, node: ts.Node): ts.Node {
  const way: Adopter[] = [];
  let top: Adopter = node;
  for (let parent = parentOf(tree, top); parent && !isBoundary(parent) && top.topmost === undefined; top = parent, parent = parentOf(tree, parent)) way.push(top);
  top = (top.topmost ?? top) as Adopter;
  for (const passed of way) passed.topmost = top;
  return top;
}

function isBoundary(node: ts.Node): boolean {
  switch (node.kind) {
    case ts.SyntaxKind.SourceFile:
    case ts.SyntaxKind.Block:
    case ts.SyntaxKind.ModuleBlock:
    case ts.SyntaxKind.CaseBlock:
    case ts.SyntaxKind.ForStatement:
    case ts.SyntaxKind.ForInStatement:
    case ts.SyntaxKind.ForOfStatement:
    case ts.SyntaxKind.CatchClause:
    case ts.SyntaxKind.ClassExpression:
    case ts.SyntaxKind.EnumDeclaration:
    case ts.SyntaxKind.Decorator:
    case ts.SyntaxKind.Parameter:
    case ts.SyntaxKind.PropertyDeclaration:
    case ts.SyntaxKind.IfStatement:
      return true;
    case ts.SyntaxKind.BinaryExpression:
      return (node as ts.BinaryExpression).operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
    default:
      return ts.isFunctionLike(node);
  }
}

/** `a.b.c` as text; null for what is no dotted name of at most eight parts. */
export function dottedName(node: ts.Expression): string | null {
  const parts: string[] = [];
  let at: ts.Expression = node;
  for (; ts.isPropertyAccessExpression(at) && parts.length < 8; at = at.expression) parts.unshift(at.name.text);
  return ts.isIdentifier(at) ? [ts.idText(at), ...parts].join(".") : null;
}

/** `c` of `x.c` and of `c`; null for other expressions. */
export function lastName(node: ts.Expression): string | null {
  return ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? ts.idText(node) : null;
}

/** The identifiers spelled `name`, unicode escapes included, in source order. */
export function identifiers(tree: Tree, name: string): readonly ts.Identifier[] {
  const index = (tree.index ??= { found: new Map(), whole: tree.text.includes("\\u") ? wholeIndex(tree) : null, searched: 0 });
  if (index.whole === null && index.searched++ > SEARCHED_ENOUGH) index.whole = wholeIndex(tree);
  if (index.whole !== null) return index.whole.get(name) ?? [];
  let found = index.found.get(name);
  if (found === undefined) index.found.set(name, (found = hits(tree, name)));
  return found;
}

interface Index {
  readonly found: Map<string, ts.Identifier[]>;
  /** Every identifier by name, where the text alone does not tell (escapes) or has been searched often enough. */
  whole: Map<string, ts.Identifier[]> | null;
  /** Names looked for so far. */
  searched: number;
}

/** A walk of the whole tree costs about as much as searching its text so often. */
const SEARCHED_ENOUGH = 60;

function hits(tree: Tree, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  // The parser gives a binding that it misses an empty name, which stands everywhere.
  if (name === "") return found;
  const { text } = tree;
  const path: ts.Node[] = [tree.source];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (isWordPart(text.charCodeAt(at - 1)) || isWordPart(text.charCodeAt(end))) continue;
    const node = descendOn(path, at, end);
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.end === end && node.text === name) found.push(node as ts.Identifier);
  }
  return found;
}

/** The innermost nodes at the occurrences of a keyword (`this`, `import`) that are of the kind. */
export function nodesAt(tree: Tree, word: string, kind: ts.SyntaxKind): ts.Node[] {
  let found = tree.keywords.get(word);
  if (found === undefined) tree.keywords.set(word, (found = keywordNodes(tree, word)));
  return found.filter((node) => node.kind === kind);
}

function keywordNodes(tree: Tree, word: string): ts.Node[] {
  const found: ts.Node[] = [];
  const path: ts.Node[] = [tree.source];
  for (let at = tree.text.indexOf(word); at !== -1; at = tree.text.indexOf(word, at + word.length)) {
    if (isWordPart(tree.text.charCodeAt(at - 1)) || isWordPart(tree.text.charCodeAt(at + word.length))) continue;
    const node = descendOn(path, at, at + word.length);
    if (node.getStart(tree.source) === at) found.push(node);
  }
  return found;
}

function isWordPart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36 || code > 127;
}

/** The innermost node that covers the range, from the path of the search before it: places that are asked for in order share most of their way down. */
function descendOn(path: ts.Node[], pos: number, end: number): ts.Node {
  while (path.length > 1 && !covers(path.at(-1)!, pos, end)) path.pop();
  for (;;) {
    const node = path.at(-1)!;
    const children = childrenOf(node);
    const next = children[firstEndingAt(children, end)];
    if (next === undefined || !covers(next, pos, end)) return node;
    path.push(next);
  }
}

function covers(node: ts.Node, pos: number, end: number): boolean {
  return node.pos <= pos && end <= node.end;
}

function firstEndingAt(children: readonly ts.Node[], end: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle]!.end < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sets the parents from the source file down to a node. */
function adopt(tree: Tree, target: ts.Node): void {
  let node: ts.Node | undefined = tree.source;
  while (node && node !== target) {
    const children = childrenOf(node);
    let at = firstEndingAt(children, target.end);
    let next = children[at];
    while (next && next !== target && !(covers(next, target.pos, target.end) && next.end > next.pos)) next = children[++at];
    node = next;
  }
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
