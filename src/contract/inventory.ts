/** Every name that a project has to do with, and what is known of it. */
import { looksSecret } from "../../registry/src/secret.ts";
import { covers } from "../allow.ts";
import type { Site, Timing } from "../facts.ts";
import { matcher } from "../globs.ts";
import type { Constant, Entry, View } from "../linked.ts";
import type { AllowItem, Settings } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";

export const CLASSES = ["public", "internal", "external", "inherited", "deprecated", "removed", "unclassified"] as const;
/** `inherited` is external with an owner and the page where the owner documents it. */
export type Class = (typeof CLASSES)[number];

/** A place in code that uses the variable, or (`mention`) a page that names it. */
export interface UseSite extends Site {
  readonly use: "read" | "write" | "get" | "isSet" | "set" | "clear" | "override" | "bare" | "mention";
  readonly timing: Timing | null;
  readonly test: boolean;
}

/** What is known of one variable, or of the family that a `HEAD_*` names; never a value. */
export interface Named {
  readonly name: string;
  readonly class: Class;
  /** The builder of an entry. */
  readonly type: string | null;
  readonly category: string | null;
  readonly owner: string | null;
  /** Where the owner documents it. */
  readonly url: string | null;
  readonly lifecycle: string | null;
  readonly disposition: string | null;
  readonly secret: boolean;
  /** The reason of an exception or of a removal, the note of a lifecycle. */
  readonly note: string | null;
  /** For an old name: the entry that it is an alias of. */
  readonly aliasOf: string | null;
  /** The key of `allow` that names it. */
  readonly allowedBy: string | null;
  readonly declaredAt: Site | null;
  /** The earliest time at which code reads it; null where none does. */
  readonly timing: Timing | null;
  /** Sorted by place. */
  readonly sites: readonly UseSite[];
}

/** The names of one configuration. */
export interface Part {
  /** POSIX, from the root of the run; places are relative to it. */
  readonly folder: string;
  readonly variables: readonly Named[];
}

export interface Mention {
  readonly name: string;
  readonly site: Site;
}

export interface InventoryInput {
  readonly view: View;
  readonly settings: Settings;
  /** Owned names that pages mention. */
  readonly mentions: readonly Mention[];
}

/** One row for each name that one configuration has in its code, registries, allowlist or pages, sorted by name. */
export function inventoryOf({ view, settings, mentions }: InventoryInput): Named[] {
  const standing = new Map<string, Standing>();
  const add = (name: string, one: Standing): void => void (standing.has(name) || standing.set(name, one));
  const { registries, others } = view;
  for (const { entries } of registries) for (const entry of entries) add(entry.name, entryStanding(entry));
  for (const { entries } of registries) for (const entry of entries) for (const alias of entry.aliases) add(alias.name, aliasStanding(entry));
  for (const { removed, site } of registries) for (const { name, reason } of removed) add(name, { ...NOTHING, class: "removed", note: reason, declaredAt: site });
  const items = settings.allow.filter(({ key }) => !isAngle(key));
  for (const item of items) add(item.key, allowStanding(item, item.key));
  const families = settings.allow.flatMap((item) => (item.names ?? []).map((name) => ({ item, name })));
  for (const { item, name } of families) add(name, allowStanding(item, name));
  const sites = sitesOf(view, settings, mentions);
  // What another configuration declares is of concern where the code of this one uses it.
  for (const { entries } of others) for (const entry of entries) if (sites.has(entry.name)) add(entry.name, entryStanding(entry));
  for (const name of sites.keys()) {
    const item = items.find(({ key }) => covers(key, name)) ?? families.find((family) => covers(family.name, name))?.item;
    add(name, item === undefined ? { ...NOTHING, class: "unclassified", secret: looksSecret(name) } : allowStanding(item, name));
  }
  return [...standing].sort(([a], [b]) => byCodeUnit(a, b)).map(([name, one]) => {
    const own = (sites.get(name) ?? []).sort((a, b) => byCodeUnit(a.path, b.path) || a.at[0] - b.at[0] || a.at[1] - b.at[1]);
    return { name, ...one, timing: earliest(own), sites: own };
  });
}

type Standing = Omit<Named, "name" | "timing" | "sites">;

const NOTHING = { type: null, category: null, owner: null, url: null, lifecycle: null, disposition: null, secret: false, note: null, aliasOf: null, allowedBy: null, declaredAt: null } as const;

function entryStanding(entry: Entry): Standing {
  const { name, builder, category, options, site, aliases } = entry;
  const lifecycle = textOf(options["lifecycle"]) ?? "stable";
  return {
    ...NOTHING,
    class: lifecycle === "deprecated" ? "deprecated" : options["audience"] === "internal" ? "internal" : "public",
    type: builder,
    category,
    owner: textOf(options["owner"]),
    lifecycle,
    disposition: textOf(options["disposition"]),
    secret: typeof options["secret"] === "boolean" ? options["secret"] : [name, ...aliases.map((alias) => alias.name)].some(looksSecret),
    note: textOf(options["lifecycleNote"]),
    declaredAt: site,
  };
}

function aliasStanding(entry: Entry): Standing {
  return { ...entryStanding(entry), class: "deprecated", lifecycle: "deprecated", disposition: null, note: null, aliasOf: entry.name };
}

function allowStanding({ key, owner, url, secret, reason }: AllowItem, name: string): Standing {
  return { ...NOTHING, class: owner !== null && url !== null ? "inherited" : "external", owner, url, secret: secret || looksSecret(name), note: reason, allowedBy: key };
}

function textOf(value: Constant): string | null {
  return typeof value === "string" ? value : null;
}

function isAngle(name: string): boolean {
  return name.includes("<");
}

function sitesOf({ accesses, uses }: View, settings: Settings, mentions: readonly Mention[]): Map<string, UseSite[]> {
  const found = new Map<string, UseSite[]>();
  const isTest = matcher(settings.tests);
  const add = (name: string, { path, at }: Site, use: UseSite["use"], timing: Timing | null): void => {
    if (isAngle(name)) return;
    const site = { path, at, use, timing, test: isTest(path) };
    const list = found.get(name);
    if (list === undefined) found.set(name, [site]);
    else list.push(site);
  };
  for (const { kind, name, site, timing, reads = [] } of accesses) {
    if (kind !== "whole") add(name, site, kind, timing);
    else for (const one of reads) add(one, site, "read", timing);
  }
  for (const { entry, use, site, timing } of uses) add(entry, site, use, timing);
  for (const { name, site } of mentions) add(name, site, "mention", null);
  return found;
}

const READING: ReadonlySet<string> = new Set(["read", "get", "isSet", "bare"]);
const TIMINGS: readonly Timing[] = ["import", "start", "call"];

function earliest(sites: readonly UseSite[]): Timing | null {
  const times = new Set(sites.filter(({ use }) => READING.has(use)).map(({ timing }) => timing));
  return TIMINGS.find((timing) => times.has(timing)) ?? null;
}
