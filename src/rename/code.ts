/** Where source text names a variable. */
import type { At } from "../facts.ts";
import { childrenOf, parentOf, parse, type Tree, ts } from "../extract/syntax.ts";
import type { Edit } from "../rewrite/edits.ts";

export interface Source {
  readonly path: string;
  /** Without a byte order mark. */
  readonly text: string;
}

export interface Renamed {
  readonly edits: readonly Edit[];
  /** The places at which nothing that is written there is the name: it comes from elsewhere. */
  readonly elsewhere: readonly At[];
}

/** The edits that give the variable its new name at the places: keys, texts, elements of patterns (whose local names stay). */
export function renamedAt({ path, text }: Source, places: readonly At[], from: string, to: string): Renamed {
  const tree = parse(path, text);
  const starts = lineStarts(text);
  const tokens = tokensOf(tree, from);
  const edits: Edit[] = [];
  const elsewhere: At[] = [];
  for (const place of places) {
    const [start, end] = [offsetOf(starts, place[0], place[1]), offsetOf(starts, place[2], place[3])];
    const within = tokens.filter((token) => token.getStart(tree.source) >= start && token.end <= end);
    if (within.length === 0) elsewhere.push(place);
    edits.push(...within.map((token) => editOf(tree, token, to)));
  }
  return { edits, elsewhere };
}

/** The edits wherever the name is a key: of a pattern, or taken from something. */
export function renamedKeys({ path, text }: Source, from: string, to: string): Edit[] {
  const tree = parse(path, text);
  return tokensOf(tree, from).filter((token) => isTaken(tree, token)).map((token) => editOf(tree, token, to));
}

function isTaken(tree: Tree, token: Token): boolean {
  const parent = parentOf(tree, token)!;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === token;
  return ts.isPropertyAccessExpression(parent) || ts.isBindingElement(parent);
}

/** The edits at constants that hold the name: initializers, members of enums, and elements of objects and lists that are one. */
export function renamedConstants({ path, text }: Source, from: string, to: string): Edit[] {
  const tree = parse(path, text);
  return tokensOf(tree, from).filter((token) => ts.isStringLiteralLike(token) && isConstant(tree, token)).map((token) => editOf(tree, token, to));
}

function isConstant(tree: Tree, token: ts.Node): boolean {
  let node = token;
  for (let parent = parentOf(tree, node); parent; node = parent, parent = parentOf(tree, parent)) {
    if (ts.isVariableDeclaration(parent) || ts.isEnumMember(parent) || ts.isPropertyDeclaration(parent)) return parent.initializer === node;
    const isPart = ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent) || (ts.isPropertyAssignment(parent) && parent.initializer === node);
    if (!isPart && !ts.isAsExpression(parent) && !ts.isSatisfiesExpression(parent) && !ts.isParenthesizedExpression(parent)) return false;
  }
  return false;
}

type Token = ts.Identifier | ts.StringLiteralLike;

/** Every text that is the name, and every identifier that is it as a key. */
function tokensOf(tree: Tree, name: string): Token[] {
  const found: Token[] = [];
  const stack: ts.Node[] = [tree.source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isStringLiteralLike(node) ? node.text === name : ts.isIdentifier(node) && ts.idText(node) === name && isKey(tree, node)) found.push(node as Token);
    for (const child of childrenOf(node)) stack.push(child);
  }
  return found;
}

function isKey(tree: Tree, node: ts.Identifier): boolean {
  const parent = parentOf(tree, node)!;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return (parent.propertyName ?? parent.name) === node && ts.isObjectBindingPattern(parentOf(tree, parent)!);
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  return ts.isShorthandPropertyAssignment(parent) && parent.name === node;
}

function editOf(tree: Tree, token: Token, to: string): Edit {
  const [start, end] = [token.getStart(tree.source), token.end];
  if (ts.isStringLiteralLike(token)) return { start: start + 1, end: end - 1, text: to };
  const parent = parentOf(tree, token)!;
  const isShort = ts.isShorthandPropertyAssignment(parent) || (ts.isBindingElement(parent) && parent.propertyName === undefined);
  // What is called so in the code around stays so.
  return isShort ? { start, end: start, text: `${to}: ` } : { start, end, text: to };
}

/** Offsets of the first character of each line, as the parser counts lines. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((match) => match.index + match[0].length)];
}

/** The offset of a line and column, both from 1. */
export function offsetOf(starts: readonly number[], line: number, column: number): number {
  return starts[line - 1]! + column - 1;
}
