import { expect, test } from "vitest";
import { UsageError } from "../verdict.ts";
import { type Dialect, parseDocument } from "./document.ts";

function refuses(text: string, dialect: Dialect = "jsonc"): string {
  try {
    parseDocument(text, "env-contract.json", dialect);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n=> ${error.mend}`;
    throw error;
  }
  throw new Error("no complaint");
}

test.each([
  ["", "env-contract.json:1:1: the file is empty\n=> write {} into it, or remove it"],
  [" \n// later\n", "env-contract.json:1:1: the file is empty\n=> write {} into it, or remove it"],
  [
    '{ "prefix": "A_"\n  "baseline": "b.json" }',
    'env-contract.json:2:3: a comma is missing before this\n    "baseline": "b.json" }\n    ^^^^^^^^^^\n=> write a comma between two items',
  ],
  ['{ "prefix" "A_" }', 'env-contract.json:1:12: a colon is missing before this\n  { "prefix" "A_" }\n             ^^^^\n=> write "key": value'],
  ["{ 'prefix': 1 }", "env-contract.json:1:3: unexpected text\n  { 'prefix': 1 }\n    ^^^^^^^^\n=> put keys and texts in double quotes"],
  ['{ "prefix": "A_" ', 'env-contract.json:1:17: a closing brace is missing\n  { "prefix": "A_" \n                  ^\n=> write "}"'],
  ['{} {}', "env-contract.json:1:4: unexpected text after the end\n  {} {}\n     ^\n=> remove what follows the configuration"],
  [
    '{ "include": ["src\\*.ts"] }',
    'env-contract.json:1:15: not an escape\n  { "include": ["src\\*.ts"] }\n                ^^^^^^^^^^\n=> write "/" between folders, and a backslash as "\\\\"',
  ],
])("syntax: %j", (text, expected) => {
  expect(refuses(text)).toBe(expected);
});

test("nesting without end is a usage error, not a stack overflow", () => {
  expect(refuses(`{ "allow": ${"[".repeat(200)}${"]".repeat(200)} }`)).toMatch(/^env-contract\.json:1:\d+: is nested too deeply\n/);
  expect(refuses("[".repeat(200_000))).toMatch(/^env-contract\.json:1:1: is nested too deeply\n/);
});

test("package.json is strict JSON", () => {
  expect(refuses('{\n  "env-contract": {}, // ours\n}', "json")).toBe(
    'env-contract.json:2:23: a comment is not allowed in package.json\n    "env-contract": {}, // ours\n                        ^^^^^^^\n' +
      "=> remove it, or move the configuration to env-contract.jsonc",
  );
  expect(refuses('{\n  "env-contract": { "prefix": "A_", }\n}', "json")).toBe(
    'env-contract.json:2:37: a key is missing here\n    "env-contract": { "prefix": "A_", }\n                                      ^\n' +
      "=> remove the comma before: package.json is strict JSON",
  );
});
