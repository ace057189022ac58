/** The reads of one file, through the registry. */
import { placeOf } from "../extract/places.ts";
import { parentOf, type Tree, ts } from "../extract/syntax.ts";
import { simplify, type Form, type Replacement } from "../infer/simplify.ts";
import { surroundings } from "../infer/surround.ts";
import { askedIn, bound, nodeAt } from "../infer/usages.ts";
import type { Named } from "../infer/usages.ts";
import { claimsPresence, type Declaration, type Shape } from "../infer/usage.ts";
import type { Edit } from "../rewrite/edits.ts";

/** A read that may be rewritten. */
export interface Read extends Named {
  readonly declaration: Declaration;
  /** What the registry is called here. */
  readonly local: string;
}

export interface Refused {
  readonly read: Read;
  readonly why: string;
}

export interface Fixed {
  readonly edits: readonly Edit[];
  readonly done: readonly Read[];
  readonly refused: readonly Refused[];
}

/** Rewrites what keeps its value; `unsafe` takes what comes closest as well. */
export function fixReads(tree: Tree, reads: readonly Read[], manner: "safe" | "unsafe"): Fixed {
  const edits: Edit[] = [];
  const done: Read[] = [];
  const refused: Refused[] = [];
  const byPlace = new Map(reads.map((read) => [read.at.join(), read]));
  const readOf = (node: ts.Node, name: string): Read | undefined => reads.find((read) => read.name === name && nodeAt(tree, read.at) === node);
  const handled = new Set<Read>();
  const refuse = (read: Read, why: string): void => {
    if (handled.has(read)) return;
    handled.add(read);
    refused.push({ read, why });
  };
  const settle = (own: readonly Read[], made: readonly Edit[]): void => {
    for (const read of own) handled.add(read);
    done.push(...own);
    edits.push(...made);
  };
  for (const [name, asked] of askedIn(tree, reads)) {
    const covered = new Set<ts.Node>();
    for (const node of asked.keys()) {
      const read = readOf(node, name);
      if (read === undefined || covered.has(node) || handled.has(read)) continue;
      if (ts.isBindingElement(node)) {
        const pattern = patternAround(tree, node, byPlace);
        if ("why" in pattern) refuse(read, pattern.why);
        else {
          const statement = fixPattern(tree, pattern, manner);
          if ("why" in statement) refuse(read, statement.why);
          else settle(pattern.elements.map((one) => one.read), statement.edits);
        }
        continue;
      }
      const around = surroundings(tree, asked, node);
      for (const one of around.covered) covered.add(one);
      const own = around.covered.flatMap((one) => readOf(one, name) ?? []);
      const found = simplify(around.usage, read.declaration);
      const replacements = found.is === "kept" ? found.replacements : manner === "unsafe" ? found.instead : null;
      const made = replacements === null ? null : replacements.map((one) => editFor(tree, around.nodes, one, read, (around.usage.sink !== "condition" || one.of !== around.usage.shape) && isGuarded(tree, asked, around.nodes.get(one.of)!)));
      const why = made === null ? (found.is === "changed" ? found.reason : "") : made.some((one) => one === null) ? "a comment stands within what would be replaced" : null;
      if (why !== null) for (const one of own) refuse(one, why);
      else settle(own, made as Edit[]);
    }
  }
  for (const read of reads) refuse(read, "it is no access that is written out here");
  return { edits, done, refused };
}

/** Null where a comment would be lost. */
function editFor(tree: Tree, nodes: ReadonlyMap<Shape, ts.Node>, { of, by }: Replacement, read: Read, guarded: boolean): Edit | null {
  // The claim that the variable is set stays where the type still says that it may not be.
  let shape = of;
  const isOptional = by === "get" && read.declaration.presence.is === "optional";
  while (isOptional && claimsPresence(shape) && (shape.is === "assert" || shape.is === "cast")) shape = shape.of;
  const node = nodes.get(shape)!;
  // What the compiler knew of an access that was tested before it does not know of a call.
  const isKnown = isOptional && shape === of && TYPED.test(tree.source.fileName) && (guarded || (of.is === "apply" && of.by !== "not"));
  const [start, end] = [node.getStart(tree.source), node.end];
  if (/\/[/*]/.test(withoutStrings(tree.text.slice(start, end)))) return null;
  return { start, end, text: wrapped(tree, node, callOf(by, read)) + (isKnown ? "!" : "") };
}

const TYPED = /\.[cm]?tsx?$/;

/** Another access of the variable was tested on the way to this one. */
function isGuarded(tree: Tree, asked: ReadonlyMap<ts.Node, unknown>, node: ts.Node): boolean {
  const tests = (part: ts.Node | undefined): boolean => part !== undefined && [...asked.keys()].some((other) => other !== node && part.pos <= other.pos && other.end <= part.end);
  for (let child = node, parent = parentOf(tree, child); parent !== undefined; child = parent, parent = parentOf(tree, parent)) {
    if (ts.isConditionalExpression(parent) && child !== parent.condition && tests(parent.condition)) return true;
    if (ts.isBinaryExpression(parent) && child === parent.right && LOGICAL.has(parent.operatorToken.kind) && tests(parent.left)) return true;
    if ((ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && child !== parent.expression && tests(parent.expression)) return true;
    if (ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent)) {
      const before = parent.statements.slice(0, parent.statements.indexOf(child as ts.Statement));
      if (before.some((statement) => ts.isIfStatement(statement) && tests(statement.expression) && leaves(statement.thenStatement))) return true;
    }
    if (ts.isFunctionLike(parent)) return false;
  }
  return false;
}

const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

/** The statement ends in a jump. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last) || ts.isBreakStatement(last));
}

function callOf(by: Form, { local, name }: Read): string {
  const negated = by === "not-get" || by === "not-isSet";
  return `${negated ? "!" : ""}${local}.${name}.${by === "get" || by === "not-get" ? "get" : "isSet"}()`;
}

/** A negation that a step follows needs its parentheses. */
function wrapped(tree: Tree, node: ts.Node, text: string): string {
  const parent = parentOf(tree, node)!;
  const isStepped = (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent) || ts.isNonNullExpression(parent)) && parent.expression === node;
  return text.startsWith("!") && isStepped ? `(${text})` : text;
}

function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, "");
}

interface Pattern {
  readonly statement: ts.VariableStatement;
  readonly keyword: string;
  readonly elements: readonly { readonly node: ts.BindingElement; readonly read: Read }[];
}

/** `const { A, B: b = "x" } = process.env;` where each element is such a read. */
function patternAround(tree: Tree, element: ts.BindingElement, byPlace: ReadonlyMap<string, Read>): Pattern | { readonly why: string } {
  const pattern = parentOf(tree, element)!;
  const declaration = parentOf(tree, pattern)!;
  const list = parentOf(tree, declaration)!;
  const statement = parentOf(tree, list)!;
  if (!ts.isObjectBindingPattern(pattern) || !ts.isVariableDeclaration(declaration) || !ts.isVariableDeclarationList(list) || !ts.isVariableStatement(statement) || list.declarations.length !== 1) return { why: "it is taken by a pattern that is no declaration of its own" };
  const elements: { node: ts.BindingElement; read: Read }[] = [];
  for (const one of pattern.elements) {
    const read = byPlace.get(placeOf(tree, one).join());
    if (read === undefined || one.dotDotDotToken || !ts.isIdentifier(one.name)) return { why: "other names of the same pattern are not declared, or taken in another way" };
    elements.push({ node: one, read });
  }
  const keyword = tree.text.slice(statement.getStart(tree.source), pattern.getStart(tree.source)).trim();
  return { statement, keyword, elements };
}

/** One declaration for each element, on lines of their own. */
function fixPattern(tree: Tree, { statement, keyword, elements }: Pattern, manner: "safe" | "unsafe"): { readonly edits: readonly Edit[] } | { readonly why: string } {
  const [start, end] = [statement.getStart(tree.source), statement.end];
  const written = tree.text.slice(start, end);
  if (/\/[/*]/.test(withoutStrings(written))) return { why: "a comment stands within what would be replaced" };
  const lines: string[] = [];
  for (const { node, read } of elements) {
    const shape = bound(tree, node);
    const found = simplify({ shape, sink: "value", names: [] }, read.declaration);
    const replacements = found.is === "kept" ? found.replacements : manner === "unsafe" ? found.instead : null;
    const [only] = replacements ?? [];
    if (only === undefined) return { why: found.is === "changed" ? found.reason : "" };
    const rest = only.of === shape || node.initializer === undefined ? "" : ` ?? ${node.initializer.getText(tree.source)}`;
    lines.push(`${keyword} ${(node.name as ts.Identifier).text} = ${callOf(only.by, read)}${rest}${written.endsWith(";") ? ";" : ""}`);
  }
  const indent = /(?:^|\n)([ \t]*)$/.exec(tree.text.slice(0, start))?.[1] ?? "";
  return { edits: [{ start, end, text: lines.join(`${tree.text.includes("\r\n") ? "\r\n" : "\n"}${indent}`) }] };
}
