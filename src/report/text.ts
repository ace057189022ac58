/** The report for terminals: grouped by file, with the source, the replacement and the reason. The only user of chalk. */
import { Chalk } from "chalk";
import type { At } from "../facts.ts";
import { byCodeUnit, placeOf, printable } from "../verdict.ts";
import type { Located, Unparsed, Verdict, Violation } from "../verdict.ts";
import { widthOf } from "./cells.ts";
import { excerpt, linesOf } from "./excerpt.ts";
import { GROWN, movedText, PRUNE, SAID } from "./plain.ts";
import { shown, surpluses } from "./shown.ts";
import type { Extent } from "./shown.ts";
import { wrap } from "./wrap.ts";
import type { Span } from "./wrap.ts";

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
  /** Of a path from the root of the run. */
  readonly textOf: (path: string) => string | null;
}

/** The findings, grouped by file, with paths from the root of the run; empty where there is nothing to say. No row is wider than the terminal. */
export function renderText(verdict: Verdict, options: TextOptions): string {
  const groups = new Map<string, (Violation | Unparsed)[]>();
  for (const one of [...verdict.unparsed, ...shown(verdict, options.extent)]) {
    const group = groups.get(placeOf(one));
    if (group === undefined) groups.set(placeOf(one), [one]);
    else group.push(one);
  }
  const surplus = surpluses(verdict);
  const explained = new Set<string>();
  const blocks: string[] = [];
  for (const path of [...groups.keys()].sort(byCodeUnit)) {
    const text = options.textOf(path);
    const around: Around = { lines: text === null ? [] : linesOf(text), options, explained, advised: new Map(), surplus };
    blocks.push(heading(path, options));
    for (const one of (groups.get(path) ?? []).sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1])) {
      blocks.push("reason" in one ? unparsedBlock(one, around) : violationBlock(one, around));
    }
  }
  const baselines = [...verdict.stale, ...verdict.grown].map(placeOf);
  for (const path of [...new Set(baselines)].sort(byCodeUnit)) blocks.push(`${heading(path, options)}\n${baselineBlock(path, verdict, options)}`);
  return blocks.join("\n");
}

interface Around {
  /** Of the file. */
  readonly lines: readonly string[];
  readonly options: TextOptions;
  /** Kinds whose why was said. */
  readonly explained: Set<string>;
  /** Long advice that was given in this file, and where. */
  readonly advised: Map<string, At>;
  readonly surplus: ReadonlyMap<Violation, string>;
}

const GUTTER = 7;
const LABEL = 10;
/** Cells of advice that is sooner read again than looked up. */
const SHORT = 60;

function violationBlock(violation: Violation, { lines, options, explained, advised, surplus }: Around): string {
  const { paint } = options;
  const { kind, name, status, at, declaredAt, via, folder } = violation;
  const more = surplus.get(violation);
  const tags = [...(status === "new" ? [] : [status]), ...(more === undefined ? [] : [more])];
  const spans = [
    { text: kind, paint: status === "new" ? paint.bad : paint.warn },
    { text: " " },
    { text: printable(name), paint: paint.bold },
    { text: printable(sequel(violation)), paint: paint.dim },
    { text: tags.length === 0 ? "" : ` [${tags.join("; ")}]`, paint: paint.warn },
  ];
  const rows: Row[] = [];
  if (status !== "allowed") rows.push(advice(violation, advised, paint));
  if (declaredAt !== null) rows.push(["declared", `${placeOf({ ...declaredAt, folder })}:${declaredAt.at[0]}:${declaredAt.at[1]}`]);
  if (via.length > 0) rows.push(["through", via.map((site) => `${placeOf({ ...site, folder })}:${site.at[0]}`).join(", ")]);
  const why = options.why.get(kind);
  if (status === "new" && why !== undefined && !explained.has(kind)) {
    explained.add(kind);
    rows.push(["why", why]);
  }
  return `${placed(at, spans, options)}${source(at, lines, options)}${rows.map((row) => labelled(row, options)).join("")}`;
}

/** What follows kind and name: the message, less the words that only repeat them. */
function sequel({ kind, name, message }: Violation): string {
  if (message.startsWith(`${kind}s ${name}`)) return message.slice(`${kind}s ${name}`.length);
  const [verb = ""] = message.split(" ", 1);
  return SAID.has(kind) && message.startsWith(`${verb} ${name}`) ? `  ${verb} it${message.slice(`${verb} ${name}`.length)}` : `  ${message}`;
}

function advice({ name, at, mend }: Violation, advised: Map<string, At>, paint: Paint): Row {
  const key = `${name}\n${mend}`;
  const before = advised.get(key);
  if (before !== undefined && widthOf(mend) > SHORT) return ["mend", `as at ${before[0]}:${before[1]}`, paint.good];
  advised.set(key, at);
  return mend.startsWith("write ") ? ["write", mend.slice(6), paint.good] : ["mend", mend, paint.good];
}

function unparsedBlock({ reason, at, message }: Unparsed, { lines, options }: Around): string {
  const { paint } = options;
  return `${placed(at, [{ text: `unparsed ${printable(reason)}`, paint: paint.bad }, { text: `  ${printable(message)}`, paint: paint.dim }], options)}${source(at, lines, options)}`;
}

function baselineBlock(path: string, verdict: Verdict, options: TextOptions): string {
  const here = <T extends Located>(items: readonly T[]): T[] => items.filter((one) => placeOf(one) === path);
  const { paint } = options;
  const entry = (word: string, text: string, reason: string): Span[] => [{ text: word, paint: paint.bad }, { text: " " }, { text: printable(text), paint: paint.bold }, { text: `  ${printable(reason)}`, paint: paint.dim }];
  const stale = here(verdict.stale).sort((a, b) => a.line - b.line).map(({ entry: text, line: at, reason }) => hanging(`${`${at}`.padStart(GUTTER - 2)}  `, entry("stale", text, reason), options));
  const grown = here(verdict.grown).sort((a, b) => a.line - b.line).map(({ entry: text, line: at }) => hanging(`${`${at}`.padStart(GUTTER - 2)}  `, entry("grown", text, GROWN), options));
  const moved = here(verdict.moved).map((one) => labelled(["moved", movedText(one).slice("moved ".length)], options));
  const run = stale.length === 0 ? "" : labelled(["run", PRUNE, paint.good], options);
  return [...stale, ...grown, ...moved, run].join("");
}

function heading(path: string, { paint, columns }: TextOptions): string {
  return wrap([{ text: printable(path), paint: paint.path }], columns).map((row) => `${row}\n`).join("");
}

function placed(at: At, spans: readonly Span[], options: TextOptions): string {
  return hanging(`${`${at[0]}:${at[1]}`.padStart(GUTTER)}  `, spans, options);
}

/** The spans behind a prefix; further rows begin below their first. */
function hanging(prefix: string, spans: readonly Span[], { columns }: TextOptions): string {
  return wrap(spans, Math.max(columns - prefix.length, LEAST)).map((row, index) => `${index === 0 ? prefix : " ".repeat(prefix.length)}${row}\n`).join("");
}

/** Cells that text gets on the narrowest terminal. */
const LEAST = 20;

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
  return wrap([{ text: printable(text), paint: mark }], Math.max(columns - GUTTER - 3 - LABEL, LEAST))
    .map((row, index) => `${" ".repeat(GUTTER)} ${paint.dim("│")} ${paint.dim((index === 0 ? label : "").padEnd(LABEL))}${row}\n`)
    .join("");
}
