/** Generated blocks in a page: where they begin and end, and putting new text between the markers. Nothing else of a page is ever touched. Pure. */
import type { Filter } from "./model.ts";

export interface Block {
  /** Line of the begin marker, from 1. */
  readonly line: number;
  readonly filter: Filter;
  /** Offsets of what stands between the two marker lines. */
  readonly start: number;
  readonly end: number;
}

/** What is wrong with the markers of a page. */
export interface MarkerFault {
  readonly line: number;
  readonly what: string;
  readonly mend: string;
}

/** How comments are written in a page. */
export type Comments = "html" | "mdx" | "hash" | "slash";

const OPENERS: Readonly<Record<Comments, readonly [open: string, close: string]>> = { html: ["<!-- ", " -->"], mdx: ["{/* ", " */}"], hash: ["# ", ""], slash: ["// ", ""] };

/** The comment syntax of a file, by its name. */
export function commentsOf(file: string): Comments {
  if (/\.mdx$/i.test(file)) return "mdx";
  if (/\.[cm]?[jt]sx?$/i.test(file)) return "slash";
  return /\.(?:md|markdown|html?)$/i.test(file) ? "html" : "hash";
}

/** The two lines that a page needs. */
export function markers(comments: Comments): readonly [begin: string, end: string] {
  const [open, close] = OPENERS[comments];
  return [`${open}env-contract:begin${close}`, `${open}env-contract:end${close}`];
}

/** The blocks of a page in order, or the first fault of its markers; what stands in a fence of code is no marker. */
export function blocksOf(text: string, comments: Comments): readonly Block[] | MarkerFault {
  const blocks: Block[] = [];
  let open: { readonly line: number; readonly filter: Filter; readonly start: number } | null = null;
  let fence: string | null = null;
  for (const { line, content, start, next } of linesOf(text)) {
    if (comments === "html" || comments === "mdx") {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(content)?.[1];
      if (fence !== null) {
        if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && content.trim() === mark) fence = null;
        continue;
      }
      if (mark !== undefined) {
        fence = mark;
        continue;
      }
    }
    const marker = markerIn(content, comments);
    if (marker === null) continue;
    if (marker.is === "begin") {
      if (open !== null) return { line, what: `a second block begins before the one of line ${open.line} ends`, mend: `close it: ${markers(comments)[1]}` };
      const filter = filterOf(marker.words);
      if ("what" in filter) return { line, ...filter };
      open = { line, filter, start: next };
    } else {
      if (open === null) return { line, what: "a block ends that did not begin", mend: `write ${markers(comments)[0]} before it, or delete the line` };
      blocks.push({ ...open, end: start });
      open = null;
    }
  }
  if (open !== null) return { line: open.line, what: "a block begins and does not end", mend: `write ${markers(comments)[1]} where it ends` };
  return blocks;
}

/** The page with new text in each block, in the line ends that the page has. */
export function withBlocks(text: string, blocks: readonly Block[], render: (filter: Filter) => string): string {
  const eol = /\r\n/.test(text) ? "\r\n" : "\n";
  let written = "";
  let from = 0;
  for (const { start, end, filter } of blocks) {
    written += `${text.slice(from, start)}${eol}${render(filter).trim().replaceAll("\n", eol)}${eol}${eol}`;
    from = end;
  }
  return written + text.slice(from);
}

/** The same text as far as a formatter may change it: line ends, blank lines around, and the padding of tables. */
export function settled(text: string): string {
  const cells = (row: string): string => row.replace(/(?<!\\)\|/g, "\n|").split("\n").map((cell) => cell.trim().replace(/^\|\s*/, "|").replace(/^\|(:?)-+(:?)$/, "|$1-$2")).join(" ");
  return text.replaceAll("\r\n", "\n").split("\n").map((line) => (/^\s*\|/.test(line) ? cells(line.trim()) : line.trimEnd())).filter((line, index, all) => line !== "" || all[index - 1]?.trim() !== "").join("\n").trim();
}

function* linesOf(text: string): Generator<{ readonly line: number; readonly content: string; readonly start: number; readonly next: number }> {
  let line = 0;
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    if (match[0] === "" && match.index === text.length && line > 0) return;
    line += 1;
    yield { line, content: match[1]!, start: match.index, next: match.index + match[0].length };
  }
}

function markerIn(content: string, comments: Comments): { readonly is: "begin" | "end"; readonly words: string } | null {
  const [open, close] = OPENERS[comments];
  const text = content.trim();
  if (!text.startsWith(open.trim()) || !text.endsWith(close.trim())) return null;
  const inner = text.slice(open.trim().length, text.length - close.trim().length).trim();
  const match = /^env-contract:(begin|end)\b(.*)$/.exec(inner);
  return match === null ? null : { is: match[1] as "begin" | "end", words: match[2]!.trim() };
}

function filterOf(words: string): Filter | Pick<MarkerFault, "what" | "mend"> {
  let category: readonly string[] | null = null;
  let audience: Filter["audience"] = "public";
  for (const word of words.split(/\s+/).filter((one) => one !== "")) {
    const [key, value = ""] = word.split("=", 2);
    if (key === "category" && value !== "") category = value.split(",");
    else if (key === "audience" && /^(?:public|internal|all)$/.test(value)) audience = value as Filter["audience"];
    else return { what: `the block says ${word}, which it does not know`, mend: "write category=… (several with commas) or audience=public, internal or all" };
  }
  return { category, audience };
}
