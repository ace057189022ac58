/** The straight line: files → extract → link → judge → compare, with one loop until nothing new is watched. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readBaseline } from "./baseline.ts";
import { compare, type Scanned } from "./compare.ts";
import { extract as extractFile, type ExtractOptions } from "./extract/extract.ts";
import type { FileFacts } from "./facts.ts";
import { readSourceSync } from "./files/decode.ts";
import type { Discovery } from "./files/discover.ts";
import { moduleResolver } from "./files/resolve.ts";
import { mayMatter, type Named, specifiersOf } from "./files/select.ts";
import { startedFiles } from "./files/started.ts";
import { judge, rulesThatRun } from "./judge.ts";
import { link, type Linked } from "./link/link.ts";
import type { Facts } from "./linked.ts";
import type { Rule } from "./rule.ts";
import type { Settings } from "./settings.ts";
import type { Skipped, Unparsed, Verdict } from "./verdict.ts";

export interface CheckOptions {
  readonly settings: Settings;
  readonly rules: readonly Rule[];
  /** Report only these; the whole project is analysed all the same. Null is all. */
  readonly only: ReadonlySet<string> | null;
  readonly discovery: Discovery;
}

export interface CheckResult {
  readonly verdict: Verdict;
  readonly files: readonly FileFacts[];
  readonly linked: Facts;
  /** Every file that was read, with the modules that its text names. */
  readonly named: ReadonlyMap<string, readonly Named[]>;
  /** The text of a source file, for excerpts; null where it cannot be read. */
  readonly textOf: (path: string) => string | null;
}

/** Checks the files of one configuration. Throws a UsageError for a broken baseline, and an Error that names rule and file if a rule fails. */
export async function check({ settings, rules, only, discovery }: CheckOptions): Promise<CheckResult> {
  const baseline = await readBaseline(join(settings.folder, settings.baseline), { named: settings.baselineNamed });
  const texts = readTexts(settings, discovery);
  const { files, linked } = analyse(settings, discovery, texts);
  const unparsed = [...discovery.unreadable, ...texts.unparsed, ...files.flatMap((file) => file.problems.map((problem) => ({ ...problem, path: file.path })))];
  const filesChecked = texts.named.size;
  const complete = unparsed.length === 0 && filesChecked > 0;
  const violations = judge({ facts: linked.facts, settings, rules, complete, mentionedIn: mentions(settings.folder) });
  const broken = new Set(unparsed.map((item) => item.path));
  const scanned = (path: string): Scanned => {
    if (texts.named.has(path) && !broken.has(path)) return "clean";
    return existsSync(join(settings.folder, path)) || discovery.unseen.includes(path) ? "unsure" : "gone";
  };
  const verdict = compare({
    settings, violations, baseline: baseline.entries, complete, scanned, only, filesChecked, unparsed,
    ran: new Set(rulesThatRun(rules, settings).map((rule) => rule.name)),
    skipped: [...discovery.skipped, ...texts.skipped],
    notices: [...discovery.notices, ...files.flatMap((file) => file.notices), ...withoutRegistry(settings, linked)],
  });
  return { verdict, files, linked: linked.facts, named: texts.named, textOf: (path) => textOf(settings.folder, path) };
}

/** What the registry files declare: they and what they import are read, no other file. */
export function declared(settings: Settings, discovery: Discovery): { readonly registries: Facts["registries"]; readonly unparsed: readonly Unparsed[] } {
  const narrow = { ...discovery, files: withImports(settings, discovery) };
  const texts = readTexts(settings, narrow);
  const { files, linked } = analyse(settings, narrow, texts);
  return { registries: linked.facts.registries, unparsed: [...texts.unparsed, ...files.flatMap((file) => file.problems.map((problem) => ({ ...problem, path: file.path })))] };
}

/** The registry files and all that they import, directly or not. */
function withImports(settings: Settings, discovery: Discovery): string[] {
  const all = new Set(discovery.files);
  const resolve = moduleResolver(all, settings, discovery.links);
  const found = new Set(settings.registry.filter((path) => all.has(path)));
  // A set is walked to its end, which grows meanwhile.
  for (const path of found) {
    for (const { specifier } of specifiersOf(textOf(settings.folder, path) ?? "")) {
      const target = resolve(path, specifier);
      if (target !== null) found.add(target);
    }
  }
  return [...found];
}

/** A configured registry file that declares none is a mistake, and may use the environment no more than others. */
function withoutRegistry(settings: Settings, { facts }: Linked): string[] {
  return settings.registry.filter((path) => !facts.registries.some((registry) => registry.site.path === path)).map((path) => `${path} is configured as a registry, but makes no defineEnvs(…) call of @env-contract/registry`);
}

interface Texts {
  /** Every file that was read, with the modules that it names. */
  readonly named: ReadonlyMap<string, readonly Named[]>;
  /** Facts of the files that matter by their text. */
  readonly facts: Map<string, FileFacts>;
  readonly skipped: readonly Skipped[];
  readonly unparsed: readonly Unparsed[];
}

/** Reads every file once; keeps no text, only what was extracted. */
function readTexts(settings: Settings, { files }: Discovery): Texts {
  const named = new Map<string, readonly Named[]>();
  const facts = new Map<string, FileFacts>();
  const skipped: Skipped[] = [];
  const unparsed: Unparsed[] = [];
  const registries = new Set(settings.registry);
  for (const path of files) {
    const source = readSourceSync(settings.folder, path);
    if (source.is === "skipped") {
      skipped.push({ path, reason: source.reason });
      continue;
    }
    if (source.is === "unparsed") unparsed.push({ ...source.problem, path });
    if (source.text === undefined) continue;
    named.set(path, specifiersOf(source.text));
    if (registries.has(path) || mayMatter(source.text)) facts.set(path, extract({ path, text: source.text, watched: [] }));
  }
  return { named, facts, skipped, unparsed };
}

/** Extracts and links until no file is missing and no import is newly watched. */
function analyse(settings: Settings, discovery: Discovery, { named, facts }: Texts): { files: FileFacts[]; linked: Linked } {
  const resolve = moduleResolver(new Set(discovery.files), settings, discovery.links);
  const started = startedFiles(settings, discovery.files);
  const imported = importedFiles(named, resolve);
  const again = (path: string, watched: readonly string[]) => {
    const text = textOf(settings.folder, path);
    if (text !== null) facts.set(path, extract({ path, text, watched }));
  };
  for (;;) {
    const isStarted = (path: string) => !imported.has(path) && (started.has(path) || (facts.get(path)?.shebang ?? false));
    const linked = link({ files: [...facts.values()], resolve, registries: settings.registry, doors: settings.doors, isStarted });
    const next = watchedImports(named, facts, resolve, linked.carrying);
    for (const path of linked.missing) if (named.has(path) && !facts.has(path) && !next.has(path)) next.set(path, []);
    if (next.size === 0) return { files: [...facts.values()], linked };
    for (const [path, watched] of next) again(path, watched);
  }
}

/** A fault of ours names the file that it met. */
function extract(options: ExtractOptions): FileFacts {
  try {
    return extractFile(options);
  } catch (error) {
    throw new Error(`extract failed on ${options.path}`, { cause: error });
  }
}

type Resolve = (from: string, specifier: string) => string | null;

function importedFiles(named: ReadonlyMap<string, readonly Named[]>, resolve: Resolve): Set<string> {
  const imported = new Set<string>();
  for (const [path, modules] of named) {
    for (const module of modules) {
      const target = module.typeOnly ? null : resolve(path, module.specifier);
      if (target !== null && target !== path) imported.add(target);
    }
  }
  return imported;
}

/** The files whose list of watched imports grew, with the new list. */
function watchedImports(named: ReadonlyMap<string, readonly Named[]>, facts: ReadonlyMap<string, FileFacts>, resolve: Resolve, carrying: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const grown = new Map<string, string[]>();
  for (const [path, modules] of named) {
    const before = facts.get(path)?.watched ?? [];
    const watched = new Set(before);
    for (const { specifier, typeOnly } of modules) {
      const target = typeOnly ? null : resolve(path, specifier);
      for (const name of (target !== null && carrying.get(target)) || []) watched.add(`${specifier}#${name}`);
    }
    if (watched.size > before.length) grown.set(path, [...watched].sort());
  }
  return grown;
}

function textOf(folder: string, path: string): string | null {
  const source = readSourceSync(folder, path);
  return source.is === "skipped" ? null : (source.text ?? null);
}

/** Whether a file below the folder mentions a name as a whole word; false where it does not exist. */
function mentions(folder: string): (file: string, name: string) => boolean {
  const texts = new Map<string, string>();
  return (file, name) => {
    let text = texts.get(file);
    if (text === undefined) {
      const path = join(folder, file);
      text = existsSync(path) ? readFileSync(path, "utf8") : "";
      texts.set(file, text);
    }
    return text.split(/[^A-Za-z0-9_]+/).includes(name);
  };
}
