/** Records a use, and follows whoever runs the code that it stands in. */
import type { End } from "../facts.ts";
import { CHILD_STARTERS } from "../hosts.ts";
import type { Thing } from "../values/things.ts";
import { bodyOf } from "./bodies.ts";
import { type Chain, isWrapping, stepsOf } from "./chain.ts";
import { at, type Extraction } from "./context.ts";
import { followBody } from "./follow.ts";
import { isLive, thingsOf } from "./reach.ts";
import { placeOf } from "./places.ts";
import { lastName, parentOf, ts } from "./syntax.ts";

export function emit(context: Extraction, chain: Chain, node: ts.Node, end: End): void {
  const live = isLive(context, chain.things);
  const handed = end.to === "argument" && chain.steps === null && chain.things.some((thing) => thing.is === "param" && thing.bare);
  const guard = end.to === "test" || end.to === "alias" || end.to === "nothing";
  if (!chain.relevant && (!live || guard) && !handed) return;
  if (!chain.relevant && !handed && !carriesEffect(context, chain.things, end)) return;
  const body = bodyOf(context, chain.rootNode);
  const into = destination(context, node);
  context.uses.push({ root: chain.root, rootAt: placeOf(context.tree, chain.rootNode), steps: stepsOf(chain), end, at: at(context, node), body, ...(into && { into }) });
  followBody(context, body);
}

/** A host that is no environ (`process`) may be handed on freely; a function or class matters where it is. */
function carriesEffect(context: Extraction, things: readonly Thing[], end: End): boolean {
  return things.some((thing) => {
    if (thing.is === "host") return typeof thing.host === "object" || thing.host === "share-env" || thing.host === "report" || end.to === "write" || stubsMember(context, end);
    return thing.is === "function" || thing.is === "class" || thing.is === "entries" || thing.is === "instance" || thing.is === "outside" || thing.is === "object";
  });
}

/** `stub(process, "env")`: the one way in which handing `process` on matters. */
function stubsMember(context: Extraction, end: End): boolean {
  return end.to === "argument" && end.index === 0 && end.args[1] !== undefined && thingsOf(context, end.args[1]).some((thing) => thing.is === "text" && thing.text === "env");
}

/** A child process or worker that is given the value as its `env`; null for anything else. */
function destination(context: Extraction, node: ts.Node): "child-process" | "worker" | null {
  let named = false;
  for (let child = node, parent = parentOf(context.tree, node); parent; child = parent, parent = parentOf(context.tree, parent)) {
    if (ts.isPropertyAssignment(parent)) named ||= ts.isIdentifier(parent.name) && ts.idText(parent.name) === "env";
    else if (ts.isShorthandPropertyAssignment(parent)) named ||= ts.idText(parent.name) === "env";
    else if (ts.isNewExpression(parent)) return named && (lastName(parent.expression)?.endsWith("Worker") ?? false) ? "worker" : null;
    else if (ts.isCallExpression(parent)) {
      const name = lastName(parent.expression) ?? "";
      if (named && CHILD_STARTERS.test(name)) return "child-process";
      if (parent.expression === child || name !== "assign") return null;
    } else if (!ts.isObjectLiteralExpression(parent) && !ts.isSpreadAssignment(parent) && !isWrapping(parent, child)) return null;
  }
  return null;
}
