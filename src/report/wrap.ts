/** Text in rows that fit a terminal. */
import { cellsOf, widthOf } from "./cells.ts";

/** A stretch of text and how it is painted. */
export interface Span {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** The spans in rows of at most `width` cells (`Infinity`: one row). Breaks stand between words and, where it fits a row, not within quotes, brackets or braces, so that code can be copied; a word longer than a row breaks after a slash or an underscore, or else where the row ends. */
export function wrap(spans: readonly Span[], width: number): string[] {
  const text = spans.map((span) => span.text).join("");
  return rows(text, width).map(([start, end]) => painted(spans, start, end));
}

/** Offsets in a text, the end not included. */
type Range = readonly [start: number, end: number];

function rows(text: string, width: number): Range[] {
  if (width === Infinity) return [[0, text.length]];
  const found: [start: number, end: number][] = [];
  for (const [start, end] of fitting(text, { range: [0, text.length], depth: 0 }, width)) {
    const row = found.at(-1);
    if (row !== undefined && widthOf(text.slice(row[0], end)) <= width) row[1] = end;
    else found.push([start, end]);
  }
  return found;
}

/** A stretch of text that was split at the spaces outside of brackets and braces that many levels deep. */
interface Part {
  readonly range: Range;
  readonly depth: number;
}

/** Code nests no deeper than the advice that is given. */
const DEEPEST = 6;

/** The part in stretches that fit, each as long as quotes, brackets and braces make it. */
function fitting(text: string, { range, depth }: Part, width: number): Range[] {
  const units = depth < DEEPEST ? unitsOf(text, range, depth) : wordsOf(text, range);
  return units.flatMap((unit) => {
    if (widthOf(text.slice(...unit)) <= width) return [unit];
    return depth < DEEPEST ? fitting(text, { range: unit, depth: depth + 1 }, width) : pieces(text, unit, width);
  });
}

/** What stands between spaces; quotes, and brackets and braces more than `level` deep, taken together. */
function unitsOf(text: string, [from, to]: Range, level: number): Range[] {
  const found: Range[] = [];
  let start = from;
  let depth = 0;
  let quoted = false;
  for (let at = from; at <= to; at++) {
    const character = at === to ? " " : text[at];
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "{" || character === "[")) depth++;
    else if (!quoted && (character === "}" || character === "]")) depth = Math.max(0, depth - 1);
    if (at < to && (character !== " " || quoted || depth > level)) continue;
    if (at > start) found.push([start, at]);
    start = at + 1;
  }
  return found;
}

function wordsOf(text: string, [from, to]: Range): Range[] {
  return [...text.slice(from, to).matchAll(/[^ ]+/gu)].map(({ index, 0: word }): Range => [from + index, from + index + word.length]);
}

function pieces(text: string, [start, end]: Range, width: number): Range[] {
  const word = text.slice(start, end);
  if (widthOf(word) <= width) return [[start, end]];
  let fits = 0;
  let taken = 0;
  for (const cell of cellsOf(word)) {
    taken += cell.width;
    if (taken > width) break;
    fits = cell.offset + cell.text.length;
  }
  const room = word.slice(0, fits);
  const seam = Math.max(room.lastIndexOf("/"), room.lastIndexOf("_")) + 1;
  const length = Math.max(1, seam > 1 ? seam : fits);
  return [[start, start + length], ...pieces(text, [start + length, end], width)];
}

function painted(spans: readonly Span[], start: number, end: number): string {
  let offset = 0;
  let row = "";
  for (const { text, paint = (plain: string) => plain } of spans) {
    const part = text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    if (part !== "") row += paint(part);
    offset += text.length;
  }
  return row;
}
