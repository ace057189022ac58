/** The summary of a job of GitHub Actions: a page of Markdown. */
import { printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { itemsOf } from "./items.ts";
import type { Item, ItemOptions } from "./items.ts";
import type { Failure, Tool } from "./json.ts";
import { amount, headlineOf } from "./summary.ts";
import type { Step } from "./summary.ts";
import { uriOf } from "./uri.ts";

export interface JobSummaryOptions extends ItemOptions {
  readonly tool: Tool;
  /** What to run or write next, most urgent first. */
  readonly next: readonly Step[];
  /** The address below which the repository's files are shown; null where it is not known. */
  readonly tree: string | null;
}

/** More rows help nobody, and GitHub refuses a page of more than 1 MiB. */
const ROWS = 100;
const LONGEST = 500;

/** The result, a table of the first hundred items, and what to do next. */
export function renderJobSummary(verdict: Verdict, options: JobSummaryOptions): string {
  const items = itemsOf(verdict, options);
  const paragraphs = [`### ${literal(options.tool.name)}: ${literal(headlineOf(verdict))}`];
  if (items.length > 0) paragraphs.push(["| what | where | what to do |", "| --- | --- | --- |", ...items.slice(0, ROWS).map((item) => row(item, options.tree))].join("\n"));
  if (items.length > ROWS) paragraphs.push(`and ${items.length - ROWS} more: see the log.`);
  paragraphs.push(literal(checked(verdict)));
  if (options.next.length > 0) paragraphs.push(options.next.map(({ command, text }) => `* ${command === undefined ? "" : `${code(command)} `}${literal(text)}`).join("\n"));
  return page(paragraphs);
}

/** The page of a run that a mistake or a bug ended. */
export function renderJobSummaryFailure({ message, mend }: Failure, { tool }: { readonly tool: Tool }): string {
  return page([`### ${literal(tool.name)}: ✖ no verdict`, literal(message), literal(mend)]);
}

/** Other commands of the step may have left the page in the middle of a line. */
function page(paragraphs: readonly string[]): string {
  return `\n${paragraphs.join("\n\n")}\n`;
}

function row({ kind, name, advice, place, line, at }: Item, tree: string | null): string {
  const shown = code(`${place}:${line}${at === null ? "" : `:${at[1]}`}`);
  const address = tree === null ? "" : `${tree}/${uriOf(place)}#L${line}`;
  const where = address === "" || address.length > LONGEST ? shown : `<a href="${address.replaceAll("&", "&amp;")}">${shown}</a>`;
  return `| ${literal(kind)} ${code(name)} | ${where} | ${literal(advice)} |`;
}

function checked({ filesChecked, skipped, parts }: Verdict): string {
  const off = parts.flatMap((part) => (part.off.length === 0 ? [] : [`off${part.folder === "." ? "" : ` in ${part.folder}`}: ${part.off.join(", ")}`]));
  return [`${amount(filesChecked, "file")} checked`, ...(skipped.length > 0 ? [`${skipped.length} not checked`] : []), ...off].join("; ");
}

function code(text: string): string {
  return `<code>${literal(text)}</code>`;
}

/** Text in which neither Markdown nor HTML finds anything to act on, in a table cell too. */
function literal(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return printable(short).replace(/[^\p{L}\p{N} /.,;✔✖…-]/gu, (character) => `&#${character.codePointAt(0)};`);
}
