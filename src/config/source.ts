/** The text of a configuration, and complaints that point into it. */
import type { At } from "../facts.ts";
import { UsageError } from "../verdict.ts";

export interface Source {
  /** As printed: relative to the working directory, POSIX. */
  readonly file: string;
  /** Without a byte order mark. */
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly starts: readonly number[];
}

/** A stretch of the text, in UTF-16 units; every node of jsonc-parser is one. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

const WIDTH = 120;

/** A text with its lines found; LF, CRLF and CR end a line. */
export function sourceOf(file: string, text: string): Source {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return { file, text, starts };
}

/** A usage error `file:line:column: what`, the source line, and a caret under the span. */
export function fault(source: Source, span: Span, what: string, mend: string): UsageError {
  return new UsageError(`${where(source, span)}: ${what}\n${excerpt(source, span)}`, mend);
}

/** `file:line:column` of the start of the span. */
export function where(source: Source, span: Span): string {
  const [line, column] = placeOf(source, span);
  return `${source.file}:${line}:${column}`;
}

/** The place of the span: lines and columns from 1, the end exclusive. */
export function placeOf(source: Source, span: Span): At {
  return [...position(source, span.offset), ...position(source, span.offset + span.length)];
}

function position({ starts }: Source, offset: number): [line: number, column: number] {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return [low + 1, offset - (starts[low] ?? 0) + 1];
}

function excerpt(source: Source, span: Span): string {
  const [line, column] = placeOf(source, span);
  const full = source.text.slice(source.starts[line - 1], source.starts[line]).replace(/[\r\n]+$/, "");
  // A minified file is one long line: show the part around the place.
  const from = full.length > WIDTH ? Math.max(0, column - 1 - WIDTH / 2) : 0;
  const text = full.slice(from, from + WIDTH);
  const lead = text.slice(0, column - 1 - from).replace(/[^\t]/g, " ");
  const carets = "^".repeat(Math.max(1, Math.min(span.length, text.length - lead.length)));
  return `  ${text}\n  ${lead}${carets}`;
}
