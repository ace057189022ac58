/** Pages as readers' programs take them: GitHub's Markdown, MDX, dotenv, TypeScript, JSON Schema. */
import { evaluate as evaluateMdx } from "@mdx-js/mdx";
import { Ajv } from "ajv";
import { parse as parseDotenv } from "dotenv";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import remarkGfm from "remark-gfm";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { tree } from "../files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function project(files: Readonly<Record<string, string>>): string {
  const folder = tree(files);
  folders.push(folder);
  return folder;
}

const textIn = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

/** Header cells and rows of every table, as GitHub's parser reads them; code keeps its backticks. */
function tablesIn(markdown: string): { readonly head: string[]; readonly rows: string[][]; readonly under: string[] }[] {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  const under: string[] = [];
  return [...html.matchAll(/<h([2-4])>(.*?)<\/h\1>|<table>([^]*?)<\/table>/g)].flatMap(([, level, title, table]) => {
    if (table === undefined) {
      under.splice(Number(level) - 2, under.length, plain(title!));
      return [];
    }
    const cells = (tag: string, row: string): string[] => [...row.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag}>`, "g"))].map(([, cell]) => plain(cell!));
    return [{ head: cells("th", table), rows: [...table.matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row]) => cells("td", row!)).filter((row) => row.length > 0), under: under.filter(Boolean) }];
  });
}

function plain(html: string): string {
  const text = html.replace(/<code>([^]*?)<\/code>/g, (_all, code: string) => `\`${code}\``).replace(/<a href="[^"]*">([^]*?)<\/a>/g, "$1");
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

describe("tables of projects that have such pages", () => {
  const of = (name: string, page: string): { readonly page: string; readonly table: readonly Record<string, string>[] } => ({ page: textIn(`fixtures/docs/${name}`, page), table: JSON.parse(textIn(`fixtures/docs/${name}`, "table.json")) as Record<string, string>[] });
  const code = (text: string): string => `\`${text}\``;
  const sorted = <T>(rows: readonly T[]): T[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

  test.each([["fastvideo", "env.md"], ["vllm-omni", "env.md"], ["sglang-diffusion", "env.mdx"]])("the page of %s is what docs writes today", async (name, page) => {
    const folder = project({});
    cpSync(`fixtures/docs/${name}/input`, folder, { recursive: true });
    expect(await run(folder, "docs")).toMatchObject({ code: 0, stdout: `docs/${page}\n` });
    expect(textIn(folder, `docs/${page}`)).toBe(textIn(`fixtures/docs/${name}`, page));
    expect(await run(folder, "docs", "--check")).toMatchObject({ code: 0, stdout: "" });
  });

  test("FastVideo: 50 rows with name, type, default and category", () => {
    const { page, table } = of("fastvideo", "env.md");
    const [all] = tablesIn(page);
    expect(all!.head).toEqual(["Variable", "Type", "Default", "Category", "Description"]);
    expect(sorted(all!.rows.map((row) => row.slice(0, 4)))).toEqual(sorted(table.map((row) => [code(row["name"]!), row["type"], row["default"], row["category"]])));
    expect(table).toHaveLength(50);
  });

  test("vLLM-Omni: 32 rows in sections, with type and default, and lifecycle", () => {
    const { page, table } = of("vllm-omni", "env.md");
    const rows = tablesIn(page).flatMap(({ under, rows: own }) => own.map((row) => [under.at(-1), ...row.slice(0, 3)]));
    expect(sorted(rows)).toEqual(sorted(table.map((row) => [row["section"], code(row["name"]!), row["type and default"], row["lifecycle"]])));
    expect(table).toHaveLength(32);
  });

  test("SGLang: 46 rows in sections and subsections, with defaults from the primary", () => {
    const { page, table } = of("sglang-diffusion", "env.mdx");
    const rows = tablesIn(page).flatMap(({ under, rows: own }) => own.map((row) => [under[0], under[1] ?? null, row[0], row[1]]));
    expect(sorted(rows)).toEqual(sorted(table.map((row) => [row["section"], row["subsection"] ?? null, code(row["name"]!), row["default"]])));
    expect(table).toHaveLength(46);
    expect(page).toContain("## Runtime\n\nWhere the runtime runs, and what it writes.\n");
  });
});

const NASTY = [
  "a | b || c", "two\nlines", "a `code | pipe` span", "<b>bold</b> <script>", "{braces} and {{more}}", "https://example.org/a_b?c=d&e=*f*", "back\\slash \\| and \\`", "_under_ *star* ~~gone~~ [link](x)", "# no heading", "<!-- env-contract:end -->", "{/* env-contract:end */}", "ends with \\", "`unpaired", "&amp; &lt;", "1. list", "ünï – 日本", "import x from 'y'", "$&", "| leading", "trailing |",
];

function described(descriptions: readonly string[], docs: object): Record<string, string> {
  const entries = descriptions.map((text, index) => `  ACME_${String(index).padStart(2, "0")}: str({ optional: true, category: "app", description: ${JSON.stringify(text)} }),\n`).join("");
  return { "envs.ts": `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({\n${entries}}, { prefix: "ACME_", categories: ["app"] });\n`, "env-contract.json": JSON.stringify({ registry: "envs.ts", prefix: "ACME_", docs: [docs] }) };
}

describe("descriptions with any text", () => {
  const said = NASTY.map((text) => text.replace(/\s+/g, " ").trim());

  test("are what GitHub shows", async () => {
    const folder = project(described(NASTY, { file: "env.md", format: "markdown" }));
    expect((await run(folder, "docs")).code).toBe(0);
    expect(tablesIn(textIn(folder, "env.md"))[0]!.rows.map((row) => row.at(-1))).toEqual(said);
    expect(await run(folder, "docs", "--check")).toMatchObject({ code: 0 });
  });

  test("are what MDX compiles to", async () => {
    const folder = project(described(NASTY, { file: "env.mdx", format: "mdx" }));
    expect((await run(folder, "docs")).code).toBe(0);
    const element = (type: unknown, props: unknown): object => ({ type, props });
    const { default: page } = await evaluateMdx(textIn(folder, "env.mdx"), { jsx: element, jsxs: element, Fragment: "fragment", remarkPlugins: [remarkGfm] } as never);
    const cells: string[] = [];
    const text = (node: unknown): string => {
      if (typeof node === "string") return node;
      if (Array.isArray(node)) return node.map(text).join("");
      if (typeof node !== "object" || node === null) return "";
      const { type, props } = node as { type: unknown; props: { children?: unknown } };
      const inner = text(props.children);
      if (type === "td") cells.push(inner);
      return type === "code" ? `\`${inner}\`` : inner;
    };
    text((page as (props: object) => unknown)({}));
    expect(cells.filter((_cell, index) => index % 4 === 3)).toEqual(said);
  });
});

const CONTRACT = `import { bool, choice, defineEnvs, int, path, str } from "@env-contract/registry";
export const envs = defineEnvs({
  ACME_PORT: int({ default: 8_080, category: "web", description: "Port." }),
  ACME_TLS: bool({ default: true, category: "web", description: "Use TLS." }),
  ACME_MOTTO: str({ default: "it's \\"so\\" #1", category: "web", description: "Greets." }),
  ACME_LEVEL: choice(["debug", "info"], { default: "info", category: "log", description: "How much is logged." }),
  ACME_KEY: str({ required: true, secret: true, category: "web", description: "Signs */ sessions." }),
  ACME_DIR: path({ optional: true, category: "log", description: "Where logs go.", aliases: [{ name: "ACME_LOGS", removeIn: "9.0.0" }] }),
  ACME_HIDDEN: str({ optional: true, audience: "internal", category: "log", description: "Not for users." }),
}, { prefix: "ACME_", categories: ["web", "log"], removed: { ACME_OLD: "use ACME_PORT" } });
`;

async function written(file: string, format: string, options: object = {}): Promise<string> {
  const folder = project({ "package.json": '{ "version": "1.0.0" }', "envs.ts": CONTRACT, "a.ts": 'import { envs } from "./envs";\nexport const port = envs.ACME_PORT.get();\nexport const level = () => envs.ACME_LEVEL.get();\n', "env-contract.json": JSON.stringify({ registry: "envs.ts", prefix: "ACME_", docs: [{ file, format, ...options }] }) });
  const ran = await run(folder, "docs");
  expect(ran).toMatchObject({ code: 0, stdout: `${file}\n` });
  const text = textIn(folder, file);
  expect(await run(folder, "docs")).toMatchObject({ code: 0, stdout: "" });
  expect(await run(folder, "docs", "--check")).toMatchObject({ code: 0, stdout: "" });
  expect(textIn(folder, file)).toBe(text);
  return text;
}

describe("formats", () => {
  test("markdown: former names stand in a table of their own, or as rows", async () => {
    const [entries, former] = tablesIn(await written("env.md", "markdown"));
    expect(entries!.rows.map(([name, type, value]) => [name, type, value])).toEqual([["`ACME_DIR`", "path", "unset"], ["`ACME_KEY`", "str", "required"], ["`ACME_LEVEL`", "one of debug, info", "info"], ["`ACME_MOTTO`", "str", "it's \"so\" #1"], ["`ACME_PORT`", "int", "8_080"], ["`ACME_TLS`", "bool", "1"]]);
    expect(former!.rows).toEqual([["`ACME_LOGS`", "use `ACME_DIR`, until 9.0.0"], ["`ACME_OLD`", "removed: use ACME_PORT"]]);
    const rows = tablesIn(await written("env.md", "markdown", { aliases: "rows" }))[0]!.rows;
    expect(rows[1]).toEqual(["`ACME_LOGS`", "path", "unset", "log", "Old name of `ACME_DIR`, until 9.0.0."]);
  });

  test("markdown: columns, groups, labels and audience are the page's to choose", async () => {
    const tables = tablesIn(await written("env.md", "markdown", { groupBy: "category", columns: ["variable", "readTime", "lifecycle", "invalid", { id: "default", title: "Unless set" }], labels: { unset: "nothing", true: "on" }, audience: "all" }));
    expect(tables.map(({ under }) => under.at(-1))).toEqual(["web", "log", "log"]);
    expect(tables[0]!.head).toEqual(["Variable", "Read at", "Lifecycle", "Invalid value", "Unless set"]);
    expect(tables[0]!.rows.find(([name]) => name === "`ACME_PORT`")).toEqual(["`ACME_PORT`", "import", "Stable", "raises `EnvVarError`", "8_080"]);
    expect(tables[0]!.rows.find(([name]) => name === "`ACME_TLS`")).toEqual(["`ACME_TLS`", "never", "Stable", "raises `EnvVarError`", "on"]);
    expect(tables[1]!.rows.map(([name]) => name)).toEqual(["`ACME_DIR`", "`ACME_HIDDEN`", "`ACME_LEVEL`"]);
  });

  test("dotenv reads back the defaults", async () => {
    const text = await written(".env.example", "dotenv");
    expect(parseDotenv(text)).toEqual({ ACME_KEY: "" });
    expect(parseDotenv(text.replace(/^# (?=ACME_\w+=.)/gm, ""))).toEqual({ ACME_KEY: "", ACME_LEVEL: "info", ACME_MOTTO: "it's \"so\" #1", ACME_PORT: "8080", ACME_TLS: "1" });
  });

  test("dts is a declaration that TypeScript takes", async () => {
    const text = await written("env.d.ts", "dts");
    const files = new Map([["env.d.ts", text], ["use.ts", 'declare const process: { env: NodeJS.ProcessEnv };\nexport const level: "debug" | "info" | undefined = process.env.ACME_LEVEL;\nexport const none = process.env.ACME_NONE;\n']]);
    const host: ts.CompilerHost = { ...ts.createCompilerHost({}), getSourceFile: (name, target) => (files.has(name) ? ts.createSourceFile(name, files.get(name)!, target) : undefined), fileExists: (name) => files.has(name), readFile: (name) => files.get(name), getCurrentDirectory: () => "" };
    const program = ts.createProgram(["env.d.ts", "use.ts"], { noLib: true, strict: true, noEmit: true, types: [] }, host);
    const found = [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
    expect(found).toEqual(["Property 'ACME_NONE' does not exist on type 'ProcessEnv'."]);
  });

  test("json-schema is a schema that takes what the library takes", async () => {
    const schema = JSON.parse(await written("env.schema.json", "json-schema")) as object;
    const valid = new Ajv({ strict: false }).compile(schema);
    expect(valid({ ACME_KEY: "k", ACME_PORT: " 80 ", ACME_TLS: "off" })).toBe(true);
    expect(valid({ ACME_PORT: "80" })).toBe(false);
    expect(valid({ ACME_KEY: "k", ACME_PORT: "eighty" })).toBe(false);
  });

  test("json says what the tables say, and no secret has a default", async () => {
    const { variables, removed } = JSON.parse(await written("env.json", "json")) as { variables: { name: string; default: string | null; readAt: string | null }[]; removed: object[] };
    expect(variables.map(({ name, default: value, readAt }) => [name, value, readAt])).toEqual([["ACME_DIR", null, null], ["ACME_KEY", null, null], ["ACME_LEVEL", "info", "call"], ["ACME_MOTTO", "it's \"so\" #1", null], ["ACME_PORT", "8080", "import"], ["ACME_TLS", "1", null]]);
    expect(removed).toEqual([{ name: "ACME_OLD", reason: "use ACME_PORT" }]);
  });

  test("counts are those of inventory", async () => {
    const [classes] = tablesIn(await written("counts.md", "counts"));
    expect(Object.fromEntries(classes!.rows)).toEqual({ Public: "6", Internal: "1", External: "0", Inherited: "0", Deprecated: "1", Removed: "1", Unclassified: "0" });
  });

  test("policy names what the configuration says", async () => {
    const text = await written("POLICY.md", "policy");
    for (const part of ["`envs.ts`", "`ACME_`", "`known-violations.json`", "`web`, `log`"]) expect(text).toContain(part);
  });
});

describe("pages keep what is not generated", () => {
  const PAGE = "# App\n\n<!-- env-contract:begin category=log -->\n\n| Name | Type   |\n| :--- | :----- |\n| old  | string |\n\n<!-- env-contract:end -->\n\nHand-written tail.\n\n<!-- env-contract:begin category=web -->\n<!-- env-contract:end -->\nend without a line break";
  const files = (page: string): Record<string, string> => ({ "envs.ts": CONTRACT.replace(', removeIn: "9.0.0"', ""), "a.ts": "export const a = 1;\n", "README.md": page, "other.md": "<!-- env-contract:begin -->\nold\n<!-- env-contract:end -->\n", "env-contract.json": JSON.stringify({ registry: "envs.ts", prefix: "ACME_", docs: [{ file: "other.md", format: "markdown" }, { file: "README.md", format: "markdown" }] }) });

  test.each([["\n"], ["\r\n"]])("DC-04: with line ends %j", async (eol) => {
    const before = PAGE.replaceAll("\n", eol);
    const folder = project(files(before));
    expect((await run(folder, "docs")).code).toBe(0);
    const after = textIn(folder, "README.md");
    const around = (text: string): string[] => text.split(/(?<=begin category=\w+ -->)[^]*?(?=<!-- env-contract:end -->)/);
    expect(around(after)).toEqual(around(before));
    expect(after.replaceAll(eol, "")).not.toMatch(/[\r\n]/);
    expect(after).toContain("`ACME_LEVEL`");
    expect(await run(folder, "docs", "--check")).toMatchObject({ code: 0 });
    expect(await run(folder, "docs")).toMatchObject({ code: 0, stdout: "" });
  });

  test.each([
    ["the end marker is missing", PAGE.replace("<!-- env-contract:end -->", "")],
    ["a second block begins", PAGE.replace("<!-- env-contract:end -->", "<!-- env-contract:begin -->")],
    ["all of it is in a fence", `\`\`\`md\n${PAGE}\n\`\`\`\n`],
    ["a marker says what it does not know", PAGE.replace("category=log", "colour=red")],
  ])("DC-04: where %s, nothing is written, in no page", async (_what, page) => {
    const folder = project(files(page));
    for (const argv of [["docs"], ["docs", "--check"]]) {
      const { code, stdout, stderr } = await run(folder, ...argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/README\.md:\d+: .*\n {2}mend /u);
    }
    expect(textIn(folder, "README.md")).toBe(page);
    expect(textIn(folder, "other.md")).toContain("old");
  });

  test("a file of somebody else is not overwritten by a format without comments", async () => {
    const folder = project({ "envs.ts": CONTRACT, "env.json": "{}\n", "env-contract.json": JSON.stringify({ registry: "envs.ts", docs: [{ file: "env.json", format: "json" }] }) });
    expect(await run(folder, "docs")).toMatchObject({ code: 2 });
    expect(textIn(folder, "env.json")).toBe("{}\n");
  });

  test("DC-03: the order is that of code units, whatever the order in the registry", async () => {
    const names = ["ACME_B", "ACME_A_B", "ACME_AB", "ACME__X", "ACME_a_c", "ACME_A1"];
    const page = async (order: readonly string[]): Promise<string> => {
      const entries = order.map((name) => `${name}: str({ optional: true, category: "c", description: "It." })`).join(", ");
      const folder = project({ "envs.ts": `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({ ${entries} }, { categories: ["c"] });\n`, "env-contract.json": JSON.stringify({ registry: "envs.ts", docs: [{ file: "env.md", format: "markdown" }] }) });
      await run(folder, "docs");
      return textIn(folder, "env.md");
    };
    const text = await page(names);
    expect([...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)).toEqual([...names].sort());
    expect(await page(names.toReversed())).toBe(text);
  });

  test("without a configured page it says how to configure one", async () => {
    const folder = project({ "envs.ts": CONTRACT, "env-contract.json": '{ "registry": "envs.ts" }' });
    expect((await run(folder, "docs")).stderr).toContain('"docs": [{ "file": "docs/env.md", "format": "markdown" }]');
    mkdirSync(join(folder, "docs"));
    writeFileSync(join(folder, "env-contract.json"), '{ "registry": "envs.ts", "docs": [{ "file": "docs/env.md", "format": "markdwn" }] }');
    expect(await run(folder, "docs")).toMatchObject({ code: 2 });
    expect(existsSync(join(folder, "docs/env.md"))).toBe(false);
  });
});
