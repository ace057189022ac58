/** Follows an expression outwards: the steps taken from it, until it ends. */
import type { ReadForm, Ref } from "../facts.ts";
import type { Thing } from "../values/things.ts";
import { isWriteTarget } from "./bindings.ts";
import { inlineCall } from "./bodies.ts";
import { type Chain, definedBy, enclosingFunction, globalName, isDropped, isEnviron, isWrapping, withKey } from "./chain.ts";
import { at, type Extraction, textValue } from "./context.ts";
import { emit } from "./emit.ts";
import { followDeclared } from "./follow.ts";
import { finish } from "./ends.ts";
import { finishPattern } from "./patterns.ts";
import { isLive, isRelevant, stepCall } from "./reach.ts";
import { dottedName, parentOf, ts, unwrap } from "./syntax.ts";
import { argumentValues, valueOf } from "./values.ts";

/** Records what becomes of an expression whose value is `things`. */
export function followExpression(context: Extraction, node: ts.Node, root: Ref, things: readonly Thing[]): void {
  climb(context, node, { root, rootNode: node, steps: null, things, relevant: false });
}

export function climb(context: Extraction, start: ts.Node, begun: Chain): void {
  const { tree } = context;
  let node = start;
  let chain = begun;
  for (;;) {
    const parent = parentOf(tree, node);
    if (parent === undefined) return;
    if (isWrapping(parent, node)) {
      node = parent;
      continue;
    }
    if (takeThen(context, chain, node, parent)) return;
    const next = takeStep(context, chain, node, parent);
    if (next) {
      if (isBinding(chain) && isUsedFurther(context, next.node)) return;
      ({ chain } = next);
      if (next.ended) return emit(context, chain, node, { to: "test" });
      if (!isLive(context, chain.things) && !endsInWrite(context, next.node)) return emit(context, chain, next.node, { to: isDropped(context, next.node) ? "nothing" : "value" });
      node = next.node;
      continue;
    }
    const through = passThrough(context, chain, node, parent);
    if (through) {
      node = through;
      continue;
    }
    return finish(context, chain, node, parent);
  }
}

/** `import("process").then((p) => …)`: the callback's parameter is what the promise holds. */
function takeThen(context: Extraction, chain: Chain, node: ts.Node, parent: ts.Node): boolean {
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== node || parent.name.text !== "then") return false;
  const call = parentOf(context.tree, parent)!;
  const callback = ts.isCallExpression(call) && call.expression === parent && call.arguments[0] ? unwrap(call.arguments[0]) : undefined;
  if (!callback || (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback))) return false;
  if (callback.parameters[0]) finishPattern(context, chain, node, callback.parameters[0].name, { to: "alias" });
  return true;
}

/** Bindings live beside variables in the environment of `cloudflare:workers`: what is used further is no text. */
function isBinding(chain: Chain): boolean {
  return chain.things.some((thing) => thing.is === "host" && typeof thing.host === "object" && thing.host.door === "cloudflare:workers");
}

function isUsedFurther(context: Extraction, node: ts.Node): boolean {
  const parent = parentOf(context.tree, node)!;
  if (isWrapping(parent, node)) return isUsedFurther(context, parent);
  return (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent)) && parent.expression === node;
}

/** `?:`, `??`, `||`, the right of `&&`, and what an immediately invoked function returns. */
function passThrough(context: Extraction, chain: Chain, node: ts.Node, parent: ts.Node): ts.Node | null {
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? null : parent;
  if (ts.isBinaryExpression(parent)) {
    const kind = parent.operatorToken.kind;
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken) return parent;
    return kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === node ? parent : null;
  }
  // `Promise.all([import("./envs")])`: what is waited for is what was handed over.
  if (ts.isCallExpression(parent) && parent.arguments[0] === node && !chain.things.some(isEnviron) && /^Promise\.(all|resolve)$/.test(dottedName(parent.expression) ?? "")) return parent;
  const owner = ts.isReturnStatement(parent) ? enclosingFunction(context, parent) : ts.isArrowFunction(parent) && parent.body === node ? parent : null;
  return owner && inlineCall(context, owner)?.by === "call" ? invokedBy(context, owner) : null;
}

function invokedBy(context: Extraction, owner: ts.Node): ts.Node {
  let node = parentOf(context.tree, owner)!;
  while (!ts.isCallExpression(node)) node = parentOf(context.tree, node)!;
  return node;
}

interface Taken {
  readonly chain: Chain;
  readonly node: ts.Node;
  readonly ended: boolean;
}

function takeStep(context: Extraction, chain: Chain, node: ts.Node, parent: ts.Node): Taken | null {
  const key = (ref: Ref, form: ReadForm, to: ts.Node, ended: boolean): Taken => ({ chain: withKey(context, chain, ref, form, at(context, to)), node: to, ended });
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
    const call = /^(hasOwnProperty|propertyIsEnumerable)$/.test(parent.name.text) ? parentOf(context.tree, parent) : undefined;
    if (call && ts.isCallExpression(call) && call.expression === parent && call.arguments[0]) return key(valueOf(context, call.arguments[0]), "has-own", call, true);
    return key(textValue(context, parent.name.text), "member", parent, false);
  }
  if (ts.isElementAccessExpression(parent) && parent.expression === node) return key(valueOf(context, parent.argumentExpression), "element", parent, false);
  if (ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.InKeyword) return key(valueOf(context, parent.left), "in", parent, true);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    return parent.expression === node ? callStep(context, chain, parent) : argumentStep(context, node, parent, key);
  }
  if ((ts.isTaggedTemplateExpression(parent) && parent.tag === node) || ts.isDecorator(parent)) {
    return { chain: { ...chain, steps: { step: { call: [], made: false, at: at(context, ts.isDecorator(parent) ? node : parent) }, before: chain.steps }, things: stepCall(context, chain.things, [], false), relevant: true }, node: parent, ended: false };
  }
  return null;
}

function callStep(context: Extraction, chain: Chain, call: ts.CallExpression | ts.NewExpression): Taken {
  const made = ts.isNewExpression(call);
  followElements(context, chain, call);
  const args = argumentValues(context, call.arguments);
  const things = stepCall(context, chain.things, args, made);
  return { chain: { ...chain, steps: { step: { call: args, made, at: at(context, call) }, before: chain.steps }, things, relevant: chain.relevant || isRelevant(context, chain.things, "call", things) }, node: call, ended: false };
}

/** `[read].forEach((reader) => reader("X"))`: the elements are whatever the parameter is called. */
function followElements(context: Extraction, chain: Chain, call: ts.CallExpression | ts.NewExpression): void {
  const callback = call.arguments?.[0] && unwrap(call.arguments[0]);
  if (!callback || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)) || !chain.things.some((thing) => thing.is === "method")) return;
  const inline = inlineCall(context, callback);
  if (inline?.by !== "each") return;
  for (const position of inline.positions) {
    const name = callback.parameters[position]?.name;
    if (name && ts.isIdentifier(name)) followDeclared(context, name);
  }
}

/** Calls that take a key of their first argument: `Reflect.get`, `Object.hasOwn`, lodash's `get`. */
function argumentStep(context: Extraction, node: ts.Node, call: ts.CallExpression | ts.NewExpression, key: (ref: Ref, form: ReadForm, to: ts.Node, ended: boolean) => Taken): Taken | null {
  const args = call.arguments;
  if (!args || ts.isNewExpression(call) || args[0] !== node || !args[1]) return null;
  const callee = unwrap(call.expression);
  const name = globalName(context, callee);
  const own = name !== null && /^(Object\.prototype\.)?(hasOwnProperty|propertyIsEnumerable)\.call$/.test(name) || isOfEmptyObject(callee);
  if (name === "Reflect.get") return key(valueOf(context, args[1]), "reflect", call, false);
  if (name === "Reflect.has") return key(valueOf(context, args[1]), "reflect", call, true);
  if (name === "Object.hasOwn" || own) return key(valueOf(context, args[1]), "has-own", call, true);
  return null;
}

/** `({}).hasOwnProperty.call`. */
function isOfEmptyObject(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "call") return false;
  const method = unwrap(callee.expression);
  if (!ts.isPropertyAccessExpression(method) || !/^(hasOwnProperty|propertyIsEnumerable)$/.test(method.name.text)) return false;
  const object = unwrap(method.expression);
  return ts.isObjectLiteralExpression(object) && object.properties.length === 0;
}

function endsInWrite(context: Extraction, node: ts.Node): boolean {
  return isWriteTarget(context, node) || definedBy(context, node) !== null;
}
