/** Places of nodes as lines and columns. */
import type { At } from "../facts.ts";
import type { Tree, ts } from "./syntax.ts";

/** Where a node's first token starts and where it ends. */
export function placeOf(tree: Tree, node: ts.Node): At {
  return span(tree, node.getStart(tree.source), node.end);
}

export function span(tree: Tree, start: number, end: number): At {
  const lines = (tree.lines ??= lineStarts(tree.text));
  const from = lineOf(lines, start);
  const to = lineOf(lines, end);
  return [from + 1, start - lines[from]! + 1, to + 1, end - lines[to]! + 1];
}

/** As the parser counts lines; it makes an object for each place that it is asked for. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  if (!/[\r\u2028\u2029]/.test(text)) {
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}

function lineOf(lines: readonly number[], at: number): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
