/** Formats that programs read: `.env` files, type declarations, JSON and its schema. Pure. */
import { chosen, defaultText, defaultValue, LABELS, textOption, typeText } from "./model.ts";
import type { DocsEntry, DocsInput, Filter } from "./model.ts";
import { descriptionOf } from "./table.ts";

/** `.env.example`: each variable commented out with its default, below what it is for; a required one is left open to be filled in. */
export function renderDotenv(input: DocsInput, filter: Filter): string {
  return chosen(input, filter).map(({ name, entry }) => {
    const value = defaultValue(entry);
    const about = descriptionOf(entry);
    const head = [...(about === "" ? [] : [`# ${about}`]), `# ${typeText(entry)}, ${plain(defaultText(entry, {}).text)}${entry.options["secret"] === true ? ", secret" : ""}`];
    return [...head, entry.options["required"] === true ? `${name}=` : `# ${name}=${value === null ? "" : quoted(value)}`].join("\n");
  }).join("\n\n");
}

/** What a label says without its marks. */
function plain(text: string): string {
  return text === LABELS.empty ? "empty by default" : text.replaceAll("`", "").replace(/\s+/g, " ");
}

/** As dotenv reads it back: quoted where a bare text would be cut. */
function quoted(value: string): string {
  if (/^[\w./:@,+-]*$/.test(value)) return value;
  const quote = ["'", '"', "`"].find((one) => !value.includes(one)) ?? '"';
  return `${quote}${value.replace(/\r?\n/g, "\\n")}${quote}`;
}

/** The names as properties of `NodeJS.ProcessEnv`: for code that still reads them directly. */
export function renderDts(input: DocsInput, filter: Filter): string {
  const fields = chosen(input, filter).map(({ name, entry }) => `${doc(descriptionOf(entry), "      ")}      readonly ${name}?: ${entry.choices === null ? "string" : entry.choices.map((word) => JSON.stringify(word)).join(" | ")};\n`);
  return `declare global {\n  namespace NodeJS {\n    interface ProcessEnv {\n${fields.join("")}    }\n  }\n}\n\nexport {};`;
}

function doc(text: string, indent: string): string {
  return text === "" ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

/** A document that says what the tables say. */
export function renderJson(input: DocsInput, filter: Filter): string {
  const variables = chosen(input, filter).map(({ name, entry, timing }) => ({
    name,
    type: entry.builder,
    ...(entry.choices !== null && { choices: entry.choices }),
    default: defaultValue(entry),
    required: entry.options["required"] === true,
    category: entry.category,
    description: descriptionOf(entry),
    secret: entry.options["secret"] === true,
    lifecycle: textOption(entry.options["lifecycle"]) ?? "stable",
    aliases: entry.aliases.map(({ name: alias, since, removeIn }) => ({ name: alias, ...(since !== undefined && { since }), ...(removeIn !== undefined && { removeIn }) })),
    readAt: timing,
  }));
  return JSON.stringify({ version: 1, generatedBy: GENERATED_BY, variables, removed: input.removed }, null, 2);
}

/** A schema of an environment: an object of texts. */
export function renderJsonSchema(input: DocsInput, filter: Filter): string {
  const rows = chosen(input, filter);
  return JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    $comment: GENERATED_BY,
    type: "object",
    properties: Object.fromEntries(rows.map((row) => [row.name, property(row)])),
    required: rows.filter(({ entry }) => entry.options["required"] === true).map(({ name }) => name),
  }, null, 2);
}

/** How a file that is written whole says whose it is. */
export const GENERATED_BY = "env-contract docs";

function property({ entry }: DocsEntry): object {
  const value = defaultValue(entry);
  const about = descriptionOf(entry);
  return { type: "string", ...(about !== "" && { description: about }), ...pattern(entry.builder), ...(entry.options["secret"] === true && { writeOnly: true }), ...(value !== null && { default: value }), ...(entry.options["lifecycle"] === "deprecated" && { deprecated: true }), ...(entry.choices !== null && { examples: entry.choices }) };
}

/** What the library takes, as far as a pattern can say it. */
function pattern(builder: string | null): object {
  if (builder === "int" || builder === "port") return { pattern: "^\\s*[+-]?\\d(_?\\d)*\\s*$" };
  return builder === "bool" ? { pattern: "^\\s*(1|true|yes|on|0|false|no|off|)\\s*$", examples: ["1", "0"] } : {};
}
