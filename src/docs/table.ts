/** Tables of entries: which columns there are, and what stands in them. Pure. */
import { isComputed } from "../declared.ts";
import type { Constant, Entry } from "../linked.ts";
import { defaultText, textOption, typeText } from "./model.ts";
import type { DocsEntry, DocsInput, PageOptions } from "./model.ts";

/** How a format writes text into a cell. */
export interface Pen {
  /** Prose: all that the format would take for markup is escaped. */
  readonly prose: (text: string) => string;
  readonly code: (text: string) => string;
  /** A default that is a text. */
  readonly value: (text: string) => string;
}

interface Column {
  readonly title: string;
  readonly cell: (row: DocsEntry, pen: Pen, options: PageOptions) => string;
}

const WHEN = { import: "import", start: "start", call: "call", direct: "past the registry" } as const;

const COLUMNS: Readonly<Record<string, Column>> = {
  variable: { title: "Variable", cell: ({ name }, pen) => pen.code(name) },
  type: { title: "Type", cell: ({ entry }, pen) => pen.prose(typeText(entry)) },
  default: { title: "Default", cell: ({ entry }, pen, { labels }) => defaultCell(entry, pen, labels) },
  category: { title: "Category", cell: ({ entry }, pen) => pen.prose(entry.category ?? "") },
  description: { title: "Description", cell: ({ entry }, pen) => pen.prose(descriptionOf(entry)) },
  appliesTo: { title: "Applies to", cell: ({ entry }, pen) => pen.prose((entry.lists["appliesTo"] ?? texts(entry.options["appliesTo"])).join(", ")) },
  readTime: { title: "Read at", cell: ({ timing }, pen) => pen.prose(timing === null ? "never" : WHEN[timing]) },
  precedence: { title: "Precedence", cell: ({ entry }, pen) => pen.prose(textOption(entry.options["precedence"]) ?? "") },
  invalid: { title: "Invalid value", cell: ({ entry }, pen) => (entry.builder === "str" ? "" : `raises ${pen.code("EnvVarError")}`) },
  lifecycle: { title: "Lifecycle", cell: ({ entry }, pen, { labels }) => pen.prose(lifecycleOf(entry, labels)) },
  owner: { title: "Owner", cell: ({ entry }, pen) => pen.prose(textOption(entry.options["owner"]) ?? "") },
  argument: { title: "Argument", cell: ({ entry }, pen) => (textOption(entry.options["argument"]) === null ? "" : pen.code(textOption(entry.options["argument"])!)) },
  disposition: { title: "Disposition", cell: ({ entry }, pen) => pen.prose(textOption(entry.options["disposition"]) ?? "") },
  example: { title: "Example", cell: ({ entry }, pen) => (textOption(entry.options["example"]) === null ? "" : pen.code(textOption(entry.options["example"])!)) },
};

const USUAL = ["variable", "type", "default", "category", "description"];

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table of the rows in the page's columns, without those of `leave`; old names as rows of their own where the page wishes so. */
export function tableOf(rows: readonly DocsEntry[], options: PageOptions, pen: Pen, leave: readonly string[] = []): Table {
  const columns = (options.columns ?? USUAL.filter((id) => !leave.includes(id))).map((one) => (typeof one === "string" ? { id: one, title: COLUMNS[one]?.title ?? one } : one));
  const cells = (row: DocsEntry): string[] => columns.map(({ id }) => COLUMNS[id]?.cell(row, pen, options) ?? "");
  return {
    head: columns.map(({ title }) => title),
    rows: rows.flatMap((row) => {
      const own = cells(row);
      if (options.aliases !== "rows") return [own];
      const old = row.entry.aliases.map((alias) => columns.map(({ id }, index) => (id === "variable" ? pen.code(alias.name) : id === "description" ? `${pen.prose("Old name of")} ${pen.code(row.name)}${until(row.entry, alias.name, pen)}.` : id === "lifecycle" ? pen.prose("Deprecated") : (own[index] ?? ""))));
      return [own, ...old];
    }),
  };
}

/** Old and removed names; null where there is none. */
export function formerNames(rows: readonly DocsEntry[], { removed }: DocsInput, options: PageOptions, pen: Pen): Table | null {
  const aliases = options.aliases === "rows" ? [] : rows.flatMap(({ name, entry }) => entry.aliases.map((alias) => [pen.code(alias.name), `${pen.prose("use")} ${pen.code(name)}${until(entry, alias.name, pen)}`]));
  const gone = removed.map(({ name, reason }) => [pen.code(name), pen.prose(`removed: ${reason}`)]);
  const all = [...aliases, ...gone];
  return all.length === 0 ? null : { head: ["Former name", "Instead"], rows: all };
}

function until({ aliases }: Entry, name: string, pen: Pen): string {
  const removeIn = aliases.find((one) => one.name === name)?.removeIn;
  return removeIn === undefined ? "" : pen.prose(`, until ${removeIn}`);
}

function defaultCell(entry: Entry, pen: Pen, labels: Readonly<Record<string, string>>): string {
  const { text, is } = defaultText(entry, labels);
  // What is said is Markdown: its author may mean `code`.
  return is === "text" ? pen.value(text) : is === "number" ? pen.prose(text) : text.replace(/\s+/g, " ").replace(/(?<!\\)\|/g, "\\|");
}

/** One line, without what only the source needs. */
export function descriptionOf({ description }: Entry): string {
  return (description ?? "").replace(/\s+/g, " ").trim();
}

function lifecycleOf({ options }: Entry, labels: Readonly<Record<string, string>>): string {
  const word = textOption(options["lifecycle"]) ?? "stable";
  const note = textOption(options["lifecycleNote"]);
  const said = labels[word] ?? word[0]!.toUpperCase() + word.slice(1);
  return note === null ? said : `${said}${/^\W/.test(note) ? "" : " "}${note}`;
}

function texts(value: Constant): readonly string[] {
  return value === undefined || value === null || isComputed(value) ? [] : [String(value)];
}
