/** Follows an expression outwards: the steps taken from it, and where the chain ends. */
import type { At, End, ReadForm, Ref, Step, WriteForm } from "../facts.ts";
import { CHILD_STARTERS, UTILITY_LIBRARIES } from "../hosts.ts";
import type { Thing } from "../values.ts";
import { elementKey, isExported, isWriteTarget, patternKey } from "./bindings.ts";
import { bodyOf, inlineCall } from "./bodies.ts";
import { addValue, at, type Extraction, textValue } from "./context.ts";
import { followBody, followDeclared, followHolder } from "./follow.ts";
import { isExpression, resolve } from "./scope.ts";
import { identifiers, parentOf, placeOf, ts, unwrap } from "./syntax.ts";
import { isLive, isRelevant, stepCall, stepKey, thingsOf } from "./reach.ts";
import { argumentValues, valueOf } from "./values.ts";

/** A chain that is being followed. */
interface Chain {
  readonly root: Ref;
  readonly rootNode: ts.Node;
  readonly steps: readonly Step[];
  /** What the chain's last value may be. */
  readonly things: readonly Thing[];
  /** A step reached the environment, a function, a class or a registry. */
  readonly relevant: boolean;
}

/** Records what becomes of an expression whose value is `things`. */
export function followExpression(context: Extraction, node: ts.Node, root: Ref, things: readonly Thing[]): void {
  climb(context, node, { root, rootNode: node, steps: [], things, relevant: false });
}

function climb(context: Extraction, start: ts.Node, begun: Chain): void {
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
    const through = passThrough(context, node, parent);
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

/** The value stands alone as a statement. */
function isDropped(context: Extraction, node: ts.Node): boolean {
  let child = node;
  let parent = parentOf(context.tree, child)!;
  while (isWrapping(parent, child)) [child, parent] = [parent, parentOf(context.tree, parent)!];
  return ts.isExpressionStatement(parent);
}

function isWrapping(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) || ts.isNonNullExpression(parent) || ts.isTypeAssertionExpression(parent) || ts.isAwaitExpression(parent)) return true;
  if (ts.isExpressionWithTypeArguments(parent) && !ts.isHeritageClause(parent.parent)) return true;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken && parent.right === node;
}

/** `?:`, `??`, `||`, the right of `&&`, and what an immediately invoked function returns. */
function passThrough(context: Extraction, node: ts.Node, parent: ts.Node): ts.Node | null {
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? null : parent;
  if (ts.isBinaryExpression(parent)) {
    const kind = parent.operatorToken.kind;
    if (kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken) return parent;
    return kind === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === node ? parent : null;
  }
  const owner = ts.isReturnStatement(parent) ? enclosingFunction(context, parent) : ts.isArrowFunction(parent) && parent.body === node ? parent : null;
  return owner && inlineCall(context, owner)?.by === "call" ? invokedBy(context, owner) : null;
}

function enclosingFunction(context: Extraction, node: ts.Node): ts.Node | null {
  let parent = parentOf(context.tree, node);
  while (parent && !ts.isFunctionLike(parent)) parent = parentOf(context.tree, parent);
  return parent ?? null;
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

function withKey(context: Extraction, chain: Chain, key: Ref, form: ReadForm, place: At): Chain {
  const things = stepKey(context, chain.things, key);
  return { ...chain, steps: [...chain.steps, { key, form, at: place }], things, relevant: chain.relevant || isRelevant(context, chain.things, "key", things) };
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
    return { chain: { ...chain, steps: [...chain.steps, { call: [], made: false, at: at(context, ts.isDecorator(parent) ? node : parent) }], things: stepCall(context, chain.things, [], false), relevant: true }, node: parent, ended: false };
  }
  return null;
}

function callStep(context: Extraction, chain: Chain, call: ts.CallExpression | ts.NewExpression): Taken {
  const made = ts.isNewExpression(call);
  const args = argumentValues(context, call.arguments);
  const things = stepCall(context, chain.things, args, made);
  return { chain: { ...chain, steps: [...chain.steps, { call: args, made, at: at(context, call) }], things, relevant: chain.relevant || isRelevant(context, chain.things, "call", things) }, node: call, ended: false };
}

/** Calls that take a key of their first argument: `Reflect.get`, `Object.hasOwn`, lodash's `get`. */
function argumentStep(context: Extraction, node: ts.Node, call: ts.CallExpression | ts.NewExpression, key: (ref: Ref, form: ReadForm, to: ts.Node, ended: boolean) => Taken): Taken | null {
  const args = call.arguments;
  if (!args || ts.isNewExpression(call)) return null;
  const callee = unwrap(call.expression);
  const name = globalName(context, callee);
  const own = name !== null && /^(Object\.prototype\.)?(hasOwnProperty|propertyIsEnumerable)\.call$/.test(name) || /^(\{\})\.(hasOwnProperty|propertyIsEnumerable)\.call$/.test(callee.getText(context.tree.source).replace(/[\s()]/g, ""));
  if (args[0] !== node || !args[1]) return null;
  if (name === "Reflect.get") return key(valueOf(context, args[1]), "reflect", call, false);
  if (name === "Reflect.has") return key(valueOf(context, args[1]), "reflect", call, true);
  if (name === "Object.hasOwn" || own) return key(valueOf(context, args[1]), "has-own", call, true);
  return null;
}

/** The dotted name (`Object.keys`) of a function of the platform, whatever it is called here; null for others. */
function globalName(context: Extraction, node: ts.Expression): string | null {
  const [thing] = thingsOf(context, valueOf(context, node));
  return thing?.is === "global" ? thing.name : null;
}

function endsInWrite(context: Extraction, node: ts.Node): boolean {
  return isWriteTarget(context, node) || definedBy(context, node) !== null;
}

/** `Reflect.set(object, key, …)` and its kin take a key too, and write it. */
const WRITERS: Readonly<Record<string, WriteForm>> = { "Reflect.set": "set", "Reflect.deleteProperty": "delete", "Reflect.defineProperty": "define", "Object.defineProperty": "define" };

function definedBy(context: Extraction, node: ts.Node): { form: WriteForm; call: ts.CallExpression } | null {
  const call = parentOf(context.tree, node);
  if (!call || !ts.isCallExpression(call) || call.arguments[0] !== node) return null;
  const path = globalName(context, unwrap(call.expression));
  return path !== null && Object.hasOwn(WRITERS, path) ? { form: WRITERS[path]!, call } : null;
}

function finish(context: Extraction, chain: Chain, node: ts.Node, parent: ts.Node): void {
  const { tree } = context;
  const written = writeEnd(context, node, parent);
  if (written) return emit(context, chain, node, written);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return finishArgument(context, chain, node, parent);
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) return finishPattern(context, chain, node, parent.name, declarationEnd(context, parent));
  if (ts.isParameter(parent) && parent.initializer === node) return finishParameter(context, chain, node, parent);
  if (ts.isBindingElement(parent) && parent.initializer === node) return finishPattern(context, chain, node, parent.name, { to: "alias" });
  if (ts.isBinaryExpression(parent)) return finishBinary(context, chain, node, parent);
  if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)) {
    const owner = ts.isArrowFunction(parent) ? parent : enclosingFunction(context, parent);
    emit(context, chain, node, { to: "return" });
    if (owner && isLive(context, chain.things)) followHolder(context, owner);
    return;
  }
  if (ts.isExportAssignment(parent) || ts.isExportSpecifier(parent)) return emit(context, chain, node, { to: "export" });
  if (ts.isImportEqualsDeclaration(parent)) return finishPattern(context, chain, node, parent.name, { to: "alias" });
  if (ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent) || ts.isJsxSpreadAttribute(parent)) return emit(context, chain, node, { to: "copy" });
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) return finishProperty(context, chain, node, parent);
  if (ts.isPropertyDeclaration(parent)) {
    emit(context, chain, node, { to: "store", alias: namedAccessesOnly(context, parent.name, parent) });
    if (isLive(context, chain.things)) followHolder(context, parentOf(tree, parent)!);
    return;
  }
  if (ts.isArrayLiteralExpression(parent)) return finishElement(context, chain, node, parent);
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return emit(context, chain, node, { to: "each" });
  if (ts.isTemplateSpan(parent)) return emit(context, chain, node, { to: isTextTemplate(context, parentOf(tree, parent)!) ? "text" : "value" });
  if (ts.isYieldExpression(parent)) return emit(context, chain, node, { to: "yield" });
  if (ts.isHeritageClause(parent.parent ?? parent)) {
    emit(context, chain, node, { to: "value" });
    return followHolder(context, parentOf(tree, parentOf(tree, parent)!)!);
  }
  emit(context, chain, node, { to: isTest(parent, node) ? "test" : ts.isExpressionStatement(parent) ? "nothing" : "value" });
}

/** A default parameter is an alias; a parameter property is a field as well. */
function finishParameter(context: Extraction, chain: Chain, node: ts.Node, parameter: ts.ParameterDeclaration): void {
  const owner = parentOf(context.tree, parameter)!;
  const isField = ts.isConstructorDeclaration(owner) && ts.isIdentifier(parameter.name) && (ts.getModifiers(parameter)?.length ?? 0) > 0;
  finishPattern(context, chain, node, parameter.name, isField ? { to: "store", alias: namedAccessesOnly(context, parameter.name as ts.Identifier, parameter) } : { to: "alias" });
  if (isField && isLive(context, chain.things)) followHolder(context, parentOf(context.tree, owner)!);
}

/** Other tags than `String.raw` are functions that are handed the value. */
function isTextTemplate(context: Extraction, template: ts.Node): boolean {
  const tagged = parentOf(context.tree, template)!;
  return !ts.isTaggedTemplateExpression(tagged) || globalName(context, tagged.tag) === "String.raw";
}

function isTest(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isTypeOfExpression(parent) || ts.isVoidExpression(parent)) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent)) return parent.expression === node;
  return ts.isForStatement(parent) && parent.condition === node;
}

function writeEnd(context: Extraction, node: ts.Node, parent: ts.Node): End | null {
  const write = (form: WriteForm, value: Ref | null = null): End => ({ to: "write", form, value });
  if (ts.isDeleteExpression(parent)) return write("delete");
  if (ts.isPostfixUnaryExpression(parent)) return write("increment");
  if (ts.isPrefixUnaryExpression(parent) && (parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken)) return write("increment");
  if (ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment) {
    if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return write("compound");
    return isWriteTarget(context, parent) ? write("pattern-target") : write("assign", valueOf(context, parent.right));
  }
  if ((ts.isForOfStatement(parent) || ts.isForInStatement(parent)) && parent.initializer === node) return write("pattern-target");
  if (isWriteTarget(context, node)) return write("pattern-target");
  return null;
}

function finishArgument(context: Extraction, chain: Chain, node: ts.Node, call: ts.CallExpression | ts.NewExpression): void {
  const index = [...(call.arguments ?? [])].indexOf(node as ts.Expression);
  const defined = definedBy(context, node);
  if (defined && call.arguments![1]) {
    const keyed = withKey(context, chain, valueOf(context, call.arguments![1]), "reflect", at(context, call));
    return emit(context, keyed, call, { to: "write", form: defined.form, value: null });
  }
  const callee = unwrap(call.expression);
  const inline = ts.isCallExpression(call) ? inlineCallee(context, callee) : null;
  const parameter: ts.ParameterDeclaration | undefined = inline?.parameters[index];
  if (parameter && !parameter.dotDotDotToken) return finishPattern(context, chain, node, parameter.name, { to: "alias" });
  if (ts.isCallExpression(call) && takeUtility(context, chain, call, callee, index)) return;
  emit(context, chain, node, { to: "argument", index, callee: valueOf(context, callee), args: argumentValues(context, call.arguments), made: ts.isNewExpression(call), at: at(context, call), spelled: spelled(callee) });
}

function spelled(callee: ts.Expression): string | null {
  if (ts.isIdentifier(callee)) return ts.idText(callee);
  const of = ts.isPropertyAccessExpression(callee) ? spelled(callee.expression) : null;
  return of === null ? null : `${of}.${(callee as ts.PropertyAccessExpression).name.text}`;
}

function inlineCallee(context: Extraction, callee: ts.Expression): ts.ArrowFunction | ts.FunctionExpression | null {
  if (!ts.isArrowFunction(callee) && !ts.isFunctionExpression(callee)) return null;
  return inlineCall(context, callee)?.by === "call" ? callee : null;
}

/** `get(process, "env.X")`, `has(process.env, "X")`, `pick(process.env, ["A", "B"])` of lodash and its kin. */
function takeUtility(context: Extraction, chain: Chain, call: ts.CallExpression, callee: ts.Expression, index: number): boolean {
  const value = context.values[valueOf(context, callee)]!;
  let from = "";
  let name = "";
  if (value.is === "import") [from, name] = [value.from, value.name];
  else if (value.is === "member") {
    const of = context.values[value.of]!;
    const key = context.values[value.key]!;
    if (of.is === "import" && key.is === "text") [from, name] = [of.from, key.text];
  }
  if (!UTILITY_LIBRARIES.test(from) || call.arguments.length < 2) return false;
  if (name === "default" || name === "*") name = /(get|has|pick)(\.js)?$/.exec(from)?.[1] ?? "";
  const place = at(context, call);
  // Ramda takes the data last.
  const [data, first] = from === "ramda" ? [call.arguments.length - 1, 0] : [0, 1];
  if (index !== data) return false;
  if (name === "pick" || name === "props") {
    for (const argument of from === "ramda" ? call.arguments.slice(0, 1) : call.arguments.slice(1)) {
      const given = valueOf(context, argument);
      const listed = context.values[given]!.is === "text" ? given : addValue(context, { is: "each", of: given, keys: false });
      emit(context, withKey(context, chain, listed, "utility", place), call, { to: "value" });
    }
    return true;
  }
  if (!/^(get|has|path|prop|hasPath|hasIn)$/.test(name)) return false;
  const given = valueOf(context, call.arguments[first]!);
  const path = context.values[given]!;
  const keys = path.is === "text" ? path.text.split(".").map((text) => textValue(context, text)) : path.is === "list" ? path.items : [given];
  let keyed = chain;
  for (const key of keys) keyed = withKey(context, keyed, key, "utility", place);
  if (name.startsWith("has")) emit(context, keyed, call, { to: "test" });
  else climb(context, call, keyed);
  return true;
}

function declarationEnd(context: Extraction, node: ts.VariableDeclaration): End {
  const list = parentOf(context.tree, node) as ts.VariableDeclarationList;
  if ((list.flags & ts.NodeFlags.BlockScoped & ~3) !== 0) return { to: "using" };
  const statement = parentOf(context.tree, list)!;
  return { to: ts.isVariableStatement(statement) && isExported(statement) ? "export" : "alias" };
}

/** Bound to a name, or taken apart: each element is a use of its own. */
function finishPattern(context: Extraction, chain: Chain, node: ts.Node, name: ts.BindingName, end: End, form: ReadForm = "destructuring"): void {
  if (ts.isIdentifier(name)) {
    emit(context, chain, node, end);
    if (isLive(context, chain.things)) followDeclared(context, name);
    return;
  }
  for (const element of name.elements) {
    if (!ts.isBindingElement(element)) continue;
    if (element.dotDotDotToken) {
      emit(context, chain, node, { to: "copy" });
      continue;
    }
    const key = elementKey(context, element, name);
    const keyed = key === null ? chain : withKey(context, chain, key, form, at(context, element));
    finishPattern(context, keyed, element, element.name, end, form);
  }
}

function finishBinary(context: Extraction, chain: Chain, node: ts.Node, parent: ts.BinaryExpression): void {
  const kind = parent.operatorToken.kind;
  if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) {
    finishAssignment(context, chain, node, unwrap(parent.left), false);
    const flows = parentOf(context.tree, parent)!;
    if (!ts.isExpressionStatement(flows) && isLive(context, chain.things)) climb(context, parent, { ...chain, rootNode: chain.rootNode });
    return;
  }
  const compares = kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;
  if (compares || kind === ts.SyntaxKind.InstanceOfKeyword || kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.InKeyword) return emit(context, chain, node, { to: "test" });
  emit(context, chain, node, { to: kind === ts.SyntaxKind.PlusToken ? "text" : "value" });
}

/** The right side of an assignment: an alias, a pattern, a field of a class, or a store. */
function finishAssignment(context: Extraction, chain: Chain, node: ts.Node, target: ts.Expression, looped: boolean): void {
  if (ts.isIdentifier(target)) {
    const binding = resolve(context.tree, target);
    emit(context, chain, node, binding ? { to: "alias" } : { to: "value" });
    if (binding && isLive(context, chain.things)) followDeclared(context, target);
    return;
  }
  if (ts.isObjectLiteralExpression(target)) {
    for (const property of target.properties) {
      if (ts.isSpreadAssignment(property)) emit(context, chain, node, { to: "copy" });
      else if (ts.isShorthandPropertyAssignment(property)) assignElement(context, chain, property, textValue(context, ts.idText(property.name)), property.name, looped);
      else if (ts.isPropertyAssignment(property)) assignElement(context, chain, property, patternKey(context, property.name), property.initializer, looped);
    }
    return;
  }
  if (ts.isArrayLiteralExpression(target)) {
    target.elements.forEach((element, index) => {
      if (ts.isSpreadElement(element)) emit(context, chain, node, { to: "copy" });
      else if (!ts.isOmittedExpression(element)) assignElement(context, chain, element, addValue(context, { is: "plain", value: index, source: "" }), element, looped);
    });
    return;
  }
  // Save and restore: an alias put back where it came from.
  if (chain.things.some(isEnviron) && isDoor(context, target)) return;
  const field = ts.isPropertyAccessExpression(target) && target.expression.kind === ts.SyntaxKind.ThisKeyword && ["this", "class"].includes(context.values[valueOf(context, target.expression)]!.is);
  emit(context, chain, node, { to: "store", alias: field && namedAccessesOnly(context, target.name, target) });
  if (field && isLive(context, chain.things)) {
    const owner = enclosingClass(context, target);
    if (owner) followHolder(context, owner);
  }
}

/** `stub(process, "env")`: the one way in which handing `process` on matters. */
function stubsMember(context: Extraction, end: End): boolean {
  return end.to === "argument" && end.index === 0 && end.args[1] !== undefined && thingsOf(context, end.args[1]).some((thing) => thing.is === "text" && thing.text === "env");
}

function isEnviron(thing: Thing): boolean {
  return thing.is === "host" && typeof thing.host === "object";
}

/** `process.env` itself, not a field that holds it. */
function isDoor(context: Extraction, target: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return false;
  return thingsOf(context, valueOf(context, target.expression)).some((thing) => thing.is === "host" && thing.host === "process") && thingsOf(context, valueOf(context, target)).some(isEnviron);
}

function assignElement(context: Extraction, chain: Chain, node: ts.Node, key: Ref | null, target: ts.Expression, looped: boolean): void {
  const inner = unwrap(ts.isBinaryExpression(target) ? target.left : target);
  const keyed = key === null ? chain : withKey(context, chain, key, looped ? "loop-pattern" : "assignment-pattern", at(context, node));
  finishAssignment(context, keyed, node, inner, looped);
}

function enclosingClass(context: Extraction, node: ts.Node): ts.Node | null {
  let parent = parentOf(context.tree, node);
  while (parent && !ts.isClassLike(parent)) parent = parentOf(context.tree, parent);
  return parent ?? null;
}

function finishProperty(context: Extraction, chain: Chain, node: ts.Node, property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
  const literal = parentOf(context.tree, property) as ts.ObjectLiteralExpression;
  let holder: ts.Node = literal;
  while (isWrapping(parentOf(context.tree, holder)!, holder)) holder = parentOf(context.tree, holder)!;
  const declaration = parentOf(context.tree, holder)!;
  const isConst = ts.isVariableDeclaration(declaration) && ts.isIdentifier(declaration.name) && (parentOf(context.tree, declaration)!.flags & ts.NodeFlags.Const) !== 0;
  const exported = ts.isVariableDeclaration(declaration) && ts.isVariableStatement(declaration.parent.parent) && isExported(declaration.parent.parent);
  const alias = isConst && !exported && onlyNamedUses(context, declaration.name as ts.Identifier) && namedAccessesOnly(context, property.name, property);
  emit(context, chain, node, { to: "store", alias });
  if (isLive(context, chain.things)) followHolder(context, literal);
}

/** The object is only ever used by its members. */
function onlyNamedUses(context: Extraction, name: ts.Identifier): boolean {
  return identifiers(context.tree, ts.idText(name)).every((use) => {
    if (!isExpression(context.tree, use)) return true;
    const parent = parentOf(context.tree, use)!;
    if (ts.isElementAccessExpression(parent)) return parent.expression === use && ts.isStringLiteralLike(parent.argumentExpression);
    return ts.isPropertyAccessExpression(parent) && parent.expression === use;
  });
}

/** Every `.name` of the file that may be of the same class or object is followed by a key. */
function namedAccessesOnly(context: Extraction, name: ts.PropertyName, declaration: ts.Node): boolean {
  const text = ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name) ? name.text : null;
  if (text === null) return false;
  return identifiers(context.tree, text).every((place: ts.Node) => {
    const access = parentOf(context.tree, place)!;
    if (!ts.isPropertyAccessExpression(access) || access.name !== place || (place.pos >= declaration.pos && place.end <= declaration.end)) return true;
    if (isOfAnother(context, access.expression, declaration)) return true;
    let node: ts.Node = access;
    let parent = parentOf(context.tree, node)!;
    while (isWrapping(parent, node)) [node, parent] = [parent, parentOf(context.tree, parent)!];
    if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) return parent.name.elements.every((element) => !element.dotDotDotToken);
    return (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === node;
  });
}

/** The receiver is known, and is not the class or object literal that holds the declaration. */
function isOfAnother(context: Extraction, receiver: ts.Expression, declaration: ts.Node): boolean {
  const holder = enclosingHolder(context, declaration);
  const things = thingsOf(context, valueOf(context, receiver));
  return things.every((thing) => {
    if (thing.is === "instance" || thing.is === "class") return holder === null || !ts.isClassLike(holder) || context.classRefs.get(holder) !== thing.index;
    if (thing.is === "object") return holder === null || !ts.isObjectLiteralExpression(holder) || context.values[thing.ref] !== context.values[valueOf(context, holder)];
    return thing.is === "host" || thing.is === "global" || thing.is === "function" || !isDeclaredAs(context, receiver, holder);
  });
}

/** A receiver that nothing tells is of the class if it is declared so (`(mailer: Mailer) => …`). */
function isDeclaredAs(context: Extraction, receiver: ts.Expression, holder: ts.Node | null): boolean {
  const name = holder && ts.isClassLike(holder) && holder.name ? ts.idText(holder.name) : null;
  const node = unwrap(receiver);
  const declared = ts.isIdentifier(node) ? resolve(context.tree, node)?.declarations[0]?.parent : undefined;
  if (name === null || !declared || !(ts.isParameter(declared) || ts.isVariableDeclaration(declared)) || !declared.type) return false;
  return new RegExp(`\\b${name}\\b`).test(declared.type.getText(context.tree.source));
}

function enclosingHolder(context: Extraction, node: ts.Node): ts.Node | null {
  let parent: ts.Node | undefined = node;
  while (parent && !ts.isClassLike(parent) && !ts.isObjectLiteralExpression(parent)) parent = parentOf(context.tree, parent);
  return parent ?? null;
}

function finishElement(context: Extraction, chain: Chain, node: ts.Node, list: ts.ArrayLiteralExpression): void {
  const { tree } = context;
  const index = list.elements.indexOf(node as ts.Expression);
  const holder = parentOf(tree, list)!;
  if (ts.isVariableDeclaration(holder) && ts.isArrayBindingPattern(holder.name)) {
    const element = holder.name.elements[index];
    if (element && ts.isBindingElement(element) && !element.dotDotDotToken) return finishPattern(context, chain, node, element.name, { to: "alias" });
  }
  if (ts.isBinaryExpression(holder) && holder.right === list && holder.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const target = unwrap(holder.left);
    const element = ts.isArrayLiteralExpression(target) ? target.elements[index] : undefined;
    if (element && !ts.isSpreadElement(element) && !ts.isOmittedExpression(element)) return finishAssignment(context, chain, node, unwrap(ts.isBinaryExpression(element) ? element.left : element), false);
  }
  if (ts.isForOfStatement(holder) && holder.expression === list) {
    if (!ts.isVariableDeclarationList(holder.initializer)) return finishAssignment(context, chain, node, unwrap(holder.initializer), true);
    return finishPattern(context, chain, node, holder.initializer.declarations[0]!.name, { to: "alias" }, "loop-pattern");
  }
  emit(context, chain, node, { to: "element" });
  if (isLive(context, chain.things)) followHolder(context, list);
}

function emit(context: Extraction, chain: Chain, node: ts.Node, end: End): void {
  const live = isLive(context, chain.things);
  const guard = end.to === "test" || end.to === "alias" || end.to === "nothing";
  if (!chain.relevant && (!live || guard)) return;
  if (!chain.relevant && !carriesEffect(context, chain.things, end)) return;
  const body = bodyOf(context, chain.rootNode);
  const into = destination(context, node);
  context.uses.push({ root: chain.root, rootAt: placeOf(context.tree, chain.rootNode), steps: chain.steps, end, at: at(context, node), body, ...(into && { into }) });
  followBody(context, body);
}

/** A child process or worker that is given the value as its `env`; null for anything else. */
function destination(context: Extraction, node: ts.Node): "child-process" | "worker" | null {
  let named = false;
  for (let child = node, parent = parentOf(context.tree, node); parent; child = parent, parent = parentOf(context.tree, parent)) {
    if (ts.isPropertyAssignment(parent)) named ||= ts.isIdentifier(parent.name) && ts.idText(parent.name) === "env";
    else if (ts.isShorthandPropertyAssignment(parent)) named ||= ts.idText(parent.name) === "env";
    else if (ts.isNewExpression(parent)) return named && parent.expression.getText(context.tree.source).endsWith("Worker") ? "worker" : null;
    else if (ts.isCallExpression(parent)) {
      const name = parent.expression.getText(context.tree.source).split(".").at(-1)!;
      if (named && CHILD_STARTERS.test(name)) return "child-process";
      if (parent.expression === child || !/^(Object\.)?assign$/.test(name)) return null;
    } else if (!ts.isObjectLiteralExpression(parent) && !ts.isSpreadAssignment(parent) && !isWrapping(parent, child)) return null;
  }
  return null;
}

/** A host that is no environ (`process`) may be handed on freely; a function or class matters where it is. */
function carriesEffect(context: Extraction, things: readonly Thing[], end: End): boolean {
  return things.some((thing) => {
    if (thing.is === "host") return typeof thing.host === "object" || thing.host === "share-env" || thing.host === "report" || end.to === "write" || stubsMember(context, end);
    return thing.is === "function" || thing.is === "class" || thing.is === "entries" || thing.is === "instance" || thing.is === "outside" || thing.is === "object";
  });
}
