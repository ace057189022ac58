/** Tables in GitHub's Markdown, and in MDX 3. Pure. */
import { chosen } from "./model.ts";
import type { DocsEntry, DocsInput, Filter, PageOptions } from "./model.ts";
import { formerNames, tableOf } from "./table.ts";
import type { Pen, Table } from "./table.ts";

/** The block of a Markdown page: one table, or one for each group, and one of former names. */
export function renderMarkdown(input: DocsInput, filter: Filter, options: PageOptions): string {
  return renderTables(input, filter, options, MARKDOWN);
}

/** The block of an MDX page: sections by category with their intros, as `categories` says it; a category with a parent is a subsection. */
export function renderMdx(input: DocsInput, filter: Filter, options: PageOptions): string {
  const rows = chosen(input, filter);
  const used = new Set(rows.map(({ entry }) => entry.category ?? ""));
  const ids = [...new Set([...input.categories.filter((id) => used.has(id)), ...[...used].sort()])];
  const parents = new Set<string>();
  const parts: string[] = [];
  for (const id of ids) {
    const section = input.sections.get(id);
    const parent = section?.parent;
    if (parent !== undefined && !parents.has(parent)) parts.push(`## ${MDX.prose(input.sections.get(parent)?.title ?? parent)}`, ...intro(input.sections.get(parent)?.intro));
    if (parent !== undefined) parents.add(parent);
    parents.add(id);
    parts.push(`${parent === undefined ? "##" : "###"} ${MDX.prose(section?.title ?? id)}`, ...intro(section?.intro), grid(tableOf(rows.filter(({ entry }) => (entry.category ?? "") === id), options, MDX, ["category"])));
  }
  const former = formerNames(rows, input, options, MDX);
  return [...parts, ...(former === null ? [] : ["## Former names", grid(former)])].join("\n\n");
}

/** What an intro says is Markdown already. */
function intro(text: string | undefined): string[] {
  return text === undefined || text.trim() === "" ? [] : [text.trim()];
}

function renderTables(input: DocsInput, filter: Filter, options: PageOptions, pen: Pen): string {
  const rows = chosen(input, filter);
  const former = formerNames(rows, input, options, pen);
  const tables = options.groupBy === null ? [grid(tableOf(rows, options, pen))] : groups(rows, options.groupBy, input).map(([title, own]) => `### ${pen.prose(title)}\n\n${grid(tableOf(own, options, pen, [options.groupBy!]))}`);
  return [...tables, ...(former === null ? [] : [grid(former)])].join("\n\n");
}

function groups(rows: readonly DocsEntry[], by: "category" | "owner", { categories, sections }: DocsInput): [title: string, rows: DocsEntry[]][] {
  const keyOf = ({ entry }: DocsEntry): string => (by === "category" ? entry.category : entry.options["owner"])?.toString() ?? "";
  const keys = [...new Set(rows.map(keyOf))].sort();
  const order = by === "category" ? [...categories.filter((id) => keys.includes(id)), ...keys.filter((key) => !categories.includes(key))] : keys;
  return order.map((key) => [(by === "category" ? sections.get(key)?.title : undefined) ?? (key === "" ? `without ${by}` : key), rows.filter((row) => keyOf(row) === key)]);
}

/** Columns padded to one width, so that the source reads as well. */
function grid({ head, rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => [...row[column]!].length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, column) => cell + " ".repeat(widths[column]! - [...cell].length)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** A code span that holds any text; a `|` ends a cell even there. */
function code(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = flat === "" || /^[` ]|[` ]$/.test(flat) ? " " : "";
  return `${fence}${pad}${flat}${pad}${fence}`.replaceAll("|", "\\|");
}

/** Every mark that could begin markup is escaped; backticks of the author stay code where they pair, and addresses become links. */
function prose(text: string, special: RegExp): string {
  const escaped = (part: string): string => part.replace(special, "\\$&");
  const linked = (part: string): string => part.split(ADDRESS).map((one, index) => (index % 2 === 1 ? `[${escaped(one)}](${one.replace(/[()<>|{}\\*`]/g, encodeURIComponent).replace(/[()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)})` : escaped(one))).join("");
  return text
    .replace(/\s+/g, " ")
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll("|", "\\|") : linked(part)))
    .join("");
}

/** A bare address without what may follow it in a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>`|]*[^\s<>`|.,;:!?)'"*_])/;

const MARKDOWN: Pen = { prose: (text) => prose(text, /[\\`*_[\]<>|~&#]/g), code, value: (text) => prose(text, /[\\`*_[\]<>|~&#]/g) };
const MDX: Pen = { prose: (text) => prose(text, /[\\`*_[\]<>{}|~&#]/g), code, value: (text) => code(text) };
