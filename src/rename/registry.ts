/** The declaration of a variable under its new name, with the old one as an alias. */
import { childrenOf, parse, type Tree, ts, unwrap } from "../extract/syntax.ts";
import type { At } from "../facts.ts";
import type { Edit } from "../rewrite/edits.ts";
import { lineStarts, offsetOf, renamedAt, type Source } from "./code.ts";

export interface Alias {
  readonly name: string;
  readonly since: string | null;
  readonly removeIn: string | null;
}

/** The edits at an entry whose key stands at the place; null where it is not written as `NAME: builder({ … })`. */
export function entryEdits(source: Source, at: At, key: string, names: { readonly from: string; readonly to: string }, alias: Alias): Edit[] | null {
  const tree = parse(source.path, source.text);
  const start = offsetOf(lineStarts(source.text), at[0], at[1]);
  const property = propertyAt(tree, start);
  const call = property && unwrap(property.initializer);
  const options = call && ts.isCallExpression(call) ? call.arguments.map(unwrap).findLast(ts.isObjectLiteralExpression) : undefined;
  if (property === null || options === undefined) return null;
  const name = property.name;
  const quote = source.text.slice(name.getStart(tree.source), name.getStart(tree.source) + 1);
  const written = ts.isIdentifier(name) ? key : ts.isStringLiteral(name) ? `${quote}${key}${quote}` : null;
  if (written === null) return null;
  const place: At = placeOf(source.text, call!.getStart(tree.source), call!.end);
  const isOfAliases = (edit: Edit): boolean => options.properties.some((one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === "aliases" && edit.start >= one.pos && edit.end <= one.end);
  const within = renamedAt(source, [place], names.from, names.to).edits.filter((edit) => !isOfAliases(edit));
  return [{ start: name.getStart(tree.source), end: name.end, text: written }, ...within, aliasEdit(tree, options, alias)];
}

/** The edits at `fallbackTo` of other entries. */
export function fallbackEdits(source: Source, from: string, to: string): Edit[] {
  const tree = parse(source.path, source.text);
  const found: Edit[] = [];
  const stack: ts.Node[] = [tree.source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === "fallbackTo") {
      const value = unwrap(node.initializer);
      if (ts.isStringLiteralLike(value) && value.text === from) found.push({ start: value.getStart(tree.source) + 1, end: value.end - 1, text: to });
    }
    for (const child of childrenOf(node)) stack.push(child);
  }
  return found;
}

function propertyAt(tree: Tree, start: number): ts.PropertyAssignment | null {
  const stack: ts.Node[] = [tree.source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isPropertyAssignment(node) && node.name.getStart(tree.source) === start) return node;
    for (const child of childrenOf(node)) if (child.pos <= start && child.end > start) stack.push(child);
  }
  return null;
}

/** Into the list of aliases where there is one, else as the last option, in the manner of the others. */
function aliasEdit(tree: Tree, options: ts.ObjectLiteralExpression, alias: Alias): Edit {
  const { text } = tree;
  const quote = /'/.test(text) && !/"/.test(text) ? "'" : "\"";
  const quoted = (word: string): string => `${quote}${word}${quote}`;
  const fields = [`name: ${quoted(alias.name)}`, ...(alias.since === null ? [] : [`since: ${quoted(alias.since)}`]), ...(alias.removeIn === null ? [] : [`removeIn: ${quoted(alias.removeIn)}`])];
  const item = alias.since === null && alias.removeIn === null ? quoted(alias.name) : `{ ${fields.join(", ")} }`;
  const known = options.properties.find((one): one is ts.PropertyAssignment => ts.isPropertyAssignment(one) && ts.isIdentifier(one.name) && one.name.text === "aliases");
  const list = known && unwrap(known.initializer);
  if (list && ts.isArrayLiteralExpression(list)) return insertion(text, list.elements, list.getStart(tree.source) + 1, list.end - 1, item);
  return insertion(text, options.properties, options.getStart(tree.source) + 1, options.end - 1, `aliases: [${item}]`);
}

/** Behind the last item, on a line of its own where the last one has one. */
function insertion(text: string, items: ts.NodeArray<ts.Node>, open: number, close: number, item: string): Edit {
  const last = items.at(-1);
  if (last === undefined) return { start: open, end: close, text: text.slice(open, close).includes("\n") ? `${item}${text.slice(open, close)}` : ` ${item} ` };
  const lead = /(\r?\n[ \t]*)[^\n]*$/.exec(text.slice(0, last.end))?.[1] ?? "";
  const isAlone = /\n[ \t]*$/.test(text.slice(0, text.length).slice(open, firstOf(text, last.pos)));
  const between = isAlone ? `,${lead}` : ", ";
  return { start: last.end, end: last.end, text: `${between}${item}` };
}

function firstOf(text: string, pos: number): number {
  return pos + (/^\s*/.exec(text.slice(pos))?.[0].length ?? 0);
}

function placeOf(text: string, start: number, end: number): At {
  const starts = lineStarts(text);
  const at = (offset: number): [number, number] => {
    const line = starts.findLastIndex((one) => one <= offset);
    return [line + 1, offset - starts[line]! + 1];
  };
  return [...at(start), ...at(end)];
}
