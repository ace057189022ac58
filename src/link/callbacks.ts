/** Callbacks that functions of the codebase call themselves. */
import { evaluate } from "../values/evaluate.ts";
import type { Edge, Walked } from "./walked.ts";
import type { Codebase } from "./world.ts";

/**
 * A call of each function that is handed to another one, from where it is handed: at once if the other calls its parameter
 * in its own body, else later or never. Where the parameter is not seen to be called, the arguments are not known.
 */
export function callbackEdges(world: Codebase, { parameterCalls, handed }: Walked): Edge[] {
  return handed.flatMap(({ callback, to, index, from, otherwise }) => {
    const calls = parameterCalls.filter(({ parameter }) => parameter.in.path === to.in.path && parameter.body === to.body && parameter.index === index);
    if (calls.length === 0) return otherwise ? [otherwise] : [];
    return calls.map((call): Edge => {
      const args = call.args.map((arg) => evaluate(world, call.file, arg));
      return { ...from, callee: callback.in, calleeBody: callback.body, args, made: callback.made, lazy: call.body !== to.body };
    });
  });
}
