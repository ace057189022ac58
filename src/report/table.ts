/** Tables for people. */
import { printable } from "../verdict.ts";
import { widthOf } from "./cells.ts";
import type { Page } from "./rows.ts";
import { wrap } from "./wrap.ts";

/** Columns side by side under their heads, as wide as their cells or as the page lets them be: then the widest wrap, names last. A column without any text is left out, and so are the last ones where the page is too narrow for all. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[], { paint, columns }: Page): string {
  const told = head.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ""));
  const names = Math.max(...rows.map((row) => widthOf(printable(row[0] ?? ""))));
  const used = told.slice(0, 1 + Math.max(1, Math.floor((columns - names) / (LEAST + GAP))));
  const cells = [head, ...rows].map((row) => used.map((column) => printable(row[column] ?? "")));
  const widths = fitted(used.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]!)))), columns - GAP * (used.length - 1));
  return cells.map((row, index) => line(row, widths, index === 0 ? paint.dim : (text) => text)).join("");
}

const GAP = 2;
/** Cells that a column keeps on the narrowest terminal. */
const LEAST = 6;

/** Takes cells from the widest column until all fit; from the first, which names the row, only when the others have no more to give. */
function fitted(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted];
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = Math.max(LEAST, ...widths.slice(1));
    const column = widest > LEAST ? widths.lastIndexOf(widest) : 0;
    if (widths[column]! <= LEAST) break;
    widths[column]!--;
  }
  return widths;
}

function line(row: readonly string[], widths: readonly number[], paint: (text: string) => string): string {
  const parts = row.map((cell, column) => (cell === "" ? [] : wrap([{ text: cell }], widths[column]!)));
  const height = Math.max(1, ...parts.map((part) => part.length));
  return Array.from({ length: height }, (_, at) => {
    const texts = parts.map((part, column) => {
      const text = part[at] ?? "";
      return text + " ".repeat(Math.max(0, widths[column]! - widthOf(text)));
    });
    return `${paint(texts.join(" ".repeat(GAP)).trimEnd())}\n`;
  }).join("");
}
