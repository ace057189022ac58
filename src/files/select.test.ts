import { expect, test } from "vitest";
import { specifiersOf, wordsOf } from "./select.ts";

/** What a text may take of `must`, `may` and `x` from `./env`. */
const mayTake = (words: ReadonlySet<string> | null, name: string): boolean => words === null || words.has(name) || words.has("default");
const taken = (text: string): string[] => ["must", "may", "x"].filter((name) => specifiersOf(text).some((module) => module.specifier === "./env" && mayTake(wordsOf(module), name)));

test.each([
  'import { must } from "./env";',
  'import { must as x1, type Name } from "./env";',
  'import {\n  must, // reads\n  /* and */ mayor,\n} from "./env";',
  'export { must } from "./env";',
  'export { must } from "./env"; import { must as again } from "./env";',
  'import { must } from "./env"; import { may } from "./other";',
])("%j takes one name", (text) => {
  expect(taken(text)).toEqual(["must"]);
});

test.each([
  'import { default as env } from "./env";',
  'import env from "./env";',
  'import env, { must } from "./env";',
  'import * as env from "./env";',
  'export * from "./env";',
  'import "./env";',
  'import env = require("./env");',
  'const { must } = require("./env");',
  "const env = await import(`./env`);",
  'import(/* webpackChunkName: "env" */ "./env");',
  'import { m\\u0075st } from "./env";',
  'import type from "./env";',
  'import { must } from "./env";\nimport * as env from "./env";',
  'import * as env from "./env";\nimport { must } from "./env";',
  "// import helpers first\nimport { must } from './env';",
])("%j may take any name", (text) => {
  expect(taken(text)).toEqual(["must", "may", "x"]);
});

test("several imports of a module are one, of types alone if all are", () => {
  expect(specifiersOf('import type { Env } from "./env";').map(({ typeOnly }) => typeOnly)).toEqual([true]);
  expect(specifiersOf('import type { Env } from "./env";\nimport { must } from "./env";').map(({ typeOnly }) => typeOnly)).toEqual([false]);
  expect(taken('import { may } from "./env";\nimport { must } from "./env";')).toEqual(["must", "may"]);
});

test("cuts are kept once for all texts", () => {
  const cuts = new Map<string, string>();
  specifiersOf('import { must } from "./env";', cuts);
  specifiersOf('export { must } from "./env";', cuts);
  expect([...cuts.keys()]).toEqual(["./env", " must "]);
});
