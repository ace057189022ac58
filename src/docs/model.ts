/** What pages say of a contract: its public entries in order, and the words of their cells. Pure. */
import { counts, countsMarkdown } from "../contract/counts.ts";
import { inventoryOf } from "../contract/inventory.ts";
import { declaredOf, isComputed } from "../declared.ts";
import type { Timing } from "../facts.ts";
import type { Constant, Entry, Registry, Section, View } from "../linked.ts";
import type { Settings } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";

export interface DocsEntry {
  readonly name: string;
  readonly entry: Entry;
  /** When code reads it through the registry, at the earliest; `direct` where it is only read past it, null where nothing reads it. */
  readonly timing: Timing | "direct" | null;
}

export interface DocsInput {
  readonly settings: Settings;
  /** Each declaration once, sorted by name. */
  readonly entries: readonly DocsEntry[];
  readonly removed: readonly { readonly name: string; readonly reason: string }[];
  /** Categories in the order of the registries. */
  readonly categories: readonly string[];
  readonly sections: ReadonlyMap<string, Section>;
  /** The constant of the first registry (`envs`). */
  readonly registry: string;
  /** Classes and dispositions of all names, in Markdown; what pages mention is not counted. */
  readonly counts: () => string;
}

/** Which entries a block shows. */
export interface Filter {
  readonly category: readonly string[] | null;
  readonly audience: "public" | "internal" | "all";
}

/** How a page writes them: what its configuration says beside file and format. */
export interface PageOptions {
  readonly columns: readonly (string | { readonly id: string; readonly title: string })[] | null;
  readonly groupBy: "category" | "owner" | null;
  readonly aliases: "table" | "rows";
  readonly labels: Readonly<Record<string, string>>;
}

/** The contract as one configuration sees it. */
export function docsInput(view: View, settings: Settings): DocsInput {
  const found = new Map<string, DocsEntry>();
  for (const { entries } of view.registries) {
    for (const entry of entries) if (!found.has(entry.name)) found.set(entry.name, { name: entry.name, entry, timing: view.read.timings.get(entry.name) ?? (view.read.names.has(entry.name) ? "direct" : null) });
  }
  const of = <T>(list: (registry: Registry) => readonly T[]): T[] => view.registries.flatMap(list);
  const removed = new Map(of((registry) => registry.removed).map((one) => [one.name, one]));
  return {
    settings,
    entries: [...found.values()].sort((a, b) => byCodeUnit(a.name, b.name)),
    removed: [...removed.values()].sort((a, b) => byCodeUnit(a.name, b.name)),
    categories: [...new Set(of((registry) => registry.categories ?? []))],
    sections: new Map(of((registry) => Object.entries(registry.sections))),
    registry: view.registries[0]?.name ?? "envs",
    counts: () => countsMarkdown(counts(inventoryOf({ view, settings, mentions: [] }))),
  };
}

/** The entries that a block shows. */
export function chosen({ entries }: DocsInput, { category, audience }: Filter): DocsEntry[] {
  return entries.filter(({ entry }) => (category === null || category.includes(entry.category ?? "")) && (audience === "all" || audienceOf(entry) === audience));
}

/** `public` unless it says otherwise. */
function audienceOf({ options }: Entry): string {
  return textOption(options["audience"]) ?? "public";
}

/** The option where it is a written text. */
export function textOption(value: Constant): string | null {
  return typeof value === "string" ? value : null;
}

/** `int`, `one of debug, info`, as a reader takes it. */
export function typeText({ builder, choices }: Entry): string {
  return builder === "choice" && choices !== null ? `one of ${choices.join(", ")}` : (builder ?? "unknown");
}

/** What a default is: a value of the variable (a `text`, or a `number` or switch), or what its author or a label says of it, in Markdown. */
export interface DefaultText {
  readonly text: string;
  readonly is: "text" | "number" | "said";
}

/** The default of an entry in words: `defaultDoc` where it says one, a label where there is none, else the text that sets it. */
export function defaultText(entry: Entry, labels: Readonly<Record<string, string>>): DefaultText {
  const { options, sources } = entry;
  const label = (key: keyof typeof LABELS): DefaultText => ({ text: labels[key] ?? LABELS[key], is: "said" });
  const said = textOption(options["defaultDoc"]);
  if (said !== null) return { text: said, is: "said" };
  const other = textOption(options["fallbackTo"]);
  if (other !== null) return { text: (labels["fallback"] ?? LABELS.fallback).replaceAll("OTHER", other), is: "said" };
  if (options["required"] === true) return label("required");
  if (!("default" in options) && !("default" in sources)) return label("unset");
  const value = options["default"];
  if (isComputed(value) || value === undefined) return label("computed");
  if (value === "") return label("empty");
  if (typeof value === "boolean") return { text: labels[String(value)] ?? (value ? "1" : "0"), is: "number" };
  // A number keeps the spelling of its author: 1.0, 60_000.
  return typeof value === "number" ? { text: sources["default"] ?? String(value), is: "number" } : { text: String(value), is: "text" };
}

/** The usual words; a page may have its own. */
export const LABELS = { unset: "unset", required: "required", computed: "computed", empty: '""', fallback: "(from `OTHER`)", true: "1", false: "0" } as const;

/** The text that sets the default, for files that programs read; null where there is none or it is not known. */
export function defaultValue(entry: Entry): string | null {
  const value = entry.options["default"];
  if (value === undefined || value === null || isComputed(value)) return null;
  const declared = declaredOf(entry);
  return declared?.kind.format(value as never) ?? String(value);
}
