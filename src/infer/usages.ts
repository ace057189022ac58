/** The uses of variables in one file. */
import { childrenOf, parse, type Tree, ts } from "../extract/syntax.ts";
import type { At, Form } from "../facts.ts";
import { type Asked, surroundings } from "./surround.ts";
import type { Shape, Usage } from "./usage.ts";

/** One access, as link names it. */
export interface Named {
  readonly name: string;
  readonly form: Form;
  readonly at: At;
}

/** What the code of a file makes of each variable that it reads; calls of wrappers, writes and reads by a pattern of assignment tell nothing. */
export function usagesIn(file: { readonly path: string; readonly text: string }, accesses: readonly Named[]): Map<string, Usage[]> {
  const tree = parse(file.path, file.text);
  const found = new Map<string, Usage[]>();
  for (const [name, asked] of askedIn(tree, accesses)) {
    const covered = new Set<ts.Node>();
    const usages: Usage[] = [];
    for (const node of asked.keys()) {
      if (covered.has(node)) continue;
      if (ts.isBindingElement(node)) {
        usages.push({ shape: bound(tree, node), sink: "value", names: [] });
        continue;
      }
      const around = surroundings(tree, asked, node);
      for (const one of around.covered) covered.add(one);
      usages.push(around.usage);
    }
    found.set(name, usages);
  }
  return found;
}

/** The accesses of each variable, as expressions and binding elements that ask for it. */
export function askedIn(tree: Tree, accesses: readonly Named[]): Map<string, Map<ts.Node, Asked>> {
  const found = new Map<string, Map<ts.Node, Asked>>();
  for (const { name, form, at } of accesses) {
    const node = nodeAt(tree, at);
    const asked = node === null ? null : askedBy(node, form);
    if (node === null || asked === null) continue;
    const known = found.get(name);
    if (known === undefined) found.set(name, new Map([[node, asked]]));
    else known.set(node, asked);
  }
  return found;
}

/** What an element of a pattern gives: its default counts where the variable is unset. */
export function bound(tree: Tree, element: ts.BindingElement): Shape {
  const { initializer } = element;
  if (initializer === undefined) return { is: "read" };
  const { shape } = surroundings(tree, new Map(), initializer).usage;
  return { is: "otherwise", when: "undefined", of: { is: "read" }, value: shape };
}

function askedBy(node: ts.Node, form: Form): Asked | null {
  switch (form) {
    case "member":
    case "element":
    case "destructuring":
      return "read";
    case "in":
    case "has-own":
      return "has";
    case "reflect":
    case "method": {
      const callee = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : "";
      return callee === "has" ? "has" : callee === "get" ? "read" : null;
    }
    default:
      return null;
  }
}

/** The outermost expression or element that stands exactly there, or null. */
export function nodeAt(tree: Tree, at: At): ts.Node | null {
  const start = ts.getPositionOfLineAndCharacter(tree.source, at[0] - 1, at[1] - 1);
  const end = ts.getPositionOfLineAndCharacter(tree.source, at[2] - 1, at[3] - 1);
  for (let node: ts.Node | undefined = tree.source; node; node = childrenOf(node).find((child) => child.pos <= start && end <= child.end && child.end > child.pos)) {
    if (node.end === end && node.getStart(tree.source) === start && !ts.isStatement(node) && !ts.isSourceFile(node) && !isList(node)) return node;
  }
  return null;
}

/** A declaration list or a pattern may be as long as what stands in it. */
function isList(node: ts.Node): boolean {
  return ts.isVariableDeclarationList(node) || ts.isVariableDeclaration(node) || ts.isTemplateSpan(node);
}
