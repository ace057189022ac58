/** Walks one registry twice, as the checker reads it and as the program runs it: both must say the same. */
import * as library from "@env-contract/registry";
import * as types from "@env-contract/registry/types";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { rules } from "../../rules/index.ts";
import { check } from "../../src/check.ts";
import { loadSettings } from "../../src/config.ts";
import { discover, workspaceOf } from "../../src/files/testing.ts";
import type { Constant, Entry as StaticEntry } from "../../src/linked.ts";
import type { FloatRange } from "../src/builders.ts";
import { partsOf } from "../src/define.ts";
import type { RegistryOptions } from "../src/define.ts";
import type { EntryOptions } from "../src/entry.ts";
import type { SchemaOptions } from "../src/schema.ts";
import type { ListOptions, UrlOptions } from "../src/types.ts";
import { checkBuilt, root } from "./built.ts";
import { envs } from "./every/envs.ts";

checkBuilt();

/** Functions of the library that are no builders. */
const OTHERS = ["EnvVarError", "checkAll", "childEnv", "collectEnv", "defineEnvs", "findUnknown", "group", "nested", "warnDeprecated", "withEnv"];

/** The compiler holds this list complete. */
const OPTIONS: Record<keyof (EntryOptions & FloatRange & UrlOptions & ListOptions<"str"> & SchemaOptions<"text">), true> = {
  aliases: true, appliesTo: true, argument: true, audience: true, category: true, client: true, default: true, defaultDoc: true, description: true, disposition: true, emptyIsUnset: true, example: true, fallbackTo: true, finite: true, input: true, item: true,
  lifecycle: true, lifecycleNote: true, max: true, min: true, optional: true, owner: true, precedence: true, protocols: true, readIn: true, required: true, secret: true, separator: true, unprefixed: true,
};

const REGISTRY_OPTIONS: Record<keyof RegistryOptions, true> = { categories: true, policyDoc: true, prefix: true, removed: true, source: true, warn: true };

const parts = partsOf(envs);
const { settings } = await loadSettings({ cwd: join(root, "test/every") });
const about = ["invalid-entry", "prefix", "undescribed", "expired-alias"];
const { verdict, linked } = await check({ workspace: workspaceOf(settings), rules: rules.filter(({ name }) => about.includes(name)), only: null, discovery: await discover(settings), cwd: settings.folder });
const [registry] = linked.registries;

describe("a registry with every builder and option", () => {
  test("has them all", () => {
    const builders = [...Object.keys(library).filter((name) => !OTHERS.includes(name)), ...Object.keys(types)];
    const entries = Object.values(parts.entries);
    expect([...new Set(entries.map(({ kind }) => kind.type))].sort()).toEqual(builders.sort());
    expect([...new Set(entries.flatMap(({ options }) => Object.keys(options)))].sort()).toEqual(Object.keys(OPTIONS).sort());
    expect(Object.keys(parts.options).sort()).toEqual(Object.keys(REGISTRY_OPTIONS).sort());
  });
  test("is read by the checker without a word", () => {
    expect(linked.registries).toHaveLength(1);
    expect(verdict.violations.map(({ path, at, name, message }) => `${path}:${at[0]} ${name} ${message}`)).toEqual([]);
    expect({ ...registry, entries: [], site: null }).toMatchObject({ open: null, computed: [], cycle: null, name: "envs", prefix: parts.options.prefix, categories: parts.options.categories });
    expect(registry!.removed).toEqual(Object.entries(parts.options.removed!).map(([name, reason]) => ({ name, reason })));
  });
  test("has the same names, in the same places", () => {
    const names = registry!.entries.map(({ name }) => name);
    expect(names.toSorted()).toEqual((JSON.parse(JSON.stringify(envs)) as string[]).sort());
    const isPublic = ({ options }: StaticEntry): boolean => options["audience"] !== "internal";
    expect(registry!.entries.filter(isPublic).map(({ name, builder }) => `${name} ${builder}`).sort()).toEqual(library.collectEnv(envs).map(({ name, type }) => `${name} ${type}`));
  });
});

describe.each(registry!.entries.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
  const { kind, options } = parts.entries[name]!;

  test("is of the same type and category, and has the same options", () => {
    expect({ builder: entry.builder, category: entry.category, unreadable: entry.unreadable }).toEqual({ builder: kind.type, category: options.category, unreadable: [] });
    expect(entry.description).toMatch(/\S/);
    if (options.description !== undefined) expect(entry.description).toBe(options.description);
    expect(Object.keys({ ...entry.options, category: true }).sort()).toEqual(Object.keys(options).sort());
    for (const [option, value] of Object.entries(options)) if (option in entry.options) expect({ option, value: told(entry.options[option], value) }).toEqual({ option, value });
    if (kind.type === "choice") expect(kind.expects).toBe(`one of ${entry.choices!.join(", ")}`);
  });
  test("has the same old names and fallback", () => {
    const aliases = (options.aliases ?? []).map((alias) => (typeof alias === "string" ? { name: alias } : alias));
    expect(entry.aliases.map(({ at: _, ...alias }) => alias)).toEqual(aliases);
    expect(entry.reads).toEqual(options.fallbackTo === undefined ? [] : [options.fallbackTo]);
  });
});

/** The value that a static fact tells: a constant itself, else what its text means; of a function, that it is one. */
function told(fact: Constant, value: unknown): unknown {
  if (typeof fact !== "object" || fact === null) return fact;
  if (typeof value === "function") return /=>/.test(fact.computed) ? value : fact.computed;
  return structuredClone(runInNewContext(`(${fact.computed})`, { RELEASE: "2.0.0" }));
}
