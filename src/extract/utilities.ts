/** `get`, `has` and `pick` of lodash and its kin. */
import { UTILITY_LIBRARIES } from "../hosts.ts";
import { type Chain, withKey } from "./chain.ts";
import { addValue, at, type Extraction, textValue } from "./context.ts";
import { emit } from "./emit.ts";
import { ts, unwrap } from "./syntax.ts";
import { climb } from "./uses.ts";
import { valueOf } from "./values.ts";

/** `get(process, "env.X")`, `has(process.env, "X")`, `pick(process.env, ["A", "B"])` of lodash and its kin. */
export function takeUtility(context: Extraction, chain: Chain, call: ts.CallExpression, callee: ts.Expression, index: number): boolean {
  // `prop("X")(process.env)`: Ramda takes its arguments in any number of calls.
  const earlier: ts.Expression[] = [];
  let named = callee;
  for (; ts.isCallExpression(named); named = unwrap(named.expression)) earlier.unshift(...named.arguments);
  const args = [...earlier, ...call.arguments];
  const value = context.values[valueOf(context, named)]!;
  let from = "";
  let name = "";
  if (value.is === "import") [from, name] = [value.from, value.name];
  else if (value.is === "member") {
    const of = context.values[value.of]!;
    const key = context.values[value.key]!;
    if (of.is === "import" && key.is === "text") [from, name] = [of.from, key.text];
  }
  if (!UTILITY_LIBRARIES.test(from) || args.length < 2 || (earlier.length > 0 && from !== "ramda")) return false;
  if (name === "default" || name === "*") name = /(get|has|pick)(\.js)?$/.exec(from)?.[1] ?? "";
  const place = at(context, call);
  // Ramda takes the data last.
  const [data, first] = from === "ramda" ? [args.length - 1, name.endsWith("Or") ? 1 : 0] : [0, 1];
  if (index + earlier.length !== data || args[first] === undefined) return false;
  if (name === "pick" || name === "props") {
    for (const argument of from === "ramda" ? args.slice(0, 1) : args.slice(1)) {
      const given = valueOf(context, argument);
      const listed = context.values[given]!.is === "text" ? given : addValue(context, { is: "each", of: given, keys: false });
      emit(context, withKey(context, chain, listed, "utility", place), call, { to: "value" });
    }
    return true;
  }
  if (!/^(get|has|path|prop|hasPath|hasIn|propOr|pathOr)$/.test(name)) return false;
  const given = valueOf(context, args[first]);
  const path = context.values[given]!;
  const keys = path.is === "text" ? path.text.split(/[.[\]'"]+/).filter((key) => key !== "").map((text) => textValue(context, text)) : path.is === "list" ? path.items : [given];
  let keyed = chain;
  for (const key of keys) keyed = withKey(context, keyed, key, "utility", place);
  if (name.startsWith("has")) emit(context, keyed, call, { to: "test" });
  else climb(context, call, keyed);
  return true;
}
