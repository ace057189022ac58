/** What changed in a contract between two revisions, and what a release must say of it. */
import type { Entry, Registry } from "../linked.ts";
import { byCodeUnit } from "../verdict.ts";
import { IMPACTS } from "./change.ts";
import type { Change, Impact } from "./change.ts";
import { fieldChanges, presenceText, typeText } from "./fields.ts";

/** The step of Semantic Versioning that follows. */
export type Step = "major" | "minor" | "patch" | "none";

/** The changes from one contract to the next: breaking first, then by name. A change of internal entries breaks nobody; what was experimental or diagnostic promised nothing. */
export function contractChanges(before: readonly Registry[], after: readonly Registry[]): Change[] {
  const [old, now] = [namesOf(before), namesOf(after)];
  const changes = [...goneNames(old, now), ...newNames(old, now), ...keptEntries(old, now), ...keptAliases(old, now), ...registryChanges(before, after)];
  return changes.sort((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) || byCodeUnit(a.name, b.name) || byCodeUnit(a.what ?? "", b.what ?? ""));
}

/** The step that the gravest change asks for. */
export function stepOf(changes: readonly Pick<Change, "impact">[]): Step {
  const has = (impact: Impact): boolean => changes.some((change) => change.impact === impact);
  return has("breaking") ? "major" : has("additive") ? "minor" : has("documentation") ? "patch" : "none";
}

interface Names {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The entry of each old name. */
  readonly aliases: ReadonlyMap<string, Entry>;
  /** Reason by removed name. */
  readonly removed: ReadonlyMap<string, string>;
}

function namesOf(registries: readonly Registry[]): Names {
  const entries = new Map<string, Entry>();
  const aliases = new Map<string, Entry>();
  const removed = new Map<string, string>();
  for (const registry of registries) {
    for (const entry of registry.entries) if (!entries.has(entry.name)) entries.set(entry.name, entry);
    for (const { name, reason } of registry.removed) removed.set(name, reason);
  }
  for (const entry of entries.values()) for (const { name } of entry.aliases) if (!aliases.has(name)) aliases.set(name, entry);
  return { entries, aliases, removed };
}

/** Entries and old names that are neither any more. */
function* goneNames(old: Names, now: Names): Generator<Change> {
  const isGone = (name: string): boolean => !now.entries.has(name) && !now.aliases.has(name);
  for (const [name, entry] of old.entries) {
    const heir = now.aliases.get(name);
    if (heir !== undefined && !now.entries.has(name)) {
      yield { name, change: "renamed", what: null, before: name, after: heir.name, impact: limited("additive", entry), note: note(heir, "lifecycleNote"), at: heir.site };
      for (const change of fieldChanges(entry, heir)) yield { ...change, impact: limited(change.impact, entry, heir) };
    } else if (isGone(name)) yield { name, change: "removed", what: null, before: summary(entry), after: null, impact: limited("breaking", entry), note: now.removed.get(name) ?? null, at: entry.site };
  }
  for (const [name, entry] of old.aliases) {
    if (old.entries.has(name) || !isGone(name)) continue;
    yield { name, change: "removed", what: "alias", before: entry.name, after: null, impact: limited("breaking", entry), note: now.removed.get(name) ?? null, at: entry.site };
  }
}

function* newNames(old: Names, now: Names): Generator<Change> {
  for (const [name, entry] of now.entries) {
    if (old.entries.has(name) || entry.aliases.some((alias) => old.entries.has(alias.name))) continue;
    // Whoever runs the program must set it, whatever else it is.
    const impact = entry.options["required"] === true ? "breaking" : limited("additive", entry);
    yield { name, change: "added", what: null, before: null, after: summary(entry), impact, note: null, at: entry.site };
  }
}

function* keptEntries(old: Names, now: Names): Generator<Change> {
  for (const [name, entry] of now.entries) {
    const was = old.entries.get(name);
    if (was === undefined) continue;
    for (const change of fieldChanges(was, entry)) yield { ...change, impact: limited(change.impact, was, entry) };
  }
}

/** Old names that came to an entry, or moved from one to another. */
function* keptAliases(old: Names, now: Names): Generator<Change> {
  for (const [name, entry] of now.aliases) {
    if (old.entries.has(name)) continue;
    const was = old.aliases.get(name);
    // The old names of a new entry are no news beside it.
    if (was === undefined && !old.entries.has(entry.name)) continue;
    if (was === undefined) yield { name, change: "added", what: "alias", before: null, after: entry.name, impact: limited("additive", entry), note: null, at: entry.site };
    else if (was.name !== entry.name && now.aliases.get(was.name) !== entry) yield { name, change: "changed", what: "alias", before: was.name, after: entry.name, impact: limited("breaking", was), note: null, at: entry.site };
  }
}

function* registryChanges(before: readonly Registry[], after: readonly Registry[]): Generator<Change> {
  for (const registry of after) {
    const was = before.find(({ name, site }) => name === registry.name && site.path === registry.site.path);
    if (was === undefined || was.prefix === registry.prefix) continue;
    yield { name: registry.name, change: "changed", what: "prefix", before: was.prefix, after: registry.prefix, impact: "documentation", note: null, at: registry.site };
  }
}

/** The impact as far as anything was promised: by each of the entries, before and after. */
function limited(impact: Impact, was: Entry, is: Entry = was): Impact {
  if (was.options["audience"] === "internal" && is.options["audience"] === "internal") return "documentation";
  const promised = was.options["lifecycle"] !== "experimental" && was.options["lifecycle"] !== "diagnostic";
  return impact === "breaking" && !promised ? "additive" : impact;
}

function summary(entry: Entry): string {
  return `${typeText(entry)}, ${presenceText(entry)}`;
}

function note(entry: Entry, option: string): string | null {
  const text = entry.options[option];
  return typeof text === "string" ? text : null;
}
