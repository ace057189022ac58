/** Linking is pure over facts, and extraction over texts: neither knows in which order files come. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { extract } from "../extract/extract.ts";
import type { FileFacts } from "../facts.ts";
import { OPT_IN_DOORS } from "../hosts.ts";
import { link, type LinkInput } from "./link.ts";

type Texts = ReadonlyMap<string, string>;

/** Numbers from 0 to 1, the same for a seed on every machine (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const found = [...items];
  for (let at = found.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [found[at], found[other]] = [found[other]!, found[at]!];
  }
  return found;
}

/** Facts as the loop of a run ends: everything that carries something is watched. */
function inputOf(texts: Texts): LinkInput {
  const resolve = (from: string, specifier: string): string | null => {
    const path = posix.join(posix.dirname(from), specifier);
    const found = ["", ".ts", ".tsx", ".js", "/index.ts"].map((end) => path.replace(/\.js$/, ".ts") + end).concat(path).find((one) => texts.has(one));
    return specifier.startsWith(".") ? (found ?? null) : null;
  };
  const registries = [...texts].filter(([, text]) => text.includes("defineEnvs(")).map(([path]) => path);
  const facts = new Map<string, FileFacts>([...texts].map(([path, text]) => [path, extract({ path, text, watched: [] })]));
  for (;;) {
    const input: LinkInput = { files: [...facts.values()], resolve, registries, doors: Object.keys(OPT_IN_DOORS), isStarted: (path) => path.startsWith("bin/"), timed: "every" };
    const { carrying } = link(input);
    let grown = false;
    for (const [path, file] of facts) {
      const wanted = new Set(file.watched);
      for (const { from } of file.imports) {
        const target = resolve(path, from);
        for (const name of (target !== null && carrying.get(target)) || []) wanted.add(`${from}#${name}`);
      }
      if (wanted.size === file.watched.length) continue;
      grown = true;
      facts.set(path, extract({ path, text: texts.get(path)!, watched: [...wanted].sort() }));
    }
    if (!grown) return input;
  }
}

function answer(input: LinkInput): string {
  const { facts, carrying, missing } = link(input);
  return JSON.stringify([facts, [...carrying], [...missing].map(([path, names]) => [path, [...names].sort()]).sort()]);
}

function textsBelow(folder: string): Texts {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name));
  return new Map(files.map((entry) => join(entry.parentPath, entry.name)).sort().map((file) => [posix.relative(folder, file.replaceAll("\\", "/")), readFileSync(file, "utf8")]));
}

/** Modules that import one another in circles: constants, wrappers, holders, classes, barrels, readers of a registry. */
function program(seed: number): Texts {
  const next = random(seed);
  const other = () => Math.floor(next() * 40);
  const texts = new Map([["envs.ts", 'import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({ ACME_HOST: str({ optional: true }), ACME_ZONE: str({ optional: true }) }, { prefix: "ACME_", categories: [] });\n']]);
  for (let at = 0; at < 40; at++) {
    const [a, b, c] = [other(), other(), other()];
    texts.set(`m${at}.ts`, [
      `import { envs } from "./envs";`,
      `import { KEY as A, read as readA, NAMES } from "./m${a}";`,
      `import * as b from "./m${b}";`,
      `export * from "./m${c}";`,
      at % 3 === 0 ? `export const KEY = "ACME_${at}";` : `export const KEY = A + "_${at}";`,
      `export const NAMES${at % 5 === 0 ? "" : "_OWN"} = ["ACME_LIST_${at}", KEY];`,
      at % 2 === 0 ? `export const read = (name: string) => process.env[name];` : `export function read(name: string): unknown { return readA(\`${at}_\${name}\`) ?? b.read?.(name); }`,
      `export const env = ${at % 7 === 0 ? "process.env" : "b.env"};`,
      `export class Holder${at} extends b.Holder${b} { zone = envs.ACME_ZONE.get(); get host() { return envs.ACME_HOST.get(); } }`,
      `export function run(work: () => unknown): unknown { return ${at % 2 === 0 ? "work()" : "b.run(work)"}; }`,
      `read(KEY);`,
      `b.read(A);`,
      `for (const name of NAMES ?? []) env[name];`,
      at % 4 === 0 ? `NAMES.push("ACME_LATE");` : `export const made = () => new Holder${at}().host;`,
      at % 6 === 0 ? `run(() => envs.ACME_HOST.get());` : `run(() => process.env.ACME_ONE_${at});`,
    ].join("\n"));
  }
  return texts;
}

const FOLDERS = ["link", "extract"].flatMap((stage) => readdirSync(join("fixtures", stage)).flatMap((group) => readdirSync(join("fixtures", stage, group)).map((name) => join("fixtures", stage, group, name, "input"))));

describe("the order of files", () => {
  it.each([3, 5, 8])("changes nothing in any fixture (seed %i)", { timeout: 120_000 }, (seed) => {
    const next = random(seed);
    for (const folder of FOLDERS) {
      const input = inputOf(textsBelow(folder));
      if (input.files.length > 1) expect(answer({ ...input, files: shuffled(input.files, next) }), folder).toBe(answer(input));
    }
  });

  it.each([1, 2, 3])("changes nothing in a program full of circles (program %i)", { timeout: 120_000 }, (seed) => {
    const input = inputOf(program(seed));
    const expected = answer(input);
    expect(link(input).facts.accesses.length).toBeGreaterThan(100);
    for (let order = 0; order < 20; order++) expect(answer({ ...input, files: shuffled(input.files, random(order)) })).toBe(expected);
  });

  it("changes no facts of a file", () => {
    const texts = [...program(4)];
    const factsIn = (order: readonly (readonly [string, string])[]) => new Map(order.map(([path, text]) => [path, JSON.stringify(extract({ path, text, watched: ["./envs#envs"] }))]));
    const expected = factsIn(texts);
    for (let seed = 0; seed < 10; seed++) for (const [path, facts] of factsIn(shuffled(texts, random(seed)))) expect(facts).toBe(expected.get(path));
  });
});
