/** Functions that call what they are handed, and what becomes of their results. */
import { LIBRARY } from "../hosts.ts";
import { type Chain, isDropped } from "./chain.ts";
import { at, type Extraction } from "./context.ts";
import { followDeclared } from "./follow.ts";
import { forget } from "./reach.ts";
import { ts } from "./syntax.ts";
import { climb } from "./uses.ts";
import { argumentValues, valueOf } from "./values.ts";

/** Records the calls of parameters in a function, or in the members of a class, and where parameters that are functions are handed on; true if there are any. */
export function followCallbacks(context: Extraction, node: ts.Node): boolean {
  if (ts.isClassLike(node)) return node.members.map((member) => followCallbacks(context, member)).includes(true);
  if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return false;
  const text = context.tree.text.slice(node.body.pos, node.body.end);
  let found = false;
  for (const { name, type } of node.parameters) {
    if (!ts.isIdentifier(name) || !mayRun(text, ts.idText(name), type)) continue;
    found = true;
    followDeclared(context, name);
  }
  return found;
}

function mayRun(body: string, name: string, type: ts.TypeNode | undefined): boolean {
  const spelled = name.replaceAll("$", "\\$");
  if (new RegExp(`(?<![\\w$.])${spelled}\\s*(\\?\\.\\s*)?\\(`).test(body)) return true;
  return type !== undefined && ts.isFunctionTypeNode(type) && new RegExp(`[(,]\\s*${spelled}\\s*[,)]`).test(body);
}

/** `once(read)()`: what an imported function makes of a function that it is handed may run that; it is followed like a watched import. */
export function followMade(context: Extraction, chain: Chain, call: ts.CallExpression, callee: ts.Expression): void {
  if (!chain.things.some((thing) => thing.is === "function") || isDropped(context, call)) return;
  const root = valueOf(context, callee);
  const value = context.values[root]!;
  const of = value.is === "member" ? context.values[value.of]! : null;
  const key = value.is === "member" ? context.values[value.key]! : null;
  const [from, name] = value.is === "import" ? [value.from, value.name] : of?.is === "import" && of.name === "*" && key?.is === "text" ? [of.from, key.text] : ["", ""];
  if (from === "" || LIBRARY.test(from)) return;
  for (const watched of [`${from}#${name}`, `${from}#${name}()`]) context.watched.add(watched);
  forget(context);
  const step = { call: argumentValues(context, call.arguments), made: false, at: at(context, call) };
  climb(context, call, { root, rootNode: callee, steps: { step, before: null }, things: [{ is: "outside", from, name: `${name}()` }], relevant: true });
}
