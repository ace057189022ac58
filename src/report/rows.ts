/** Labels with what they stand for, below a headline. */
import { printable } from "../verdict.ts";
import type { Paint } from "./text.ts";
import { wrap } from "./wrap.ts";

/** How a stream for people takes text. */
export interface Page {
  readonly paint: Paint;
  /** Cells; `Infinity` where nobody looks at it but grep: one line each. */
  readonly columns: number;
}

/** `command` comes before the text, as code. */
export interface LabelRow {
  readonly label: string;
  readonly command?: string;
  readonly text: string;
}

/** One row each, further lines of it below its text. */
export function renderRows(rows: readonly LabelRow[], { paint, columns }: Page): string {
  return rows.flatMap(({ label, command, text }) => {
    const spans = [...(command === undefined ? [] : [{ text: printable(command), paint: paint.code }, { text: "   " }]), { text: printable(text) }];
    return wrap(spans, Math.max(columns - INDENT, LEAST)).map((row, index) => `  ${paint.dim((index === 0 ? label : "").padEnd(LABEL))} ${row}\n`);
  }).join("");
}

const LABEL = 8;
const INDENT = LABEL + 3;
/** Cells that text gets on the narrowest terminal. */
const LEAST = 20;
