/** `env-contract rename`: gives a variable another name, in code, registry, pages, configuration and baseline; the old one stays as an alias. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { covers } from "../allow.ts";
import { readBaseline, formatBaseline } from "../baseline.ts";
import { baselineFile } from "../check.ts";
import { closest } from "../config/suggest.ts";
import type { At } from "../facts.ts";
import { matcher } from "../globs.ts";
import type { Entry, Facts, Registry } from "../linked.ts";
import { lineStarts, offsetOf, renamedAt, renamedConstants, renamedKeys } from "../rename/code.ts";
import { entryEdits, fallbackEdits } from "../rename/registry.ts";
import { configurationEdits, pageEdits } from "../rename/texts.ts";
import { assertClean } from "../rewrite/clean.ts";
import { type Edit, edited, wordEdits } from "../rewrite/edits.ts";
import { patchOf, type Rewriting, writeAll } from "../rewrite/files.ts";
import { amount } from "../report/summary.ts";
import type { Configuration } from "../settings.ts";
import { byCodeUnit, line, parseLine, printable, UsageError } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Analysis } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";
import { docs } from "./docs.ts";

export interface RenameRequest {
  readonly from: string;
  readonly to: string;
  /** The release that brings the new name; null is the current one. */
  readonly since: string | null;
  /** The release that takes the old name no more. */
  readonly removeIn: string | null;
  readonly manner: "writes" | "shows";
  /** Whether changes that are not committed stand in the way. */
  readonly dirty: "refused" | "allowed";
}

/** Renames in one step, or throws a UsageError and changes nothing: where the new name is taken or none of the project's, where the old one is not declared, or where not all that uses it can be rewritten. */
export async function rename(request: RenameRequest, bench: Bench): Promise<Outcome> {
  const { from, to } = request;
  const analysis = await analyse([], bench);
  const { linked, verdict, workspace } = analysis;
  const { paint } = bench.stderr;
  const declared = declarationsOf(from, linked);
  if (declared.length === 0 && declarationsOf(to, linked).some(({ entry }) => entry.aliases.some(({ name }) => name === from))) return { stdout: "", stderr: `${paint.good(`✔ ${from} is an old name of ${to} already`)}\n`, code: 0 };
  refuseNames(request, declared, analysis);
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "correct that first: what uses the name may stand there");
  if (request.dirty === "refused" && request.manner === "writes") await assertClean(workspace.top);
  const draft = drafting(analysis);
  inRegistries(request, declared, draft, analysis);
  const rest = inCode(request, declared, draft, analysis);
  inTexts(request, declared, draft, analysis);
  const lists = await baselinesOf(request, rest, analysis, bench.cwd);
  const rewritings = [...draft.rewritings(), ...lists].sort((a, b) => byCodeUnit(a.shown, b.shown));
  const left = leftIn(from, analysis, rewritings);
  const told = `${left.map((text) => `  ${paint.dim("left")} ${text}\n`).join("")}`;
  if (request.manner === "shows") return { stdout: rewritings.map(patchOf).join(""), stderr: `${told}nothing written: without --dry-run the generated blocks of pages are written too\n`, code: 0 };
  const hasPages = analysis.covered.some(({ settings }) => settings.docs.length > 0);
  // Damaged markers are found before anything is written.
  if (hasPages) await docs("check", bench);
  writeAll(rewritings);
  const pages = hasPages ? (await docs("write", bench)).stdout : "";
  const unknown = (await analyse([], bench)).linked.uses.filter((use) => use.entry === from);
  const broken = unknown.map(({ site }) => `${paint.bad("✖")} ${printable(site.path)}:${site.at[0]} still uses the field ${from}, which is no entry any more\n`);
  return { stdout: `${rewritings.map(({ shown }) => `${printable(shown)}\n`).join("")}${pages}`, stderr: `${paint.good(`✔ renamed ${from} to ${to}`)} in ${amount(rewritings.length, "file")}; ${from} still works, and warns\n${told}${broken.join("")}`, code: broken.length === 0 ? 0 : 1 };
}

interface Declared {
  readonly registry: Registry;
  readonly entry: Entry;
}

function declarationsOf(name: string, { registries }: Facts): Declared[] {
  return registries.flatMap((registry) => registry.entries.filter((entry) => entry.name === name).map((entry) => ({ registry, entry })));
}

function refuseNames({ from, to, removeIn }: RenameRequest, declared: readonly Declared[], { linked, covered }: Analysis): void {
  const entries = linked.registries.flatMap((registry) => registry.entries);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(to)) throw new UsageError(`${JSON.stringify(to)} is no name of a variable`, "letters, digits and underscores, and no digit first");
  if (from === to) throw new UsageError(`${from} is called so already`, "name another");
  if (declared.length === 0) {
    const near = closest(from, entries.map(({ name }) => name));
    throw new UsageError(`no registry declares ${from}`, near === null ? "declare it first, or see env-contract inventory" : `did you mean ${near}?`);
  }
  for (const { name, site, aliases } of entries) {
    if (name === to) throw new UsageError(`${to} is declared already, in ${site.path}:${site.at[0]}`, "choose another name, or delete one of the two entries");
    if (aliases.some((alias) => alias.name === to)) throw new UsageError(`${to} is an old name of ${name}`, "choose another name");
    if (name !== from && name.toLowerCase() === to.toLowerCase()) throw new UsageError(`${to} differs from ${name} in case only`, "on Windows both are one variable: choose another name");
  }
  if (linked.registries.some(({ removed }) => removed.some(({ name }) => name === to))) throw new UsageError(`${to} is a removed name`, "who still sets it means what it was: choose another name");
  for (const { settings } of covered) {
    const allowed = settings.allow.find(({ key }) => covers(key, to));
    if (allowed !== undefined) throw new UsageError(`${to} is allowed as the variable of another tool (${allowed.key} in ${settings.file})`, "choose another name");
  }
  const used = linked.accesses.find(({ name, kind }) => name === to && kind !== "whole");
  if (used !== undefined) throw new UsageError(`${used.site.path}:${used.site.at[0]} uses a variable ${to} already`, "choose another name");
  for (const { registry, entry } of declared) {
    const prefixes = registry.prefix === null ? (covered.find(({ settings, folder }) => settings.registry.some((path) => posix.join(folder, path) === registry.site.path))?.settings.prefixes ?? []) : [registry.prefix];
    const isFree = typeof entry.options["unprefixed"] === "string" || prefixes.length === 0;
    if (!isFree && !prefixes.some((prefix) => to.startsWith(prefix))) throw new UsageError(`${to} lacks the prefix ${prefixes.join(" or ")}`, `name it ${prefixes[0]}${to}, or say in the entry why it is unprefixed`);
  }
  if (removeIn !== null && covered.some(({ settings }) => settings.release === null)) throw new UsageError("--remove-in says nothing where no release is known", 'name it in the configuration: "release": "package.json#version"');
}

interface Draft {
  /** The text of a file by its path from the top, without a byte order mark. */
  readonly text: (path: string) => string;
  readonly edit: (path: string, edits: readonly Edit[]) => void;
  readonly rewritings: () => Rewriting[];
}

/** Collects edits, file by file. */
function drafting({ workspace: { top } }: Analysis): Draft {
  const files = new Map<string, { readonly before: string; readonly edits: Edit[] }>();
  const file = (path: string) => {
    let known = files.get(path);
    if (known === undefined) files.set(path, (known = { before: read(join(top, path), path), edits: [] }));
    return known;
  };
  const mark = (text: string): number => (text.startsWith("\uFEFF") ? 1 : 0);
  return {
    text: (path) => file(path).before.slice(mark(file(path).before)),
    edit: (path, edits) => void file(path).edits.push(...edits),
    rewritings: () =>
      [...files].flatMap(([path, { before, edits }]) => {
        const begin = mark(before);
        const after = before.slice(0, begin) + edited(before.slice(begin), edits);
        return after === before ? [] : [{ path: join(top, path), shown: path, before, after }];
      }),
  };
}

function read(path: string, shown: string): string {
  const bytes = readFileSync(path);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) throw new UsageError(`${shown} is not in UTF-8`, "save it as UTF-8: nothing else is rewritten");
  return text;
}

/** The key, its alias, and whatever the entry or another one says of the name. */
function inRegistries({ from, to, since, removeIn }: RenameRequest, declared: readonly Declared[], draft: Draft, { linked, covered }: Analysis): void {
  const alias = { name: from, since: since ?? covered[0]?.settings.release ?? null, removeIn };
  for (const { site } of new Map(declared.map(({ entry }) => [entry.declaration, entry] as const)).values()) {
    const text = draft.text(site.path);
    const key = keyFor(keyAt(text, site.at), from, to);
    const edits = key === null ? null : entryEdits({ path: site.path, text }, site.at, key, { from, to }, alias);
    if (edits === null) throw new UsageError(`the entry ${from} in ${site.path}:${site.at[0]} is not written as a key with a builder and its options`, `rename it there by hand, and add aliases: [${JSON.stringify(from)}]`);
    draft.edit(site.path, edits);
  }
  for (const path of new Set(linked.registries.flatMap(({ site, entries }) => [site.path, ...entries.map((entry) => entry.site.path)]))) draft.edit(path, fallbackEdits({ path, text: draft.text(path) }, from, to));
}

/** What the key becomes: within a nest the part behind the nest's prefix, which must stay. */
function keyFor(written: string, from: string, to: string): string | null {
  if (written === from) return to;
  const head = from.endsWith(`__${written}`) ? from.slice(0, -written.length) : null;
  if (head === null) return null;
  if (!to.startsWith(head)) throw new UsageError(`${from} is declared within nested(${JSON.stringify(head.slice(0, -2))}, …)`, `keep its beginning: ${head}…`);
  return to.slice(head.length);
}

function keyAt(text: string, [row, column]: At): string {
  const written = /^(?:[\w$]+|"[^"]*"|'[^']*')/.exec(text.slice(offsetOf(lineStarts(text), row, column)))?.[0] ?? "";
  return written.replaceAll(/["']/g, "");
}

/** Every use that link found. Answers with the files where one stays as it is, since nothing there is the name; throws where a field would be left without its entry. */
function inCode({ from, to }: RenameRequest, declared: readonly Declared[], draft: Draft, { linked }: Analysis): ReadonlySet<string> {
  const ids = new Set(declared.map(({ registry }) => registry.id));
  const fields = linked.uses.filter((use) => use.entry === from && ids.has(use.registry));
  const accesses = linked.accesses.filter(({ name, kind }) => name === from && kind !== "whole");
  const places = new Map<string, { readonly at: At; readonly isField: boolean }[]>();
  for (const [found, isField] of [[fields, true], [accesses, false]] as const) for (const { site } of found) places.set(site.path, [...(places.get(site.path) ?? []), { at: site.at, isField }]);
  const rest: { readonly path: string; readonly at: At; readonly isField: boolean }[] = [];
  for (const [path, own] of places) {
    const { edits, elsewhere } = renamedAt({ path, text: draft.text(path) }, own.map(({ at }) => at), from, to);
    draft.edit(path, edits);
    rest.push(...own.filter(({ at }) => elsewhere.includes(at)).map((one) => ({ path, ...one })));
  }
  if (rest.length === 0) return new Set();
  // An alias of a field has its key where it is made; other names come from constants, here or in another module.
  const keys = [...new Set(rest.filter(({ isField }) => isField).map(({ path }) => path))].flatMap((path) => renamedKeys({ path, text: draft.text(path) }, from, to).map((edit) => ({ path, edit })));
  const constants = [...new Set([...places.keys(), ...linked.accesses.map(({ site }) => site.path)])].flatMap((path) => renamedConstants({ path, text: draft.text(path) }, from, to).map((edit) => ({ path, edit })));
  for (const { path, edit } of [...keys, ...constants]) draft.edit(path, [edit]);
  const field = rest.find(({ isField }) => isField);
  if (field !== undefined && keys.length + constants.length === 0) throw new UsageError(`${field.path}:${field.at[0]} uses ${from} by a name that is not written there`, "write the name there, or rename it by hand");
  return new Set(constants.length > 0 ? [] : rest.filter(({ isField }) => !isField).map(({ path }) => path));
}

/** Pages, configurations, and scripts that read the variable. */
function inTexts({ from, to }: RenameRequest, declared: readonly Declared[], draft: Draft, { covered, listing }: Analysis): void {
  const pages = new Set(covered.flatMap((configuration) => pagesOf(configuration, listing.paths)));
  for (const path of pages) draft.edit(path, pageEdits(path, draft.text(path), from, to));
  for (const { settings, folder } of covered) if (settings.file !== null) draft.edit(posix.join(folder, settings.file), configurationEdits(draft.text(posix.join(folder, settings.file)), from, to));
  for (const { registry, entry } of declared) {
    const script = entry.options["readIn"];
    const owner = covered.find(({ settings, folder }) => settings.registry.some((path) => posix.join(folder, path) === registry.site.path));
    if (typeof script !== "string" || owner === undefined) continue;
    const path = posix.join(owner.folder, script);
    if (listing.paths.includes(path)) draft.edit(path, wordEdits(draft.text(path), from, to));
  }
}

function pagesOf({ settings, folder }: Configuration, paths: readonly string[]): string[] {
  const below = folder === "." ? "" : `${folder}/`;
  const there = new Set(paths);
  const isPage = settings.pages.length === 0 ? () => false : matcher(settings.pages);
  const named = settings.docs.map(({ file }) => posix.join(folder, file));
  return [...named, ...paths.filter((path) => path.startsWith(below) && isPage(path.slice(below.length)))].filter((path) => there.has(path));
}

/** Entries of the baselines whose violation is called otherwise now. */
async function baselinesOf({ from, to }: RenameRequest, rest: ReadonlySet<string>, { covered, workspace: { top } }: Analysis, cwd: string): Promise<Rewriting[]> {
  const found: Rewriting[] = [];
  for (const { settings, folder } of covered) {
    const file = baselineFile(settings, cwd);
    const { entries, text } = await readBaseline(file, { named: false });
    if (text === null) continue;
    const after = entries.map(({ entry }) => {
      const parts = parseLine(entry)!;
      return parts.name === from && !rest.has(posix.join(folder, parts.path)) ? line({ ...parts, name: to }) : entry;
    });
    if (after.some((entry, index) => entry !== entries[index]!.entry)) found.push({ path: join(top, folder, settings.baseline), shown: posix.join(folder, settings.baseline), before: text, after: formatBaseline(after) });
  }
  return found;
}

/** Mentions are looked for in files of no more bytes. */
const LARGEST = 1_000_000;
const MOST_LEFT = 20;

/** Where the old name still stands: deployments, workflows, texts. */
function leftIn(from: string, { workspace: { top }, listing, covered }: Analysis, rewritings: readonly Rewriting[]): string[] {
  const rewritten = new Map(rewritings.map((one) => [one.shown, one.after]));
  const generated = new Set(covered.flatMap(({ settings, folder }) => [...settings.docs.map(({ file }) => posix.join(folder, file)), posix.join(folder, settings.baseline)]));
  const found: string[] = [];
  for (const path of [...listing.paths].sort(byCodeUnit)) {
    if (generated.has(path)) continue;
    const text = rewritten.get(path) ?? textOf(join(top, path));
    if (text === null || !text.includes(from)) continue;
    const lines = text.split("\n").flatMap((content, index) => (wordEdits(content, from, "").length > 0 && !/\baliases\s*:/.test(content) ? [index + 1] : []));
    if (lines.length > 0) found.push(`${printable(path)}:${lines.slice(0, 3).join(",")}${lines.length > 3 ? ` and ${lines.length - 3} more lines` : ""}`);
  }
  return found.length <= MOST_LEFT ? found : [...found.slice(0, MOST_LEFT), `and ${found.length - MOST_LEFT} more files`];
}

function textOf(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    return bytes.length > LARGEST || bytes.includes(0) ? null : bytes.toString("utf8");
  } catch {
    return null;
  }
}
