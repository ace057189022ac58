/** The report for terminals: grouped by file, with the source, the replacement and the reason. The only user of chalk. */
import { Chalk } from "chalk";
import type { At } from "../facts.ts";
import { byCodeUnit, line, printable } from "../verdict.ts";
import type { Stale, Unparsed, Verdict, Violation } from "../verdict.ts";
import { widthOf } from "./cells.ts";
import { excerpt, linesOf } from "./excerpt.ts";
import { movedText, PRUNE } from "./plain.ts";
import { shown, surpluses } from "./shown.ts";
import type { Extent } from "./shown.ts";

/** How text is marked: by colour, or not at all. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly good: (text: string) => string;
  readonly code: (text: string) => string;
  readonly path: (text: string) => string;
}

/** The sixteen colours that every theme sets, or none. */
export function painter(colours: "ansi" | "none"): Paint {
  const chalk = new Chalk({ level: colours === "ansi" ? 1 : 0 });
  return { bold: chalk.bold, dim: chalk.dim, bad: chalk.red.bold, warn: chalk.yellow, good: chalk.green, code: chalk.cyan, path: chalk.bold.underline };
}

export interface TextOptions {
  readonly paint: Paint;
  /** Width of the terminal in cells. */
  readonly columns: number;
  readonly extent: Extent;
  /** Why a kind matters, by kind. */
  readonly why: ReadonlyMap<string, string>;
  readonly textOf: (path: string) => string | null;
}

/** The findings, grouped by file; empty where there is nothing to say. */
export function renderText(verdict: Verdict, options: TextOptions): string {
  const groups = new Map<string, (Violation | Unparsed)[]>();
  for (const one of [...verdict.unparsed, ...shown(verdict, options.extent)]) {
    const group = groups.get(one.path);
    if (group === undefined) groups.set(one.path, [one]);
    else group.push(one);
  }
  const surplus = surpluses(verdict);
  const explained = new Set<string>();
  const blocks: string[] = [];
  for (const path of [...groups.keys()].sort(byCodeUnit)) {
    const text = options.textOf(path);
    const lines = text === null ? [] : linesOf(text);
    blocks.push(`${options.paint.path(printable(path))}\n`);
    for (const one of (groups.get(path) ?? []).sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1])) {
      blocks.push("reason" in one ? unparsedBlock(one, lines, options) : violationBlock(one, { lines, options, explained, surplus }));
    }
  }
  if (verdict.stale.length > 0) blocks.push(staleBlock(verdict, verdict.stale, options));
  return blocks.join("\n");
}

interface Around {
  readonly lines: readonly string[];
  readonly options: TextOptions;
  readonly explained: Set<string>;
  readonly surplus: ReadonlyMap<string, string>;
}

const GUTTER = 7;
const LABEL = 10;

function violationBlock(violation: Violation, { lines, options, explained, surplus }: Around): string {
  const { paint } = options;
  const { kind, name, status, message, mend, declaredAt, via } = violation;
  const kindText = status === "new" ? paint.bad(kind) : paint.warn(kind);
  const more = surplus.get(line(violation));
  const tags = [...(status === "new" ? [] : [status]), ...(more === undefined ? [] : [more])];
  const tag = tags.length === 0 ? "" : ` ${paint.warn(`[${tags.join("; ")}]`)}`;
  const rows: Row[] = [];
  if (status !== "allowed") rows.push(mend.startsWith("write ") ? ["write", printable(mend.slice(6)), paint.good] : ["mend", printable(mend), paint.good]);
  if (declaredAt !== null) rows.push(["declared", printable(`${declaredAt.path}:${declaredAt.at[0]}:${declaredAt.at[1]}`)]);
  if (via.length > 0) rows.push(["through", via.map((site) => printable(`${site.path}:${site.at[0]}`)).join(", ")]);
  const why = options.why.get(kind);
  if (status === "new" && why !== undefined && !explained.has(kind)) {
    explained.add(kind);
    rows.push(["why", why]);
  }
  return `${place(violation.at)}  ${kindText} ${paint.bold(printable(name))}${tag}  ${paint.dim(printable(message))}\n${source(violation.at, lines, options)}${rows.map((row) => labelled(row, options)).join("")}`;
}

function unparsedBlock({ reason, at, message }: Unparsed, lines: readonly string[], options: TextOptions): string {
  return `${place(at)}  ${options.paint.bad(`unparsed ${reason}`)}  ${options.paint.dim(printable(message))}\n${source(at, lines, options)}`;
}

function staleBlock(verdict: Verdict, stale: readonly Stale[], options: TextOptions): string {
  const { paint } = options;
  const lines = stale.toSorted((a, b) => a.line - b.line).map(({ entry, line: at, reason }) => `${`${at}`.padStart(GUTTER - 2)}  ${paint.bad("stale")} ${paint.bold(printable(entry))}  ${paint.dim(printable(reason))}\n`);
  const moved = verdict.moved.map((one) => labelled(["moved", printable(movedText(one).slice("moved ".length))], options));
  return `${paint.path(printable(verdict.baseline))}\n\n${lines.join("")}${moved.join("")}${labelled(["run", PRUNE, paint.good], options)}`;
}

function place(at: At): string {
  return `${at[0]}:${at[1]}`.padStart(GUTTER);
}

function source(at: At, lines: readonly string[], { paint, columns }: TextOptions): string {
  const found = excerpt(lines, at, columns - GUTTER - 3);
  if (found === null || found.text.trim() === "") return "";
  const number = `${at[0]}`.padStart(GUTTER);
  const bar = paint.dim("│");
  return `${paint.dim(number)} ${bar} ${found.text}\n${" ".repeat(GUTTER)} ${bar} ${" ".repeat(found.lead)}${paint.bad("^".repeat(found.length))}\n`;
}

/** What stands under a finding; painted line by line, so that no colour runs over the gutter. */
type Row = readonly [label: string, text: string, paint?: (text: string) => string];

function labelled([label, text, mark = (plain) => plain]: Row, { paint, columns }: TextOptions): string {
  const width = columns - GUTTER - 3 - LABEL;
  return wrap(text, Math.max(width, 30))
    .map((row, index) => `${" ".repeat(GUTTER)} ${paint.dim("│")} ${paint.dim((index === 0 ? label : "").padEnd(LABEL))}${mark(row)}\n`)
    .join("");
}

/** A word longer than a line stands alone. */
function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (row !== "" && widthOf(longer) > width) {
      rows.push(row);
      row = word;
    } else row = longer;
  }
  return [...rows, row];
}
