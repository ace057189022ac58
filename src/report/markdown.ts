/** Tables in Markdown. */
import { widthOf } from "./cells.ts";

/** A GFM table whose columns are aligned by their width on a terminal; `|` in cells is escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => widthOf(row[column]!))));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell + " ".repeat(widths[column]! - widthOf(cell))).join(" | ")} |\n`;
  const [first, ...others] = cells;
  return line(first!) + line(widths.map((width) => "-".repeat(width))) + others.map(line).join("");
}
