/** The straight line: files → extract → link → judge → compare, for each configuration of a tree. */
import { join, posix } from "node:path";
import { existsSync, readFileSync } from "./disk.ts";
import { readBaseline } from "./baseline.ts";
import type { BaselineFile } from "./baseline.ts";
import { collect, textOf } from "./collect.ts";
import type { Collected, Means } from "./collect.ts";
import { compare, type Scanned } from "./compare.ts";
import { pageFacts } from "./docs/page-facts.ts";
import type { Broken, Discovery } from "./files/discover.ts";
import { readPages } from "./files/pages.ts";
import { wayFrom } from "./files/repository.ts";
import { judge, rulesThatRun } from "./judge.ts";
import type { Timed } from "./link/link.ts";
import { merge } from "./merge.ts";
import type { View } from "./linked.ts";
import type { Rule } from "./rule.ts";
import { governors } from "./settings.ts";
import type { Configuration, Settings, Workspace } from "./settings.ts";
import type { Grown, Verdict } from "./verdict.ts";
import { views } from "./view.ts";

export interface CheckOptions {
  readonly workspace: Workspace;
  readonly rules: readonly Rule[];
  /** Report only these; the whole tree is analysed all the same. Null is all. */
  readonly only: ReadonlySet<string> | null;
  readonly discovery: Discovery;
  /** Absolute: places in errors are as seen from here. */
  readonly cwd: string;
  /** What grew, by the configuration that answers for it; folders lead from the workspace's top. */
  readonly grown?: ReadonlyMap<Configuration, readonly Grown[]>;
  /** When reads of the environment run is told across modules for `every` alone, which is not the default; no verdict depends on it. */
  readonly timed?: Timed;
  readonly means?: Means;
}

export interface CheckResult extends Collected {
  readonly verdict: Verdict;
  /** Each configuration that the run covers, with its own verdict and what it sees. */
  readonly verdicts: ReadonlyMap<Configuration, Verdict>;
  /** The root of the run, from the workspace's top. */
  readonly root: string;
  readonly viewOf: (configuration: Configuration) => View;
  /** The text of a source file by its path from the root of the run, for excerpts; null where it cannot be read. */
  readonly textOf: (path: string) => string | null;
}

/** Checks what the run covers. Throws a UsageError for a broken baseline, and an Error that names rule and file if a rule fails. */
export async function check({ workspace, rules, only, discovery, cwd, timed = "registry", grown, means }: CheckOptions): Promise<CheckResult> {
  const covered = workspace.configurations.filter((one) => one.covered);
  const baselines = await Promise.all(covered.map(({ settings }) => readBaseline(baselineFile(settings, cwd), { named: settings.baselineNamed })));
  const pages = await Promise.all(covered.map(async ({ settings }) => new Map((await readPages(settings)).map(({ path, text }) => [path, text]))));
  const collected = collect(workspace, discovery, timed, means);
  const viewOf = views(workspace, collected.linked);
  const root = rootOf(covered);
  const verdicts = new Map<Configuration, Verdict>();
  covered.forEach((configuration, index) => {
    const { settings } = configuration;
    const folder = posix.relative(root, configuration.folder) || ".";
    const files = share(workspace, configuration, discovery, collected);
    const unparsed = files.unparsed.map((one) => ({ ...one, folder }));
    const filesChecked = files.checked.size;
    const complete = unparsed.length === 0 && filesChecked > 0 && files.sure;
    const view = viewOf(configuration);
    const violations = judge({ folder, view, settings, rules, complete, pages: pageFacts(view, settings, pages[index]!), mentionedIn: mentions(settings.folder) });
    const broken = new Set(unparsed.map((item) => item.path));
    const scanned = (path: string): Scanned => {
      if (files.checked.has(path) && !broken.has(path)) return "clean";
      return existsSync(join(settings.folder, path)) || files.unseen.has(path) ? "unsure" : "gone";
    };
    verdicts.set(configuration, compare({
      settings, folder, violations, baseline: baselines[index]!.entries, sure: files.sure, scanned, filesChecked, unparsed,
      grown: (grown?.get(configuration) ?? []).map((one) => ({ ...one, folder: posix.relative(root, one.folder) || "." })),
      only: only === null ? null : new Set(files.own([...only])),
      ran: new Set(rulesThatRun(rules, settings).map((rule) => rule.name)),
      skipped: files.skipped.map((one) => ({ ...one, folder })),
      notices: [...files.notices, ...withoutRegistry(configuration, collected)],
    }));
  });
  const verdict = merge([...verdicts.values()], join(workspace.top, root));
  return { ...collected, verdict: { ...verdict, notices: [...discovery.notices, ...collected.notices, ...elsewhere(workspace, collected), ...verdict.notices] }, verdicts, root, viewOf, textOf: (path) => textOf(workspace.top, posix.join(root, path)) };
}

/** The baseline of a configuration; messages call it as seen from `cwd`. */
export function baselineFile({ folder, baseline }: Settings, cwd: string): BaselineFile {
  const path = join(folder, baseline);
  return { path, shown: wayFrom(cwd, path) };
}

/** The folder below which everything that is covered lies, from the workspace's top. */
export function rootOf(covered: readonly Configuration[]): string {
  const [first, ...rest] = covered.map(({ folder }) => folder);
  return first !== undefined && rest.every((folder) => first === "." || folder.startsWith(`${first}/`)) ? first : ".";
}

/** What of the tree is a configuration's own; paths are relative to its folder. */
interface Share {
  readonly own: (paths: readonly string[]) => string[];
  /** Files that were read. */
  readonly checked: ReadonlySet<string>;
  readonly unparsed: readonly Broken[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly unseen: ReadonlySet<string>;
  readonly notices: readonly string[];
  /** Nothing of another configuration is unparsed: what is found nowhere is gone. */
  readonly sure: boolean;
}

function share(workspace: Workspace, configuration: Configuration, discovery: Discovery, { named, files, skipped, unparsed }: Collected): Share {
  const governor = governors(workspace);
  const below = configuration.folder === "." ? 0 : configuration.folder.length + 1;
  const isOwn = (path: string): boolean => governor(path) === configuration || path === configuration.folder;
  const owned = <T extends { readonly path: string }>(items: readonly T[]): T[] => items.filter(({ path }) => isOwn(path)).map((item) => ({ ...item, path: item.path.slice(below) || "." }));
  const own = (paths: readonly string[]): string[] => owned(paths.map((path) => ({ path }))).map(({ path }) => path);
  return {
    own,
    checked: new Set(own([...named.keys()])),
    unparsed: owned(unparsed),
    skipped: owned(skipped),
    unseen: new Set(own(discovery.unseen)),
    notices: files.filter(({ path }) => isOwn(path)).flatMap((file) => file.notices),
    sure: unparsed.every(({ path }) => isOwn(path) || governor(path) === null),
  };
}

/** Broken files that no verdict counts: what they would have told is missing. */
function elsewhere(workspace: Workspace, { unparsed }: Collected): string[] {
  const governor = governors(workspace);
  return unparsed.filter(({ path }) => governor(path)?.covered !== true).map(({ path, message }) => `${path} could not be parsed (${message}): names that lead there may be unknown`);
}

/** A configured registry file that declares none is a mistake, and may use the environment no more than others. */
function withoutRegistry({ settings, folder }: Configuration, { linked }: Collected): string[] {
  const declares = (path: string): boolean => linked.registries.some((registry) => registry.site.path === posix.join(folder, path));
  return settings.registry.filter((path) => !declares(path)).map((path) => `${path} is configured as a registry, but makes no defineEnvs(…) call of @env-contract/registry`);
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
