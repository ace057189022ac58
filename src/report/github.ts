/** The report for GitHub Actions: workflow commands, which become annotations of the pull request. */
import { printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { itemsOf } from "./items.ts";
import type { Item, ItemOptions, State } from "./items.ts";
import type { Failure, Tool } from "./json.ts";
import { unixLine } from "./unix.ts";

/** GitHub shows so many annotations of one level for a step, and drops the others without a word. */
const LIMIT = 10;

type Level = "error" | "warning" | "notice";

const LEVELS: Readonly<Record<State, Level>> = { unparsed: "error", new: "error", grown: "error", stale: "error", known: "warning", allowed: "notice" };

/** One command for each item, as many as GitHub shows; the others are plain lines in a fold of the log, and a notice counts them. */
export function renderGithub(verdict: Verdict, options: ItemOptions & { readonly tool: Tool }): string {
  const shown: Item[] = [];
  const folded: Item[] = [];
  // The notice that counts the others is one of ten, too.
  const room: Record<Level, number> = { error: LIMIT, warning: LIMIT, notice: LIMIT - 1 };
  for (const item of itemsOf(verdict, options)) (room[LEVELS[item.state]]-- > 0 ? shown : folded).push(item);
  const lines = shown.map((item) => annotation(item, options.tool));
  if (folded.length > 0) {
    const name = options.tool.name;
    lines.push(command("group", {}, `${name}: ${folded.length} more`), ...folded.map((item) => inert(unixLine(item))), command("endgroup", {}, ""));
    lines.push(command("notice", { title: name }, `${folded.length} more: GitHub shows ${LIMIT} annotations of a step; the others are in its log, the first of them in its summary`));
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** A mistake or a bug as the one annotation. */
export function renderGithubFailure({ message, mend }: Failure, { tool }: { readonly tool: Tool }): string {
  return `${command("error", { title: tool.name }, `${message}\n${mend}`)}\n`;
}

/** The text with nothing in it that the runner takes for a command: it reads stderr too. */
export function inert(text: string): string {
  return text.replace(/^(\s*:)(?=:)/gmu, `$1${BREAK}`).replaceAll("##[", `#${BREAK}#[`);
}

/** Has no width, and parts what it stands in. */
const BREAK = "\u200b";

/** The log shows nothing but the data: it says place and kind once more. */
function annotation(item: Item, tool: Tool): string {
  const { state, kind, place, line, at } = item;
  const [, column, endLine, endColumn] = at ?? [];
  // Columns are refused where a range has several lines.
  const columns = at !== null && endLine === line ? { col: column, endColumn } : {};
  return command(LEVELS[state], { file: printable(place), line, endLine: endLine ?? line, ...columns, title: `${tool.name}: ${kind}` }, unixLine(item));
}

/** `::name key=value,…::data`, escaped as the runner undoes it. */
function command(name: string, properties: Readonly<Record<string, string | number | undefined>>, data: string): string {
  const pairs = Object.entries(properties).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${escaped(`${value}`).replaceAll(":", "%3A").replaceAll(",", "%2C")}`]));
  return `::${name}${pairs.length === 0 ? "" : ` ${pairs.join(",")}`}::${escaped(data)}`;
}

function escaped(text: string): string {
  return text.split(/\r?\n/u).map(printable).join("\n").replaceAll("%", "%25").replaceAll("\n", "%0A");
}
