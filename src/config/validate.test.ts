import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { UsageError } from "../verdict.ts";
import { parseDocument } from "./document.ts";
import { type KeySchema, readSchema } from "./schema.ts";
import { validate } from "./validate.ts";

const SCHEMA = await readSchema();

function refuses(text: string): string {
  try {
    validate(parseDocument(text, "env-contract.json", "jsonc"), SCHEMA);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n=> ${error.mend}`;
    throw error;
  }
  throw new Error("no complaint");
}

test.each([
  ["a list for a configuration", "[]", "env-contract.json:1:1: the configuration must be an object, not a list\n  []\n  ^^\n=> write { … }"],
  ["null for a configuration", "null", "env-contract.json:1:1: the configuration must be an object, not null\n  null\n  ^^^^\n=> write { … }"],
  ["unknown key, with a suggestion", '{ "allowlist": {} }', 'env-contract.json:1:3: unknown key "allowlist"\n  { "allowlist": {} }\n    ^^^^^^^^^^^\n=> did you mean "allow"?'],
  [
    "unknown key, without",
    '{ "zzz": 1 }',
    'env-contract.json:1:3: unknown key "zzz"\n  { "zzz": 1 }\n    ^^^^^\n=> known keys: $schema, registry, prefix, purposes, include, exclude, entries, tests, doors, allow, kinds, baseline, release, docs, pages',
  ],
  [
    "unknown key in an allow item, rather than the missing reason",
    '{ "allow": { "TZ": { "resaon": "Formats dates." } } }',
    'env-contract.json:1:22: unknown key "resaon" in "allow.TZ"\n  { "allow": { "TZ": { "resaon": "Formats dates." } } }\n                       ^^^^^^^^\n=> did you mean "reason"?',
  ],
  [
    "unknown key in a list of allow items",
    '{ "allow": { "TZ": [{ "reason": "Formats dates.", "acces": ["read"] }] } }',
    'env-contract.json:1:51: unknown key "acces" in "allow.TZ[0]"\n  { "allow": { "TZ": [{ "reason": "Formats dates.", "acces": ["read"] }] } }\n' +
      '                                                    ^^^^^^^\n=> did you mean "access"?',
  ],
  [
    "unknown key in a docs item",
    '{ "docs": [{ "file": "a.md", "format": "markdown", "groupby": "owner" }] }',
    'env-contract.json:1:52: unknown key "groupby" in "docs[0]"\n  { "docs": [{ "file": "a.md", "format": "markdown", "groupby": "owner" }] }\n' +
      '                                                     ^^^^^^^^^\n=> did you mean "groupBy"?',
  ],
  ["unknown kind", '{ "kinds": { "prefx": "off" } }', 'env-contract.json:1:14: unknown kind "prefx"\n  { "kinds": { "prefx": "off" } }\n               ^^^^^^^\n=> did you mean "prefix"?'],
  ["kind with another value", '{ "kinds": { "prefix": "of" } }', 'env-contract.json:1:24: "kinds.prefix" cannot be "of"\n  { "kinds": { "prefix": "of" } }\n                         ^^^^\n=> write "on" or "off"'],
  ["kind with no text", '{ "kinds": { "prefix": false } }', 'env-contract.json:1:24: "kinds.prefix" cannot be false\n  { "kinds": { "prefix": false } }\n                         ^^^^^\n=> write "on" or "off"'],
  ["allow: null", '{\n  "allow": null\n}', 'env-contract.json:2:3: "allow" is null\n    "allow": null\n    ^^^^^^^\n=> give it a value, or delete the key'],
  ["null in a list", '{ "include": [null] }', 'env-contract.json:1:15: "include[0]" is null\n  { "include": [null] }\n                ^^^^\n=> give it a value, or delete the item'],
  ["null as a reason", '{ "allow": { "TZ": null } }', 'env-contract.json:1:14: "allow.TZ" is null\n  { "allow": { "TZ": null } }\n               ^^^^\n=> give it a value, or delete the key'],
  ["a text for a list", '{ "include": "src/**" }', 'env-contract.json:1:14: "include" must be a list, not a string\n  { "include": "src/**" }\n               ^^^^^^^^\n=> write ["src/**"]'],
  ["a number for a text", '{ "baseline": 3 }', 'env-contract.json:1:15: "baseline" must be a string, not a number\n  { "baseline": 3 }\n                ^\n=> write "3"'],
  ["a number for a path or list", '{ "registry": {} }', 'env-contract.json:1:15: "registry" must be a string or a list, not an object\n  { "registry": {} }\n                ^^\n=> write "…" or […]'],
  ["a text for a boolean", '{ "allow": { "K": { "reason": "a", "secret": "true" } } }', 'env-contract.json:1:46: "allow.K.secret" must be true or false, not a string\n  { "allow": { "K": { "reason": "a", "secret": "true" } } }\n                                               ^^^^^^\n=> write true'],
  ["a boolean as a reason", '{ "allow": { "CI": true } }', 'env-contract.json:1:20: "allow.CI" must be a string or an object or a list, not true\n  { "allow": { "CI": true } }\n                     ^^^^\n=> write "true"'],
  ["no reason", '{ "allow": { "CI": {} } }', 'env-contract.json:1:14: "allow.CI" lacks "reason"\n  { "allow": { "CI": {} } }\n               ^^^^\n=> add the key "reason"'],
  ["no format", '{ "docs": [{ "file": "a.md" }] }', 'env-contract.json:1:12: "docs[0]" lacks "format"\n  { "docs": [{ "file": "a.md" }] }\n             ^\n=> add the key "format"'],
  ["a format of none", '{ "docs": [{ "file": "a.md", "format": "markdwn" }] }', 'env-contract.json:1:40: "docs[0].format" cannot be "markdwn"\n  { "docs": [{ "file": "a.md", "format": "markdwn" }] }\n                                         ^^^^^^^^^\n=> did you mean "markdown"?'],
  ["a door of none", '{ "doors": ["astro:env/serve"] }', 'env-contract.json:1:13: "doors[0]" cannot be "astro:env/serve"\n  { "doors": ["astro:env/serve"] }\n              ^^^^^^^^^^^^^^^^^\n=> did you mean "astro:env/server"?'],
  ["an access of none", '{ "allow": { "K": { "reason": "a", "access": ["whole"] } } }', 'env-contract.json:1:47: "allow.K.access[0]" cannot be "whole"\n  { "allow": { "K": { "reason": "a", "access": ["whole"] } } }\n                                                ^^^^^^^\n=> write "read" or "write"'],
  ["an empty list of reasons", '{ "allow": { "K": [] } }', 'env-contract.json:1:19: "allow.K" is empty\n  { "allow": { "K": [] } }\n                    ^^\n=> give it a value, or delete the key'],
  ["an empty path", '{ "registry": [""] }', 'env-contract.json:1:16: "registry[0]" is empty\n  { "registry": [""] }\n                 ^^\n=> give it a value, or delete the item'],
  ["a duplicate key", '{ "exclude": [],\n  "exclude": ["a"] }', 'env-contract.json:2:3: duplicate key "exclude"\n    "exclude": ["a"] }\n    ^^^^^^^^^\n=> keep one of them'],
  ["a duplicate key in an allow item", '{ "allow": { "K": { "reason": "a", "reason": "b" } } }', 'env-contract.json:1:36: duplicate key "reason"\n  { "allow": { "K": { "reason": "a", "reason": "b" } } }\n                                     ^^^^^^^^\n=> keep one of them'],
  ["a duplicate key in a list", '{ "docs": [{ "file": "a", "file": "b" }] }', 'env-contract.json:1:27: duplicate key "file"\n  { "docs": [{ "file": "a", "file": "b" }] }\n                            ^^^^^^\n=> keep one of them'],
  ["a key that would change the prototype", '{ "__proto__": { "allow": 1 } }', 'env-contract.json:1:3: unknown key "__proto__"\n  { "__proto__": { "allow": 1 } }\n    ^^^^^^^^^^^\n=> known keys: $schema, registry, prefix, purposes, include, exclude, entries, tests, doors, allow, kinds, baseline, release, docs, pages'],
  ["a fault in an allow value that a later one hides", '{ "allow": { "K": 1, "K": "a reason" } }', 'env-contract.json:1:19: "allow.K" must be a string or an object or a list, not a number\n  { "allow": { "K": 1, "K": "a reason" } }\n                    ^\n=> write "1"'],
  ["the first of several faults in the text", '{ "pages": 1, "kinds": 1, "docs": 1 }', 'env-contract.json:1:12: "pages" must be a list, not a number\n  { "pages": 1, "kinds": 1, "docs": 1 }\n             ^\n=> write […]'],
])("%s", (_, text, expected) => {
  expect(refuses(text)).toBe(expected);
});

test("lines and columns count in CRLF files and behind tabs", () => {
  expect(refuses('{ "prefx": "A_" }')).toBe(
    'env-contract.json:1:3: unknown key "prefx"\n  { "prefx": "A_" }\n    ^^^^^^^\n=> did you mean "prefix"?',
  );
  expect(refuses('{\r\n\t"prefx": "A_"\r\n}')).toBe(
    'env-contract.json:2:2: unknown key "prefx"\n  \t"prefx": "A_"\n  \t^^^^^^^\n=> did you mean "prefix"?',
  );
});

test("of one endless line the part around the place is shown", () => {
  const text = `{ "allow": { ${Array.from({ length: 50 }, (_, index) => `"KEY_${index}": "a reason"`).join(", ")} }, "kindz": {} }`;
  const [head, line = "", caret = ""] = (refuses(text)).split("\n");
  expect(head).toBe(`env-contract.json:1:${text.indexOf('"kindz"') + 1}: unknown key "kindz"`);
  expect(line.length).toBeLessThan(125);
  expect(line.slice(caret.indexOf("^"), caret.length)).toBe('"kindz"');
});

const PREFIX = 'a prefix is the literal start of a name, such as "ACME_": never empty, without spaces, "*" and "="';
test.each([
  ['""', '""', "^^"],
  ['"*"', '"*"', "^^^"],
  ['" "', '" "', "^^^"],
  ['"ACME_*"', '"ACME_*"', "^^^^^^^^"],
])("PX-03: prefix %s is refused", (prefix, given, carets) => {
  expect(refuses(`{ "prefix": ${prefix} }`)).toBe(
    `env-contract.json:1:13: "prefix" cannot be ${given}\n  { "prefix": ${prefix} }\n              ${carets}\n=> ${PREFIX}`,
  );
  expect(refuses(`{ "prefix": ["ACME_", ${prefix}] }`)).toBe(
    `env-contract.json:1:23: "prefix[1]" cannot be ${given}\n  { "prefix": ["ACME_", ${prefix}] }\n                        ${carets}\n=> ${PREFIX}`,
  );
});

test("every key and kind of the shipped schema has a description, and editors can load it", () => {
  const schema = JSON.parse(readFileSync(new URL("../../schema.json", import.meta.url), "utf8"));
  const undescribed: string[] = [];
  const visit = (properties: Readonly<Record<string, KeySchema>>, path: string): void => {
    for (const [key, value] of Object.entries(properties)) {
      if (!value.description) undescribed.push(`${path}${key}`);
      visit(value.properties ?? {}, `${path}${key}.`);
    }
  };
  for (const node of [schema, schema.definitions.allowItem, schema.definitions.docsPage]) visit(node.properties, "");
  expect(undescribed).toEqual([]);
  const ajv = new Ajv({ strictTypes: false });
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
  expect(Object.keys(schema.properties.kinds.properties)).toHaveLength(18);
});
