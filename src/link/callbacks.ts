/** Callbacks that functions of the codebase call themselves. */
import { evaluate } from "../values/evaluate.ts";
import type { Frame, Tables } from "../values/things.ts";
import { declarationOf } from "./annotations.ts";
import type { Edge, ParameterCall, Walked } from "./walked.ts";
import type { Codebase } from "./world.ts";

/**
 * A call of each function that is handed to another one, from where it is handed: at once if the other calls its parameter in
 * its own body, or in a function that it returned and that is called; else later or never. To a fixed point: what calls a
 * parameter may be handed one itself.
 */
export function callbackEdges(world: Codebase, walked: Walked): Edge[] {
  const found: Edge[] = [];
  const seen = new Set<string>();
  const calls = new Map<string, Edge[]>();
  const demands = new Map<string, { call: ParameterCall; later: boolean }[]>();

  const addCall = (edge: Edge): void => {
    push(calls, keyOf(edge.callee, edge.calleeBody), edge);
    for (const { call, later } of demands.get(keyOf(edge.callee, edge.calleeBody)) ?? []) join(edge, call, later);
  };
  const addDemand = (call: ParameterCall): void => {
    const { parameter } = call;
    if (!isNew(`${keyOf(parameter.in, parameter.body)} ${parameter.index} ${keyOf(call.file, call.body)} ${call.at.join()} ${call.lazy}`)) return;
    const own = keyOf(parameter.in, parameter.body);
    const where = keyOf(call.file, call.body);
    for (const [body, later] of where === own ? ([[own, call.lazy]] as const) : ([[own, true], [where, call.lazy]] as const)) {
      push(demands, body, { call, later });
      for (const edge of calls.get(body) ?? []) join(edge, call, later);
    }
  };
  /** What the call gives to the parameter runs where the call stands. */
  const join = (edge: Edge, call: ParameterCall, later: boolean): void => {
    const frame: Frame = { callee: edge.callee, body: edge.calleeBody, caller: edge.file, args: edge.args, outer: null, made: edge.made, depth: 1 };
    const args = call.args.map((arg) => (typeof arg === "number" ? evaluate(world, call.file, arg, frame) : arg));
    const lazy = later || edge.lazy;
    for (const thing of evaluate(world, call.parameter.in, declarationOf(call.parameter), frame)) {
      if (thing.is === "param") addDemand({ file: edge.file, body: edge.body, at: edge.at, parameter: thing, args, lazy });
      if (thing.is !== "function") continue;
      if (!isNew(`${keyOf(edge.file, edge.body)} ${edge.at.join()} ${keyOf(thing.in, thing.body)} ${lazy}`)) continue;
      const next: Edge = { file: edge.file, body: edge.body, at: edge.at, callee: thing.in, calleeBody: thing.body, args, made: thing.made, lazy };
      found.push(next);
      addCall(next);
    }
  };
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key) !== null;

  for (const edge of [...walked.edges, ...walked.handing]) push(calls, keyOf(edge.callee, edge.calleeBody), edge);
  for (const call of walked.parameterCalls) addDemand(call);
  const called = new Set([...demands.values()].flat().map(({ call: { parameter } }) => parameterKey(parameter.in, parameter.body, parameter.index)));
  for (const { to, index, otherwise } of walked.handed) if (!called.has(parameterKey(to.in, to.body, index))) found.push(otherwise);
  return found;
}

function keyOf(file: Pick<Tables, "path">, body: number): string {
  return `${file.path}\0${body}`;
}

function parameterKey(file: Tables, body: number, index: number): string {
  return `${keyOf(file, body)} ${index}`;
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
