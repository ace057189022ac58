/** The parser that is shipped is cut out of the compiler: it must make the same trees. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
// @ts-expect-error: a script of the build, without types
import { namesUsed } from "../../build/bundle.mjs";
// @ts-expect-error: a script of the build, without types
import { parserOf } from "../../build/parser.mjs";
import { span } from "./places.ts";
import { parse, ts } from "./syntax.ts";

const folder = mkdtempSync(join(tmpdir(), "env-contract-parser-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "parser.mjs"), parserOf(namesUsed()) as string);
const cut = (await import(pathToFileURL(join(folder, "parser.mjs")).href)) as typeof ts;

/** All that extract asks of nodes: kind, flags, place, start, text, and the names of the fields that hold others. */
function shape(parser: typeof ts, path: string, text: string): string[] {
  const kinds = { tsx: ts.ScriptKind.TSX, jsx: ts.ScriptKind.JSX, js: ts.ScriptKind.JS } as const;
  const kind = kinds[/\.[cm]?(tsx|jsx|js)$/.exec(path)?.[1] as "tsx"] ?? ts.ScriptKind.TS;
  const source = parser.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }, false, kind);
  const lines = (source as unknown as { parseDiagnostics: ts.Diagnostic[] }).parseDiagnostics.map((one) => `${one.start} ${one.length} ${parser.flattenDiagnosticMessageText(one.messageText, " ")}`);
  const stack: ts.Node[] = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const named = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? `${node.text} ${parser.idText(node as ts.Identifier)}` : ((node as { text?: string }).text ?? "");
    lines.push(`${node.kind} ${node.flags} ${node.pos} ${node.end} ${node.getStart(source)} ${node === source ? "" : `${named} ${node.getText(source)}`}`);
    const children: ts.Node[] = [];
    parser.forEachChild(node, (child) => void children.push(child));
    stack.push(...children.reverse());
  }
  return lines;
}

const inputs = readdirSync("fixtures", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.includes("node_modules"))
  .map((path) => join("fixtures", path));
const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts")).map((path) => join("src", path));

it("makes the trees of the whole compiler from fixtures and from this project", () => {
  expect(inputs.length + sources.length).toBeGreaterThan(300);
  for (const path of [...inputs, ...sources]) {
    const text = readFileSync(path, "utf8");
    expect(shape(cut, path, text), path).toEqual(shape(ts, path, text));
  }
});

it.each([
  ["broken.ts", "export const a = { b: ;\nfunction (\nclass X { #p = 1; get() { return this.#p } }"],
  ["doc.js", "/** @type {import('x').Y} */\nlet a = /** @type {any} */ (process.env);"],
  ["view.tsx", "const View = <T,>(props: T) => <div a={process.env.A} {...props}>text {b}<></></div>;"],
  ["escapes.ts", "const \\u0061bc = `a${pr\\u006fcess.env.X}b`; label: for (const x of y) break label;"],
  ["pragmas.ts", "/// <reference types='node' />\n// @ts-check\nimport type a = require('a');\nexport = a;\n<<<<<<< ours\n"],
])("makes them of %s: errors, comments, JSX, escapes", (path, text) => {
  expect(shape(cut, path, text)).toEqual(shape(ts, path, text));
});

it("counts lines as the compiler does, whatever they end with", () => {
  const tree = parse("ends.ts", "a;\r\nb;\rc;\n\n`x\u2028y\u2029z`;\n\r\n");
  for (let at = 0; at <= tree.text.length; at++) {
    const { line, character } = ts.getLineAndCharacterOfPosition(tree.source, at);
    expect(span(tree, at, at)).toEqual([line + 1, character + 1, line + 1, character + 1]);
  }
});

it("exports every name that the source asks for", () => {
  const values = (namesUsed() as string[]).filter((name) => (ts as unknown as Record<string, unknown>)[name] !== undefined);
  expect(values.length).toBeGreaterThan(100);
  expect(values.filter((name) => (cut as unknown as Record<string, unknown>)[name] === undefined)).toEqual([]);
});
