/** The registries of the configured files: entries, spread groups and nests, options as constants. */
import type { EntryFacts, EntrySetFacts, FileFacts, OptionFacts, Ref, Site } from "../facts.ts";
import type { AliasFacts, Constant, Entry, Registry, RemovedName, Section } from "../linked.ts";
import { eachOf, evaluate } from "../values/evaluate.ts";
import { keyOf, type Thing } from "../values/things.ts";
import { cycleOf } from "./cycles.ts";
import type { Codebase } from "./world.ts";

/** A registry before its uses are known: `escapes` is added by link. */
export type Declared = Omit<Registry, "escapes"> & { readonly index: number };

/** The registries that the files declare, in the order of the files, then of the text. */
export function registriesOf(world: Codebase, paths: readonly string[]): Declared[] {
  const found: Declared[] = [];
  for (const path of paths) {
    const file = world.files.get(path);
    file?.entrySets.forEach((set, index) => {
      if (set.made === "registry") found.push(registryOf(world, file, set, index, found.length));
    });
  }
  return found;
}

function registryOf(world: Codebase, file: FileFacts, set: EntrySetFacts, index: number, id: number): Declared {
  const collected: Collected = { entries: [], computed: [], open: null, broken: false };
  collect(world, file, set, { category: null, prefix: "" }, collected, 0);
  const option = (name: string) => set.options.find((item) => item.name === name);
  const unread = option("");
  if (unread) collected.open ??= { site: { path: file.path, at: unread.at }, why: "is given options that cannot be read statically" };
  const prefix = option("prefix");
  const site: Site = { path: file.path, at: set.at };
  return {
    id,
    index,
    name: exportedName(file, index),
    site,
    prefix: prefix ? textOf(world, file, prefix.value) : null,
    categories: categoriesOf(world, file, option("categories")),
    sections: sectionsOf(world, file, option("categories")),
    entries: collected.entries,
    removed: removedOf(world, file, option("removed")),
    open: collected.open,
    broken: collected.broken,
    computed: collected.computed,
    cycle: cycleOf(world, file.path),
  };
}

interface Collected {
  readonly entries: Entry[];
  readonly computed: Site[];
  open: { site: Site; why: string } | null;
  broken: boolean;
}

interface Around {
  readonly category: string | null;
  readonly prefix: string;
}

function collect(world: Codebase, file: FileFacts, set: EntrySetFacts, around: Around, into: Collected, depth: number): void {
  into.broken ||= file.problems.length > 0;
  for (const entry of set.entries) {
    const names = evaluate(world, file, entry.name).map(keyOf);
    const [name] = names;
    if (names.length !== 1 || name === null || name === undefined) into.computed.push({ path: file.path, at: entry.at });
    else into.entries.push(entryOf(world, file, entry, around.prefix === "" ? name : `${around.prefix}__${name}`, around.category));
  }
  for (const spread of set.spreads) {
    const things = evaluate(world, file, spread.value);
    const [thing] = things;
    if (things.length !== 1 || thing?.is !== "entries" || depth > 16) {
      into.open ??= { site: { path: file.path, at: spread.at }, why: "spreads something that cannot be read statically" };
      continue;
    }
    const inner = world.files.get(thing.in.path)!;
    const spreadSet = inner.entrySets[thing.index]!;
    const label = spreadSet.label === null ? null : textOf(world, inner, spreadSet.label);
    if (spreadSet.label !== null && label === null) {
      into.open ??= { site: { path: inner.path, at: spreadSet.at }, why: `has a ${spreadSet.made} whose ${spreadSet.made === "group" ? "category" : "prefix"} cannot be read statically` };
      continue;
    }
    const next: Around = spreadSet.made === "group" ? { ...around, category: label ?? around.category } : spreadSet.made === "nested" ? { ...around, prefix: label ?? "" } : around;
    collect(world, inner, spreadSet, next, into, depth + 1);
  }
}

function entryOf(world: Codebase, file: FileFacts, entry: EntryFacts, name: string, category: string | null): Entry {
  const options: Record<string, Constant> = {};
  const sources: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  const unreadable: string[] = [];
  for (const option of entry.options) {
    const constant = constantOf(world, file, option);
    options[option.name] = constant;
    sources[option.name] = option.source;
    const list = textsOf(world, file, option.value);
    if (list !== null) lists[option.name] = list;
    if (typeof constant === "object" && constant !== null && !OPEN_OPTIONS.has(option.name)) unreadable.push(`its ${option.name} is no constant`);
  }
  if (entry.builder === null) unreadable.push("its value is no call of a builder (`str({ … })`)");
  if (entry.open) unreadable.push("its options are no object literal with written keys");
  const choices = entry.choices === null ? null : textsOf(world, file, entry.choices);
  if (entry.builder === "choice" && choices === null) unreadable.push("its choices are no list of written texts");
  const aliases = aliasesOf(world, file, entry.options.find((option) => option.name === "aliases"), unreadable);
  const fallback = options["fallbackTo"];
  const described = options["description"];
  const own = options["category"];
  return {
    name,
    site: { path: file.path, at: entry.at },
    builder: entry.builder,
    category: typeof own === "string" ? own : category,
    description: typeof described === "string" ? described : entry.doc,
    options,
    sources,
    lists,
    choices,
    aliases,
    unreadable,
    reads: typeof fallback === "string" ? [fallback] : [],
    declaration: `${file.path}:${entry.at.join(":")}`,
  };
}

/** Options that need no constant: computed, lists, functions, or checked for themselves. */
const OPEN_OPTIONS = new Set(["default", "client", "aliases", "appliesTo", "protocols"]);

function constantOf(world: Codebase, file: FileFacts, option: OptionFacts): Constant {
  const things = evaluate(world, file, option.value);
  const [thing] = things;
  if (things.length === 1 && thing?.is === "text") return thing.text;
  if (things.length === 1 && thing?.is === "plain") return thing.value;
  return { computed: option.source };
}

function textOf(world: Codebase, file: FileFacts, ref: Ref): string | null {
  const things = evaluate(world, file, ref);
  return things.length === 1 && things[0]!.is === "text" ? things[0]!.text : null;
}

/** The texts of a list; null where one cannot be read. */
function textsOf(world: Codebase, file: FileFacts, ref: Ref): string[] | null {
  const things = evaluate(world, file, ref);
  if (things.length !== 1 || (things[0]!.is !== "list" && things[0]!.is !== "items")) return null;
  const texts = eachOf(world, things[0]!).map((item) => (item.is === "text" ? item.text : null));
  return texts.includes(null) ? null : (texts as string[]);
}

function itemsOf(thing: Thing): (readonly [string, Ref])[] {
  const value = thing.is === "list" || thing.is === "object" ? thing.in.values[thing.ref] : undefined;
  if (value?.is === "list") return value.items.map((item, index) => [String(index), item]);
  return value?.is === "object" ? [...value.fields] : [];
}

function fileOf(world: Codebase, thing: Thing): FileFacts {
  return world.files.get((thing as Thing & { is: "list" }).in.path)!;
}

/** `categories` is a list of ids, or an object whose keys are the ids; null where it is absent or cannot be read. */
function categoriesOf(world: Codebase, file: FileFacts, option: OptionFacts | undefined): string[] | null {
  if (option === undefined) return null;
  const things = evaluate(world, file, option.value);
  if (things.length === 1 && things[0]!.is === "object") return itemsOf(things[0]!).map(([name]) => name);
  return textsOf(world, file, option.value);
}

/** Titles, parents and intros of categories that are written as an object. */
function sectionsOf(world: Codebase, file: FileFacts, option: OptionFacts | undefined): Record<string, Section> {
  const things = option === undefined ? [] : evaluate(world, file, option.value);
  const sections = things.flatMap((thing) => (thing.is === "object" ? itemsOf(thing).map(([id, value]): [string, Section] => [id, sectionOf(world, fileOf(world, thing), value, id)]) : []));
  return Object.fromEntries(sections);
}

function sectionOf(world: Codebase, file: FileFacts, ref: Ref, id: string): Section {
  const fields = new Map(evaluate(world, file, ref).flatMap((thing) => (thing.is === "object" ? itemsOf(thing).map(([key, value]) => [key, textOf(world, fileOf(world, thing), value)] as const) : [])));
  const [title, parent, intro] = ["title", "parent", "intro"].map((key) => fields.get(key) ?? undefined);
  return { title: title ?? id, ...(parent !== undefined && { parent }), ...(intro !== undefined && { intro }) };
}

function removedOf(world: Codebase, file: FileFacts, option: OptionFacts | undefined): RemovedName[] {
  if (option === undefined) return [];
  const things = evaluate(world, file, option.value);
  return things.flatMap((thing) => itemsOf(thing).map(([name, value]) => ({ name, reason: textOf(world, fileOf(world, thing), value) ?? "" })));
}

function aliasesOf(world: Codebase, file: FileFacts, option: OptionFacts | undefined, unreadable: string[]): AliasFacts[] {
  if (option === undefined) return [];
  const things = evaluate(world, file, option.value);
  const list = things[0];
  const unread = () => void unreadable.push("its aliases are no list of written names");
  if (things.length !== 1 || list?.is !== "list") {
    unread();
    return [];
  }
  const from = fileOf(world, list);
  const found: AliasFacts[] = [];
  for (const [index, [, item]] of itemsOf(list).entries()) {
    const text = textOf(world, from, item);
    const object = evaluate(world, from, item)[0];
    const field = (key: string) => {
      const value = object?.is === "object" ? itemsOf(object).find(([name]) => name === key)?.[1] : undefined;
      return value === undefined ? null : textOf(world, fileOf(world, object!), value);
    };
    const name = text ?? field("name");
    if (name === null) {
      unread();
      continue;
    }
    const since = field("since");
    const removeIn = field("removeIn");
    found.push({ name, at: option.items?.[index] ?? option.at, ...(since !== null && { since }), ...(removeIn !== null && { removeIn }) });
  }
  return found;
}

/** The name that the registry is exported by; `envs` where it is not exported by a name. */
function exportedName(file: FileFacts, index: number): string {
  const named = file.exports.find((item) => {
    const value = file.values[item.value];
    return value?.is === "entries" && value.index === index && item.name !== "default" && item.name !== "=";
  });
  return named?.name ?? "envs";
}
