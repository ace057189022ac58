/** Everything that is known of one variable: where it is declared, read and written, when, through what, and why it may be. Pure. */
import { posix } from "node:path";
import type { Site, Timing } from "../facts.ts";
import type { Access, Constant, Entry, Facts, Registry, RegistryUse, RemovedName } from "../linked.ts";
import type { AllowItem, Configuration } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";
import type { Status, Violation } from "../verdict.ts";

/** Paths are relative to the root of the run. */
export interface Explanation {
  readonly name: string;
  readonly declared: readonly Declaration[];
  /** Entries that claim the name as an old one of theirs. */
  readonly aliasOf: readonly Declaration[];
  readonly removed: readonly { readonly registry: string; readonly at: Site; readonly removed: RemovedName }[];
  /** Prefixes of the project that the name carries. */
  readonly prefixes: readonly string[];
  readonly reads: readonly Mention[];
  readonly writes: readonly Mention[];
  readonly allowed: readonly { readonly item: AllowItem; readonly file: string }[];
  /** Places that load a file into the environment. */
  readonly loads: readonly Site[];
}

export interface Declaration {
  /** The registries that hold the entry, by the names of their constants. */
  readonly registries: readonly string[];
  readonly at: Site;
  readonly entry: Entry;
}

/** One use in code. */
export interface Mention {
  readonly at: Site;
  /** `envs.ACME_PORT.get()`, `process.env`, … */
  readonly how: string;
  /** The name as the code has it, where that is another: an old one, or only its head is known. */
  readonly as: string | null;
  readonly timing: Timing;
  /** From where it starts to where it is read. */
  readonly via: readonly Site[];
  /** What the check says of it; null where it is as it should be. */
  readonly verdict: { readonly kind: string; readonly status: Status } | null;
}

export interface ExplanationInput {
  readonly facts: Facts;
  readonly configurations: readonly Configuration[];
  readonly violations: readonly Violation[];
  /** The root of the run, from the top that paths of facts are relative to. */
  readonly root: string;
}

/** What the tree says of the name. */
export function explanationOf(name: string, { facts, configurations, violations, root }: ExplanationInput): Explanation {
  const seen = ({ path, at }: Site): Site => ({ path: posix.relative(root, path), at });
  const found = declarations(facts.registries, seen);
  const declared = found.filter(({ entry }) => entry.name === name);
  const names = new Set([name, ...declared.flatMap(({ entry }) => entry.aliases.map((alias) => alias.name))]);
  const judged = verdictsOf(violations);
  const isMeant = (one: string): boolean => names.has(one) || isFamily(one, name);
  const accesses = facts.accesses.filter((access) => (access.kind === "whole" ? (access.reads ?? []).some(isMeant) : isMeant(access.name))).map((access) => ({ kind: access.kind === "write" ? "write" : "read", mention: accessMention(access, name, seen, judged) }));
  const uses = facts.uses.filter(({ entry }) => entry === name).map((use) => ({ kind: WRITES.has(use.use) ? "write" : "read", mention: useMention(use, facts, seen, judged) }));
  const mentions = (kind: string): Mention[] => [...uses, ...accesses].filter((one) => one.kind === kind).map(({ mention }) => mention).sort((a, b) => byCodeUnit(a.at.path, b.at.path) || a.at.at[0] - b.at.at[0] || a.at.at[1] - b.at.at[1]);
  return {
    name,
    declared,
    aliasOf: found.filter(({ entry }) => entry.aliases.some((alias) => alias.name === name)),
    removed: facts.registries.flatMap((registry) => registry.removed.filter((one) => one.name === name).map((removed) => ({ registry: registry.name, at: seen(registry.site), removed }))),
    prefixes: [...new Set(configurations.flatMap(({ settings }) => settings.prefixes.filter((prefix) => name.startsWith(prefix))))],
    reads: mentions("read"),
    writes: mentions("write"),
    allowed: configurations.flatMap(({ settings, folder }) => settings.allow.filter(({ key }) => key === name || (key.endsWith("*") && name.startsWith(key.slice(0, -1)))).map((item) => ({ item, file: posix.join(posix.relative(root, folder), settings.file ?? "") }))),
    loads: facts.accesses.filter(({ form }) => form === "load").map(({ site }) => seen(site)),
  };
}

/** Nothing in the tree speaks of the name. */
export function isUnknown({ declared, aliasOf, removed, reads, writes, allowed }: Explanation): boolean {
  return [declared, aliasOf, removed, reads, writes, allowed].every((list) => list.length === 0);
}

/** Every variable that the tree names, for suggestions; sorted. */
export function knownNames({ accesses, registries }: Facts): string[] {
  const entries = registries.flatMap((registry) => [...registry.entries.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]), ...registry.removed.map(({ name }) => name)]);
  const used = accesses.flatMap(({ kind, name, reads = [] }) => (kind === "whole" ? reads : [name])).filter((name) => /^\w+$/.test(name));
  return [...new Set([...entries, ...used])].sort(byCodeUnit);
}

const WRITES: ReadonlySet<string> = new Set(["set", "clear", "override"]);

/** `ACME_*` may be any name that begins so. */
function isFamily(head: string, name: string): boolean {
  return head.length > 1 && head.endsWith("*") && name.startsWith(head.slice(0, -1));
}

/** Each declaration once, however many registries share it. */
function declarations(registries: readonly Registry[], seen: (site: Site) => Site): Declaration[] {
  const found = new Map<string, { registries: string[]; at: Site; entry: Entry }>();
  for (const registry of registries) {
    for (const entry of registry.entries) {
      const key = `${entry.declaration} ${entry.name}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { registries: [registry.name], at: seen(entry.site), entry });
      else if (!known.registries.includes(registry.name)) known.registries.push(registry.name);
    }
  }
  return [...found.values()];
}

type Judged = ReadonlyMap<string, { readonly kind: string; readonly status: Status }>;

function verdictsOf(violations: readonly Violation[]): Judged {
  return new Map(violations.map(({ folder, path, at, name, kind, status }) => [placeKey({ path: posix.join(folder, path), at }, name), { kind, status }]));
}

function placeKey({ path, at }: Site, name: string): string {
  return `${path}:${at.join(":")} ${name}`;
}

function accessMention(access: Access, name: string, seen: (site: Site) => Site, judged: Judged): Mention {
  const at = seen(access.site);
  return { at, how: howOf(access), as: access.name === name ? null : access.name, timing: access.timing, via: access.via.map(seen), verdict: judged.get(placeKey(at, access.name)) ?? null };
}

function howOf({ kind, door, via }: Access): string {
  if (kind === "whole") return `${door}, handed on to code that uses it`;
  return via.length > 0 ? `a call that reaches ${door}` : door;
}

function useMention(use: RegistryUse, facts: Facts, seen: (site: Site) => Site, judged: Judged): Mention {
  const registry = facts.registries.find(({ id }) => id === use.registry);
  const at = seen(use.site);
  const field = `${registry?.name ?? "envs"}.${use.entry}`;
  // The chain is told from the top-level code where it starts; here it leads to this read.
  const chain = facts.importTime.find(({ registry: id, entry, via, site }) => id === use.registry && entry === use.entry && samePlace(via.at(-1) ?? site, use.site));
  const via = chain === undefined || chain.via.length === 0 ? [] : [chain.site, ...chain.via.slice(0, -1)].map(seen);
  const verdict = judged.get(placeKey(at, use.entry)) ?? (chain && judged.get(placeKey(seen(chain.site), use.entry))) ?? null;
  return { at, how: use.use === "bare" ? field : `${field}.${use.use}()`, as: null, timing: use.timing, via, verdict };
}

function samePlace(a: Site, b: Site): boolean {
  return a.path === b.path && a.at.join() === b.at.join();
}

/** A constant as a person reads it; `computed` text as it is written. */
export function constantText(value: Constant): string {
  return typeof value === "object" && value !== null ? value.computed : value === undefined ? "undefined" : JSON.stringify(value);
}
