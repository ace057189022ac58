/** The source line of a place, cut to the width of a terminal, and where to underline it. */
import type { At } from "../facts.ts";
import { cellsOf } from "./cells.ts";
import type { Cell } from "./cells.ts";

export interface Excerpt {
  readonly text: string;
  /** Cells before the underline, and cells of it: at least one. */
  readonly lead: number;
  readonly length: number;
}

/** The lines of a text as the parser counts them. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/u);
}

/** The first line of the place in at most `width` cells; of a longer line the stretch around the place. Null where the text has no such line. */
export function excerpt(lines: readonly string[], at: At, width: number): Excerpt | null {
  const line = lines[at[0] - 1];
  if (line === undefined) return null;
  const start = Math.min(at[1] - 1, line.length);
  const end = at[2] > at[0] ? line.trimEnd().length : Math.min(at[3] - 1, line.length);
  return cut(line, start, Math.max(end, start), Math.max(width, 20));
}

function cut(line: string, start: number, end: number, width: number): Excerpt {
  // Of a line of a megabyte only what can be shown is split into characters.
  const from = line.length <= width * 8 ? 0 : between(line, Math.max(0, start - width * 4));
  const to = line.length <= width * 8 ? line.length : between(line, Math.min(line.length, start + width * 4));
  const cells = cellsOf(line.slice(from, to)).map((cell) => ({ ...cell, offset: cell.offset + from }));
  const lastText = cells.findLastIndex((cell) => cell.text.trim() !== "");
  const body = cells.slice(0, lastText + 1);
  const place = indexAt(body, start);
  const [first, last] = windowAround(body, place, width - 2);
  const cutLeft = first > 0 || from > 0;
  const cutRight = last < body.length || to < line.trimEnd().length;
  const window = body.slice(first, last);
  const marked = window.filter((cell) => cell.offset >= start && cell.offset < end);
  return {
    text: `${cutLeft ? "…" : ""}${window.map((cell) => cell.text).join("")}${cutRight ? "…" : ""}`,
    lead: (cutLeft ? 1 : 0) + total(window.filter((cell) => cell.offset < start)),
    length: Math.max(1, total(marked)),
  };
}

/** The stretch of at most `room` cells that begins a third of it before the place, or earlier where the line ends early. */
function windowAround(cells: readonly Cell[], place: number, room: number): [first: number, last: number] {
  // Room for one ellipsis at each end; a line that fits needs none.
  if (total(cells) <= room + 2) return [0, cells.length];
  let [first, last, left] = [place, place, room];
  const toTheLeft = (least: number): void => {
    while (first > 0 && left - widthAt(cells, first - 1) >= least) left -= widthAt(cells, --first);
  };
  toTheLeft(room - Math.floor(room / 3));
  while (last < cells.length && left - widthAt(cells, last) >= 0) left -= widthAt(cells, last++);
  toTheLeft(0);
  return [first, last];
}

function widthAt(cells: readonly Cell[], index: number): number {
  return cells[index]?.width ?? 0;
}

function indexAt(cells: readonly Cell[], offset: number): number {
  const index = cells.findIndex((cell) => cell.offset >= offset);
  return index === -1 ? cells.length : index;
}

function total(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

/** Never splits a surrogate pair. */
function between(line: string, offset: number): number {
  const code = line.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
