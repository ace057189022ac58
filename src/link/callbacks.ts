/** Callbacks that functions of the codebase call themselves: they run when their caller does. */
import type { Edge, Walked } from "./walk.ts";

/** A call from wherever a parameter is called to each function that is handed there; where none is seen, the function is kept for later. */
export function callbackEdges({ parameterCalls, handed }: Walked): Edge[] {
  return handed.flatMap(({ callback, to, index, otherwise }) => {
    const calls = parameterCalls.filter(({ parameter }) => parameter.in.path === to.in.path && parameter.body === to.body && parameter.index === index);
    if (calls.length === 0) return otherwise ? [otherwise] : [];
    return calls.map(({ file, body, at, args }): Edge => ({ file, body, at, callee: callback.in, calleeBody: callback.body, args, made: callback.made, lazy: false }));
  });
}
