/** A chain that is being followed from its root: the steps taken, and what it has reached. */
import type { At, ReadForm, Ref, Step, WriteForm } from "../facts.ts";
import type { Thing } from "../values/things.ts";
import type { Extraction } from "./context.ts";
import { isRelevant, stepKey, thingsOf } from "./reach.ts";
import { parentOf, ts, unwrap } from "./syntax.ts";
import { valueOf } from "./values.ts";

/** The steps taken, from the last one back: a chain of builders takes thousands, each but one more than the last. */
export interface Steps {
  readonly step: Step;
  readonly before: Steps | null;
}

/** A chain that is being followed. */
export interface Chain {
  readonly root: Ref;
  readonly rootNode: ts.Node;
  readonly steps: Steps | null;
  /** What the chain's last value may be. */
  readonly things: readonly Thing[];
  /** A step reached the environment, a function, a class or a registry. */
  readonly relevant: boolean;
}

export function withKey(context: Extraction, chain: Chain, key: Ref, form: ReadForm, place: At): Chain {
  const things = stepKey(context, chain.things, key);
  return { ...chain, steps: { step: { key, form, at: place }, before: chain.steps }, things, relevant: chain.relevant || isRelevant(context, chain.things, "key", things) };
}

/** The steps in the order in which they are taken. */
export function stepsOf(chain: Chain): Step[] {
  const found: Step[] = [];
  for (let steps = chain.steps; steps !== null; steps = steps.before) found.push(steps.step);
  return found.reverse();
}

export function isEnviron(thing: Thing): boolean {
  return thing.is === "host" && typeof thing.host === "object";
}

/** The dotted name (`Object.keys`) of a function of the platform, whatever it is called here; null for others. */
export function globalName(context: Extraction, node: ts.Expression): string | null {
  const [thing] = thingsOf(context, valueOf(context, node));
  return thing?.is === "global" ? thing.name : null;
}

/** `Reflect.set(object, key, …)` and its kin take a key too, and write it. */
const WRITERS: Readonly<Record<string, WriteForm>> = { "Reflect.set": "set", "Reflect.deleteProperty": "delete", "Reflect.defineProperty": "define", "Object.defineProperty": "define" };

export function definedBy(context: Extraction, node: ts.Node): { form: WriteForm; call: ts.CallExpression } | null {
  const call = parentOf(context.tree, node);
  if (!call || !ts.isCallExpression(call) || call.arguments[0] !== node) return null;
  const path = globalName(context, unwrap(call.expression));
  return path !== null && Object.hasOwn(WRITERS, path) ? { form: WRITERS[path]!, call } : null;
}

export function isWrapping(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isNonNullExpression(parent) || ts.isTypeAssertionExpression(parent) || ts.isAwaitExpression(parent)) return true;
  if (ts.isExpressionWithTypeArguments(parent) && !ts.isHeritageClause(parent.parent)) return true;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken && parent.right === node;
}

export function enclosingFunction(context: Extraction, node: ts.Node): ts.Node | null {
  let parent = parentOf(context.tree, node);
  while (parent && !ts.isFunctionLike(parent)) parent = parentOf(context.tree, parent);
  return parent ?? null;
}

/** Nothing keeps the value: it stands alone as a statement, before a comma, after `void`, or is only tested. */
export function isDropped(context: Extraction, node: ts.Node): boolean {
  let child = node;
  let parent = parentOf(context.tree, child)!;
  while (isWrapping(parent, child)) [child, parent] = [parent, parentOf(context.tree, parent)!];
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken) return parent.left === child || isDropped(context, parent);
  return ts.isExpressionStatement(parent) || ts.isVoidExpression(parent) || (ts.isIfStatement(parent) && parent.expression === child);
}
