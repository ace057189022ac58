/** What a bug report may say about the environment: public entries and allowed names, nothing else, and no secret. */
import { str } from "../../registry/src/builders.ts";
import { collectEnv } from "../../registry/src/collect.ts";
import { defineEnvs } from "../../registry/src/define.ts";
import type { Entry as Declared } from "../../registry/src/entry.ts";
import { declaredOf } from "../declared.ts";
import type { Entry, Registry } from "../linked.ts";
import type { AllowItem } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";

/** One public entry. */
export interface PublicVariable {
  readonly name: string;
  readonly type: string;
  readonly state: "set" | "default" | "unset" | "invalid";
  /** The old name that carries the text, or null. */
  readonly alias: string | null;
  /** The value in its canonical text, masked; null where there is none, it is secret, or may hold anything. */
  readonly value: string | null;
  /** What its rule expects, where the text is invalid; never the text. */
  readonly expected: string | null;
}

/** One variable of others that the allowlist names. */
export interface AllowedVariable {
  readonly name: string;
  readonly state: "set" | "unset";
}

export interface Info {
  readonly entries: readonly PublicVariable[];
  readonly allowed: readonly AllowedVariable[];
  /** How many entries cannot be read statically: they may be internal or secret. */
  readonly unreadable: number;
}

/** The text of a variable as it is now, or undefined. */
export type ReadVariable = (name: string) => string | undefined;

/** The state of each public entry, by the rules of the library itself, and of each allowed name; sorted by name. What cannot be read statically is counted and no more. */
export function infoOf(registries: readonly Registry[], allow: readonly AllowItem[], variable: ReadVariable): Info {
  const entries = new Map<string, PublicVariable>();
  for (const registry of registries) for (const found of statesOf(registry.entries, variable)) if (!entries.has(found.name)) entries.set(found.name, found);
  const unreadable = registries.flatMap((registry) => registry.entries.filter((entry) => entry.unreadable.length > 0).map(({ name }) => name));
  const names = new Set(allow.map(({ key }) => key).filter((key) => /^[^<>*]+$/.test(key)));
  return {
    entries: [...entries.values()].sort((a, b) => byCodeUnit(a.name, b.name)),
    allowed: [...names].sort(byCodeUnit).map((name) => ({ name, state: variable(name) === undefined ? "unset" : "set" })),
    unreadable: new Set(unreadable).size,
  };
}

function statesOf(entries: readonly Entry[], variable: ReadVariable): PublicVariable[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const made = new Map(entries.map((entry) => [entry.name, libraryEntry(entry, byName)]));
  const names = ["HOME", "USERPROFILE", ...entries.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)])];
  const source = Object.fromEntries(names.map((name) => [name, variable(name)]));
  const envs = defineEnvs(Object.fromEntries(made) as Record<string, never>, { categories: [], source, warn: () => undefined });
  return collectEnv(envs).flatMap(({ name, state, alias, value }) => {
    const entry = byName.get(name)!;
    if (entry.unreadable.length > 0) return [];
    return {
      name,
      type: entry.builder ?? "unknown",
      state: state === "unset" && hasDefault(endOf(entry, byName)) ? "default" : state,
      alias: alias ?? null,
      value: value ?? null,
      expected: state === "invalid" ? made.get(name)!.kind.expects : null,
    };
  });
}

/** The entry for the library: of what is not known statically, the one that shows least. */
function libraryEntry(entry: Entry, byName: ReadonlyMap<string, Entry>): Declared {
  const { kind, options } = declaredOf(entry) ?? (str({ optional: true }) as Declared);
  const { default: value, optional: _, required, fallbackTo, ...others } = options;
  const presence = follows(entry, byName) ? { fallbackTo } : required === true ? { required } : value === undefined ? { optional: true } : { default: value };
  const hidden = entry.unreadable.length > 0 || HOLDS_ANYTHING.has(entry.builder ?? "");
  return { kind, options: { ...others, ...presence, ...(hidden && { secret: true }) } } as unknown as Declared;
}

/** Their values may hold a secret under any key; those of a schema are parsed by code of the project, too. */
const HOLDS_ANYTHING: ReadonlySet<string> = new Set(["json", "schema"]);

/** The entry that its chain of fallbacks ends in; null where it ends nowhere. */
function endOf(entry: Entry, byName: ReadonlyMap<string, Entry>): Entry | null {
  const seen = new Set<Entry>();
  for (let at: Entry | undefined = entry; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const next = at.options["fallbackTo"];
    if (next === undefined) return at;
    at = byName.get(String(next));
  }
  return null;
}

/** It falls back as the library allows it: to an end, by entries of its type. */
function follows(entry: Entry, byName: ReadonlyMap<string, Entry>): boolean {
  if (entry.options["fallbackTo"] === undefined || endOf(entry, byName) === null) return false;
  const typeOf = (one: Entry): string => declaredOf(one)?.kind.type ?? "str";
  for (let at: Entry | undefined = entry; at !== undefined; at = byName.get(String(at.options["fallbackTo"]))) if (typeOf(at) !== typeOf(entry)) return false;
  return true;
}

function hasDefault(entry: Entry | null): boolean {
  return entry !== null && ("default" in entry.options || "default" in entry.sources);
}
