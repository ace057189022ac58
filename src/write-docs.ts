/** `npm run docs`: writes the pages of the rules from the repository root, or with `--check` says which are out of date. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { rules } from "../rules/index.ts";
import { configurationPage } from "./docs/configuration-page.ts";
import type { SchemaNode } from "./docs/configuration-page.ts";
import { ruleIndex, rulePage } from "./docs/rule-pages.ts";
import type { Example } from "./docs/rule-pages.ts";
import { byCodeUnit } from "./verdict.ts";

const FOLDER = "docs";
const schema = JSON.parse(readFileSync("schema.json", "utf8")) as SchemaNode;

const pages = new Map([["configuration.md", configurationPage(schema, { allowItem: "An item of `allow`", docsPage: "A page of `docs`" })], ["rules/README.md", ruleIndex(rules)], ...rules.map((rule): [string, string] => [`rules/${rule.name}.md`, rulePage(rule, { flagged: example(rule.name, "flagged"), clean: example(rule.name, "clean") })])]);
const present = existsSync(`${FOLDER}/rules`) ? readdirSync(`${FOLDER}/rules`).map((page) => `rules/${page}`) : [];
const surplus = present.filter((page) => !pages.has(page));
const outdated = [...pages.keys()].filter((page) => !existsSync(join(FOLDER, page)) || readFileSync(join(FOLDER, page), "utf8").replaceAll("\r\n", "\n") !== pages.get(page));

if (process.argv.includes("--check")) {
  for (const page of [...surplus, ...outdated]) process.stderr.write(`${FOLDER}/${page}: stale; run npm run docs\n`);
  if (surplus.length + outdated.length > 0) process.exitCode = 1;
} else {
  mkdirSync(`${FOLDER}/rules`, { recursive: true });
  for (const page of surplus) rmSync(join(FOLDER, page));
  for (const page of outdated) writeFileSync(join(FOLDER, page), pages.get(page)!);
}

function example(kind: string, name: string): Example {
  const folder = `fixtures/rules/${kind}/${name}`;
  const input = join(folder, "input");
  const paths = readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => posix.relative(input, join(file.parentPath, file.name).replaceAll("\\", "/")))
    .sort(byCodeUnit);
  return {
    files: paths.map((path) => ({ path, text: readFileSync(join(input, path), "utf8").replaceAll("\r\n", "\n") })),
    expected: readFileSync(join(folder, "expected.txt"), "utf8").replaceAll("\r\n", "\n"),
  };
}
