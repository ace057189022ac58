/** `env-contract fix`: reads of declared variables go through the registry, where that keeps what the code does. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { rewriteBaseline } from "../baseline.ts";
import { baselineFile } from "../check.ts";
import { scanOf } from "../collect.ts";
import { parse } from "../extract/syntax.ts";
import type { At } from "../facts.ts";
import { selected } from "../files/discover.ts";
import { manifestsIn } from "../files/manifests.ts";
import { moduleResolver } from "../files/resolve.ts";
import { startedFiles } from "../files/started.ts";
import { declarationOf } from "../fix/declared.ts";
import { isClient, referenceTo } from "../fix/imports.ts";
import { fixReads, type Read } from "../fix/reads.ts";
import type { Access, Entry, Registry } from "../linked.ts";
import { amount } from "../report/summary.ts";
import { assertClean } from "../rewrite/clean.ts";
import { edited } from "../rewrite/edits.ts";
import { patchOf, type Rewriting, writeAll } from "../rewrite/files.ts";
import type { Configuration } from "../settings.ts";
import { byCodeUnit, line, printable, UsageError } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Analysis } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";

export interface FixRequest {
  readonly paths: readonly string[];
  readonly manner: "writes" | "shows";
  /** `unsafe` rewrites also where the code would do something else, which somebody has read. */
  readonly risk: "safe" | "unsafe";
  /** Whether changes that are not committed stand in the way. */
  readonly dirty: "refused" | "allowed";
}

/** One read, as far as it was looked at. */
interface Looked {
  readonly path: string;
  readonly at: At;
  readonly name: string;
}

/** Rewrites the files, and takes the lines of what was rewritten out of the baselines. Exit code 1 where a read is left as it is. */
export async function fix(request: FixRequest, bench: Bench): Promise<Outcome> {
  const analysis = await analyse(request.paths, bench, { timed: "every" });
  if (!analysis.verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(analysis.verdict)}`, "correct that first: code that is not understood is not rewritten");
  if (analysis.linked.registries.length === 0) throw new UsageError("there is no registry to read through", "env-contract init writes one");
  const { top } = analysis.workspace;
  if (request.dirty === "refused" && request.manner === "writes") await assertClean(top);
  const modules = modulesOf(analysis);
  const rewritings: Rewriting[] = [];
  const done: (Looked & { readonly configuration: Configuration })[] = [];
  const left: (Looked & { readonly why: string })[] = [];
  for (const configuration of analysis.covered) {
    for (const [path, items] of candidates(configuration, analysis)) {
      const found = fixFile({ path, items, configuration, modules, top, risk: request.risk });
      if (found.rewriting !== null) rewritings.push(found.rewriting);
      done.push(...found.done.map((one) => ({ ...one, configuration })));
      left.push(...found.left);
    }
  }
  const { paint } = bench.stderr;
  const told = `${leftLines(left)}${byReason(left)}`;
  const counted = `${amount(done.length, "read")} in ${amount(rewritings.length, "file")}`;
  const code = left.length === 0 ? 0 : 1;
  const headline = done.length === 0 ? `${paint.good("✔ nothing to rewrite")}` : request.manner === "shows" ? `would rewrite ${counted}` : `${paint.good(`✔ rewrote ${counted}`)}`;
  const stderr = `${told}${headline}${left.length > 0 ? `; ${amount(left.length, "read")} left as ${left.length === 1 ? "it is" : "they are"}` : ""}\n`;
  const ordered = rewritings.sort((a, b) => byCodeUnit(a.shown, b.shown));
  if (request.manner === "shows") return { stdout: ordered.map(patchOf).join(""), stderr, code };
  writeAll(ordered);
  await prune(done, bench.cwd);
  return { stdout: ordered.map(({ shown }) => `${printable(shown)}\n`).join(""), stderr, code };
}

interface Modules {
  readonly resolve: (from: string, specifier: string) => string | null;
  readonly started: ReadonlySet<string>;
  /** Specifiers by file. */
  readonly specifiers: ReadonlyMap<string, readonly string[]>;
  /** Modules that a registry module imports, directly or not. */
  readonly behind: (module: string) => ReadonlySet<string>;
}

function modulesOf({ workspace, listing, named }: Analysis): Modules {
  const discovery = selected(workspace, listing);
  const scan = scanOf(workspace, discovery);
  const manifests = manifestsIn(scan);
  const { resolve, startedAt } = moduleResolver(scan, manifests);
  const specifiers = new Map([...named].map(([path, modules]) => [path, modules.map(({ specifier }) => specifier)]));
  const known = new Map<string, Set<string>>();
  return {
    resolve,
    specifiers,
    started: startedFiles(workspace, discovery.files, manifests.all(), startedAt),
    behind(module) {
      let found = known.get(module);
      if (found === undefined) {
        known.set(module, (found = new Set([module])));
        // A set is walked to its end, which grows meanwhile.
        for (const path of found) {
          for (const specifier of specifiers.get(path) ?? []) {
            const target = resolve(path, specifier);
            if (target !== null) found.add(target);
          }
        }
      }
      return found;
    },
  };
}

interface Candidate {
  readonly access: Access;
  readonly registry: Registry;
  readonly entry: Entry;
}

/** Reads of declared names that the check reports, by file; paths from the top. */
function candidates(configuration: Configuration, { viewOf, verdicts, only }: Analysis): Map<string, Candidate[]> {
  const view = viewOf(configuration);
  const reported = new Set(verdicts.get(configuration)!.violations.filter(({ kind, status }) => kind === "read" && status !== "allowed").map(({ path, at, name }) => `${path}:${at.join()} ${name}`));
  const found = new Map<string, Candidate[]>();
  for (const access of view.accesses) {
    const path = posix.join(configuration.folder, access.site.path);
    if (!reported.has(`${access.site.path}:${access.site.at.join()} ${access.name}`) || (only !== null && !only.has(path))) continue;
    for (const registry of view.registries) {
      const entry = registry.entries.find(({ name, aliases }) => name === access.name || aliases.some((alias) => alias.name === access.name));
      if (entry === undefined) continue;
      const list = found.get(path) ?? [];
      found.set(path, [...list, { access, registry, entry }]);
      break;
    }
  }
  return found;
}

interface File {
  readonly path: string;
  readonly items: readonly Candidate[];
  readonly configuration: Configuration;
  readonly modules: Modules;
  readonly top: string;
  readonly risk: "safe" | "unsafe";
}

interface FixedFile {
  readonly rewriting: Rewriting | null;
  readonly done: readonly Looked[];
  readonly left: readonly (Looked & { readonly why: string })[];
}

function fixFile({ path, items, configuration, modules, top, risk }: File): FixedFile {
  const before = readFileSync(join(top, path), "utf8");
  const begin = before.startsWith("\uFEFF") ? 1 : 0;
  const text = before.slice(begin);
  const tree = parse(path, text);
  const left: (Looked & { why: string })[] = [];
  const looked = ({ site, name }: Access): Looked => ({ path, at: site.at, name });
  const leave = (access: Access, why: string): void => void left.push({ ...looked(access), why });
  const possible: Candidate[] = [];
  const names = new Map<string, Set<string>>();
  for (const { access } of items) names.set(access.site.at.join(), (names.get(access.site.at.join()) ?? new Set()).add(access.name));
  for (const item of items) {
    const why = before.includes("\uFFFD") ? "the file is not in UTF-8" : names.get(item.access.site.at.join())!.size > 1 ? "it reads one of several names, chosen when it runs" : refusal(item, isClient(tree));
    if (why === null) possible.push(item);
    else leave(item.access, why);
  }
  const locals = new Map<Registry, ReturnType<typeof referenceTo>>();
  for (const registry of new Set(possible.map((one) => one.registry))) {
    const module = posix.join(configuration.folder, registry.site.path);
    const around = [...modules.specifiers].filter(([other]) => posix.dirname(other) === posix.dirname(path) || configuration.folder === "." || other.startsWith(`${configuration.folder}/`)).flatMap(([, specifiers]) => specifiers).slice(0, 2_000);
    locals.set(registry, modules.behind(module).has(path) ? { why: "the registry imports this file: it would import itself" } : referenceTo(tree, { path, module, name: registry.name, resolve: modules.resolve, around, isStarted: modules.started.has(path) }));
  }
  const reads: Read[] = [];
  for (const { access, registry, entry } of possible) {
    const reference = locals.get(registry)!;
    const declaration = declarationOf(entry);
    if ("why" in reference) leave(access, reference.why);
    else if (declaration === null) leave(access, `the entry is a ${entry.builder ?? "value that is no builder"}, which only a person can put in the place of a text`);
    else reads.push({ name: access.name, form: access.form, at: access.site.at, declaration, local: reference.local });
  }
  const fixed = fixReads(tree, reads, risk);
  for (const { read, why } of fixed.refused) left.push({ path, at: read.at, name: read.name, why });
  const used = new Set(fixed.done.map(({ local }) => local));
  const imports = [...locals.values()].flatMap((reference) => ("why" in reference || !used.has(reference.local) ? [] : reference.edits));
  const after = before.slice(0, begin) + edited(text, [...fixed.edits, ...imports]);
  return { rewriting: after === before ? null : { path: join(top, path), shown: path, before, after }, done: fixed.done.map(({ at, name }) => ({ path, at, name })), left };
}

/** Why a read stays, whatever stands around it. */
function refusal({ access, entry }: Candidate, isClientFile: boolean): string | null {
  if (access.name !== entry.name) return `it is an old name of ${entry.name}: env-contract rename, or read the new one`;
  if (access.timing === "import") return "it runs while the module loads: move it into the function that needs the value";
  if (access.mixed) return "what it is taken from is the environment in some cases and something else in others";
  if (access.via.length > 0) return "it is the call of a wrapper, which may do more than to read";
  const inBrowser = isClientFile || access.door === "import.meta.env";
  return inBrowser && entry.options["client"] === undefined ? "it runs in browsers, and the entry has no client: () => …" : null;
}

/** The lines of what was rewritten, each once. */
async function prune(done: readonly (Looked & { readonly configuration: Configuration })[], cwd: string): Promise<void> {
  for (const configuration of new Set(done.map((one) => one.configuration))) {
    const { settings, folder } = configuration;
    const lines = done.filter((one) => one.configuration === configuration).map(({ path, name }) => line({ path: posix.relative(folder, path), kind: "read", name }));
    const file = baselineFile(settings, cwd);
    if (lines.length === 0 || !isThere(file.path)) continue;
    await rewriteBaseline(file, (current) => {
      const next = [...current];
      for (const one of lines) {
        const index = next.indexOf(one);
        if (index !== -1) next.splice(index, 1);
      }
      return next;
    });
  }
}

function isThere(path: string): boolean {
  try {
    return readFileSync(path) !== null;
  } catch {
    return false;
  }
}

function leftLines(left: readonly (Looked & { readonly why: string })[]): string {
  const lines = left.map(({ path, at, name, why }) => `${printable(path)}:${at[0]}:${at[1]}: ${name}: ${why}\n`);
  return lines.sort(byCodeUnit).join("");
}

/** How often each reason stands, the most frequent first. */
function byReason(left: readonly { readonly why: string }[]): string {
  const counts = new Map<string, number>();
  for (const { why } of left) {
    const kind = why.replace(/^where it is (?:unset|".*?"),/, "where it is …,").replace(/"[^"]*"|\/[^ ]*|\b\w+\/[\w./]*/g, "…");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  if (left.length < 10) return "";
  return [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0])).slice(0, 8).map(([why, count]) => `  ${String(count).padStart(5)}  ${why}\n`).join("");
}
