/** The reference of the configuration, from its schema: keys, types, defaults, and what each says. */

/** As much of a JSON schema as the shipped one uses. */
export interface SchemaNode {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

const GENERATED = "<!-- Generated from schema.json by `npm run docs`: edit that. -->";

/** The page, in Markdown. */
export function configurationPage(schema: SchemaNode, titles: Readonly<Record<string, string>>): string {
  const sections = [
    "# Configuration",
    GENERATED,
    "`env-contract.json` or `env-contract.jsonc` (with comments and trailing commas), or the key `\"env-contract\"` in package.json, is found from the working directory upwards. All keys are optional; an unknown key is a mistake. `env-contract print-config` prints what is in force.",
    table(schema),
    ...Object.entries(titles).flatMap(([name, title]) => {
      const definition = schema.definitions?.[name];
      return definition === undefined ? [] : [`## ${title}`, definition.description ?? "", table(definition)];
    }),
    ...kinds(schema),
  ];
  return `${sections.join("\n\n")}\n`;
}

function table({ properties = {}, required = [] }: SchemaNode): string {
  const rows = Object.entries(properties).map(([name, node]) => `| \`${name}\` | ${typeOf(node)} | ${required.includes(name) ? "required" : defaultOf(node)} | ${cell(node.description ?? "")} |`);
  return ["| key | takes | default | says |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

function kinds({ properties }: SchemaNode): string[] {
  const switches = properties?.["kinds"]?.properties;
  return switches === undefined ? [] : ["## `kinds`", `Each may be \`"off"\`: ${Object.keys(switches).map((name) => `\`${name}\``).join(", ")}.`];
}

function typeOf(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((value) => code(value)).join(", ");
  const types = node.type === undefined ? [] : typeof node.type === "string" ? [node.type] : node.type;
  const item = node.items?.enum === undefined ? "" : ` of ${node.items.enum.map((value) => code(value)).join(", ")}`;
  return types.map((type) => (type === "array" ? `list${item}` : type === "string" ? "text" : type)).join(" or ");
}

function defaultOf(node: SchemaNode): string {
  if (node.default === undefined) return "";
  return node.default === null ? "" : code(node.default);
}

function code(value: unknown): string {
  return `\`${cell(JSON.stringify(value))}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
