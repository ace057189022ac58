/** Facts of a tree: every file read, those that matter extracted and linked, with one loop until nothing new is watched. */
import { posix } from "node:path";
import { extract as extractFile, type ExtractOptions } from "./extract/extract.ts";
import type { FileFacts, Problem } from "./facts.ts";
import { importersIn, watchedImports } from "./importers.ts";
import { readSourceSync } from "./files/decode.ts";
import type { Decoded } from "./files/decode.ts";
import type { Broken, Discovery } from "./files/discover.ts";
import type { Passed } from "./files/listing.ts";
import { manifestsIn, type Scan } from "./files/manifests.ts";
import { moduleResolver } from "./files/resolve.ts";
import { type Exported, exportedBy, mayExport } from "./files/exported.ts";
import { mayMatter, type Named, specifiersOf } from "./files/select.ts";
import { startedFiles } from "./files/started.ts";
import { link, type Linked, type Timed } from "./link/link.ts";
import type { Facts } from "./linked.ts";
import { shortMemo, type Memo } from "./memo.ts";
import { untold, type Progress } from "./progress.ts";
import type { Configuration, Workspace } from "./settings.ts";
import { byCodeUnit } from "./verdict.ts";

/** Paths are relative to the workspace's top. */
export interface Collected {
  readonly files: readonly FileFacts[];
  readonly linked: Facts;
  /** Every file that was read, with the modules that its text names. */
  readonly named: ReadonlyMap<string, readonly Named[]>;
  readonly skipped: readonly Passed[];
  readonly unparsed: readonly Broken[];
  /** What could not be read of package.json and tsconfig.json files. */
  readonly notices: readonly string[];
}

/** How the files are read; no answer depends on it. */
export interface Means {
  readonly progress?: Progress;
  readonly memo?: Memo;
  /** Files that may matter by their text, or `every` one: the same is found in both. */
  readonly selection?: "likely" | "every";
}

/** Reads every file once and keeps no text; never throws on what it reads. Every verdict is the same for either `timed`; when reads of the environment run is told across modules for `every` alone, at the price of parsing whoever may call them. */
export function collect(workspace: Workspace, discovery: Discovery, timed: Timed, { progress = untold, memo = shortMemo(), selection = "likely" }: Means = {}): Collected {
  const all = (of: "registry" | "doors"): string[] => [...new Set(workspace.configurations.flatMap(({ settings, folder }) => (of === "doors" ? settings.doors : settings.registry.map((path) => posix.join(folder, path)))))];
  const registries = all("registry");
  const texts = readTexts(workspace.top, discovery, new Set(registries), { progress, memo, selection });
  const { files, problems, linked, notices } = analyse({ workspace, discovery, texts, registries, doors: all("doors"), timed, progress, memo, selection });
  return {
    files,
    linked: linked.facts,
    named: texts.named,
    skipped: [...discovery.skipped, ...texts.skipped],
    unparsed: [...discovery.unreadable, ...texts.unparsed, ...problems],
    notices,
  };
}

/** The same of what one configuration's registry files declare: they and what they import are read, no other file. */
export function collectDeclared(workspace: Workspace, discovery: Discovery, { settings, folder }: Configuration): Collected {
  const all = new Set(discovery.files);
  const scan = scanOf(workspace, discovery);
  const { resolve } = moduleResolver(scan, manifestsIn(scan));
  const found = new Set(settings.registry.map((path) => posix.join(folder, path)).filter((path) => all.has(path)));
  // A set is walked to its end, which grows meanwhile.
  for (const path of found) {
    for (const { specifier } of specifiersOf(textOf(workspace.top, path) ?? "")) {
      const target = resolve(path, specifier);
      if (target !== null) found.add(target);
    }
  }
  return collect(workspace, { ...discovery, files: [...found], unreadable: [], skipped: [] }, "registry");
}

interface Texts {
  /** Every file that was read, with the modules that it names. */
  readonly named: ReadonlyMap<string, readonly Named[]>;
  /** The files that matter by their text. */
  readonly likely: ReadonlySet<string>;
  readonly skipped: readonly Passed[];
  readonly unparsed: readonly Broken[];
}

/** Reads every file once; keeps no text. */
function readTexts(top: string, { files }: Discovery, registries: ReadonlySet<string>, { progress, memo, selection }: Required<Means>): Texts {
  const named = new Map<string, readonly Named[]>();
  const cuts = new Map<string, string>();
  const likely = new Set<string>();
  const skipped: Passed[] = [];
  const unparsed: Broken[] = [];
  for (const [index, path] of files.entries()) {
    progress("reading", index, files.length);
    const told = memo.told(path, "text", () => toldBy(readSourceSync(top, path), cuts));
    if (told.skipped !== undefined) skipped.push({ path, reason: told.skipped });
    if (told.problem !== undefined) unparsed.push({ ...told.problem, path });
    if (told.named === undefined) continue;
    named.set(path, told.named);
    if (registries.has(path) || told.matters || selection === "every") likely.add(path);
  }
  return { named, likely, skipped, unparsed };
}

/** What a text tells unparsed. */
interface Told {
  /** Why it is no source. */
  readonly skipped?: string;
  readonly problem?: Problem;
  /** The modules that it names; missing where there is no text. */
  readonly named?: readonly Named[];
  readonly matters?: true;
}

function toldBy(source: Decoded, cuts: Map<string, string>): Told {
  if (source.is === "skipped") return { skipped: source.reason };
  const problem = source.is === "unparsed" ? { problem: source.problem } : {};
  if (source.text === undefined) return problem;
  return { ...problem, named: specifiersOf(source.text, cuts), ...(mayMatter(source.text) && { matters: true }) };
}

interface Analysed extends Required<Means> {
  readonly workspace: Workspace;
  readonly discovery: Discovery;
  readonly texts: Texts;
  readonly registries: readonly string[];
  readonly doors: readonly string[];
  readonly timed: Timed;
}

/** Extracts and links until no file is missing and no import is newly watched. */
function analyse({ workspace, discovery, texts: { named, likely }, registries, doors, timed, progress, memo, selection }: Analysed): { files: FileFacts[]; problems: Broken[]; linked: Linked; notices: string[] } {
  const scan = scanOf(workspace, discovery);
  const manifests = manifestsIn(scan);
  const { resolve, startedAt, notices } = moduleResolver(scan, manifests);
  const started = startedFiles(workspace, discovery.files, manifests.all(), startedAt);
  const importers = importersIn(named, resolve);
  const facts = new Map<string, FileFacts>();
  const again = (path: string, watched: readonly string[]) => {
    const found = memo.told(path, `facts ${watched.join("\n")}`, () => {
      const text = textOf(workspace.top, path);
      return text === null ? null : extract({ path, text, watched });
    });
    if (found !== null) facts.set(path, found);
  };
  const read = <T>(path: string, question: string, answer: (text: string) => T): T => memo.told(path, question, () => answer(textOf(workspace.top, path) ?? ""));
  const isStarted = (path: string) => !importers.has(path) && (started.has(path) || (facts.get(path)?.shebang ?? false));
  const exported = new Map<string, Exported>();
  /** Facts that link finds out to need, while it runs. */
  const more = (path: string, name: string): FileFacts | null => {
    if (!named.has(path)) return null;
    let names = exported.get(path);
    if (names === undefined) {
      const listed = read(path, "exports", (text) => listOf(exportedBy(text)));
      exported.set(path, (names = listed === null ? null : new Set(listed)));
    }
    if (selection === "likely" && !mayExport(names, name)) return null;
    again(path, []);
    return facts.get(path) ?? null;
  };
  const extractAll = (files: ReadonlyMap<string, readonly string[]>): void => {
    let done = 0;
    for (const [path, watched] of files) {
      progress("parsing", done++, files.size);
      again(path, watched);
    }
  };
  // What imports a likely file waits for what that turns out to carry: else it would be parsed twice.
  const waiting = new Set([...likely].flatMap((path) => importers.get(path) ?? []).map((importer) => importer.path).filter((path) => likely.has(path)));
  extractAll(new Map([...likely].filter((path) => !waiting.has(path)).map((path) => [path, []])));
  const settled = (reads: Timed): Linked => {
    for (;;) {
      progress("linking", facts.size, facts.size);
      const before = facts.size;
      const linked = link({ files: [...facts.values()], resolve, more, registries, doors, isStarted, timed: reads });
      const next = watchedImports({ importers, facts, read, selection }, linked);
      for (const path of waiting) if (!next.has(path) && !facts.has(path)) next.set(path, []);
      waiting.clear();
      if (next.size === 0 && facts.size === before) return linked;
      extractAll(next);
    }
  };
  const linked = settled("registry");
  // A file that only tells when others run is not checked: what cannot be parsed of it makes no run incomplete.
  const problems = [...facts.values()].flatMap((file) => file.problems.map((problem) => ({ ...problem, path: file.path })));
  const timedToo = timed === "every" ? settled("every") : linked;
  return { files: [...facts.values()], problems, linked: timedToo, notices: [...manifests.notices(), ...notices()].sort(byCodeUnit) };
}

function listOf(names: Exported): readonly string[] | null {
  return names === null ? null : [...names];
}

/** What the resolver is given of a tree. */
export function scanOf({ top }: Workspace, { files, manifests, links }: Discovery): Scan {
  return { top, files: new Set(files), manifests: new Set(manifests), links };
}

/** A fault of ours names the file that it met. */
function extract(options: ExtractOptions): FileFacts {
  try {
    return extractFile(options);
  } catch (error) {
    throw new Error(`extract failed on ${options.path}`, { cause: error });
  }
}

/** The text of a source file below the folder; null where it cannot be read. */
export function textOf(folder: string, path: string): string | null {
  const source = readSourceSync(folder, path);
  return source.is === "skipped" ? null : (source.text ?? null);
}
