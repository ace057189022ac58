/** Parameters that some call gives the environment: their uses are recorded like those of any name of it. */
import { parameterKey } from "../facts.ts";
import { addValue, type Extraction } from "./context.ts";
import { finishParameter } from "./ends.ts";
import { givenParameters, parameterValue } from "./parameters.ts";
import { thingsOf } from "./reach.ts";
import { ts } from "./syntax.ts";

/** Follows the parameters that are watched, of every function met so far; false once there was nothing left to follow. */
export function followGiven(context: Extraction): boolean {
  if (![...context.watched].some((name) => name.startsWith("("))) return false;
  const before = context.followed.size;
  context.bodyNodes.forEach((node, body) => {
    for (const [index, parameter] of parametersOf(node).entries()) {
      if (!context.watched.has(parameterKey(context.bodies[body]!.at, index)) || parameter.dotDotDotToken || context.followed.has(parameter)) continue;
      context.followed.add(parameter);
      const root = addValue(context, parameterValue(context, parameter));
      finishParameter(context, { root, rootNode: parameter.name, steps: null, things: thingsOf(context, root), relevant: false }, parameter.name, parameter);
    }
  });
  return context.followed.size > before;
}

/** What a call of the body gives, `this` apart; the body of a class is that of its constructor. */
function parametersOf(node: ts.Node | undefined): readonly ts.ParameterDeclaration[] {
  const owner = node && ts.isClassLike(node) ? node.members.find((member) => ts.isConstructorDeclaration(member) && member.body) : node;
  return owner && ts.isFunctionLike(owner) ? givenParameters(owner) : [];
}
