/** Facts in, violations out: runs the rules over what link found. */
import { allowFaults, itemsInForce, matchAllow } from "./allow.ts";
import type { Ownership } from "./allow.ts";
import type { Site } from "./facts.ts";
import { matcher } from "./globs.ts";
import { OPT_IN_DOORS } from "./hosts.ts";
import type { View } from "./linked.ts";
import type { Context, Finding, JudgedAccess, PageFacts, Rule } from "./rule.ts";
import type { AllowItem, Settings } from "./settings.ts";
import { byCodeUnit } from "./verdict.ts";
import type { Violation } from "./verdict.ts";

export interface JudgeInput {
  /** The folder of the configuration, from the root of the run. */
  readonly folder: string;
  readonly view: View;
  readonly settings: Settings;
  readonly rules: readonly Rule[];
  readonly pages: readonly PageFacts[];
  /** Every file was read and parsed. */
  readonly complete: boolean;
  /** The text of the file mentions the name as a whole word. */
  readonly mentionedIn: (file: string, name: string) => boolean;
}

/** The violations of one configuration, `allowed` or `new`, rule by rule; throws an Error that names the rule and the file where a rule fails. */
export function judge(input: JudgeInput): Violation[] {
  const context = contextOf(input);
  // A page stands where it stands, in a folder of another configuration too.
  const pages = new Set(input.pages.map(({ path }) => path));
  return rulesThatRun(input.rules, input.settings).flatMap((rule) => findings(rule, context).filter(({ at }) => context.governs(at.path) || pages.has(at.path)).map((finding) => violation(rule, finding, input.folder)));
}

/** The kinds that make sense without a configuration, where nothing is declared. */
const WITHOUT_CONFIGURATION: readonly string[] = ["read", "write", "whole-environ"];

/** The rules that the configuration leaves on, in their order. */
export function rulesThatRun(rules: readonly Rule[], settings: Settings): readonly Rule[] {
  const on = rules.filter((rule) => !settings.off.includes(rule.name));
  return settings.file === null ? on.filter((rule) => WITHOUT_CONFIGURATION.includes(rule.name)) : on;
}

/** A file with a hundred accesses is matched once. */
function onceEach(matches: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>();
  return (path) => {
    let answer = known.get(path);
    if (answer === undefined) known.set(path, (answer = matches(path)));
    return answer;
  };
}

function contextOf({ view, settings, pages, complete, mentionedIn }: JudgeInput): Context {
  const ownership = ownershipOf(view, settings);
  const inForce = itemsInForce(settings.allow, ownership);
  const isTest = onceEach(matcher(settings.tests));
  const registryFiles = new Set([...view.registries, ...view.others].map((registry) => registry.site.path));
  const used = new Set<AllowItem>();
  const accesses: JudgedAccess[] = [];
  for (const access of view.accesses) {
    // Registry files are the one place that may use the environment.
    if (registryFiles.has(access.site.path) || !opensDoor(access.door, settings)) continue;
    const items = ownership.declared.has(access.name) ? [] : matchAllow(access, inForce, access.site.path);
    for (const item of items) used.add(item);
    accesses.push({ ...access, allowedBy: items[0] ?? null, test: isTest(access.site.path) });
  }
  return {
    ...view,
    accesses,
    unusedAllow: settings.allow.filter((item) => !used.has(item)),
    allowFaults: allowFaults(settings.allow, settings.duplicateAllow, ownership),
    pages,
    settings,
    complete,
    owned: (name) => ownership.declared.has(name) || ownership.prefixes.some((prefix) => name.startsWith(prefix)),
    mentionedIn,
    isTest,
  };
}

function opensDoor(door: string, { doors }: Settings): boolean {
  return !Object.hasOwn(OPT_IN_DOORS, door) || doors.includes(door);
}

function ownershipOf({ registries }: View, settings: Settings): Ownership {
  const declared = new Set<string>();
  for (const registry of registries) {
    for (const entry of registry.entries) {
      declared.add(entry.name);
      for (const alias of entry.aliases) declared.add(alias.name);
    }
    for (const removed of registry.removed) declared.add(removed.name);
  }
  return { declared, prefixes: settings.prefixes };
}

function findings(rule: Rule, context: Context): Finding[] {
  try {
    return [...rule.check(context)];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`rule ${rule.name} failed on ${culprit(rule, context)}: ${reason}`, { cause: error });
  }
}

/** The file whose facts alone make the rule fail; the configuration where none does. */
function culprit(rule: Rule, context: Context): string {
  const sites: { readonly site: Site }[] = [...context.accesses, ...context.uses, ...context.importTime, ...context.registries];
  const paths = [...new Set(sites.map(({ site }) => site.path))].sort(byCodeUnit);
  return paths.find((path) => fails(rule, only(context, path))) ?? context.settings.file ?? "the codebase as a whole";
}

function fails(rule: Rule, context: Context): boolean {
  try {
    for (const _ of rule.check(context));
    return false;
  } catch {
    return true;
  }
}

function only(context: Context, path: string): Context {
  const here = ({ site }: { readonly site: Site }): boolean => site.path === path;
  return {
    ...context,
    accesses: context.accesses.filter(here),
    uses: context.uses.filter(here),
    importTime: context.importTime.filter(here),
    // A use is judged by its registry, which may stand in another file.
    registries: context.registries.map((registry) => (here(registry) ? registry : { ...registry, entries: registry.entries.filter(here) })),
  };
}

function violation(rule: Rule, finding: Finding, folder: string): Violation {
  return {
    folder,
    path: finding.at.path,
    kind: rule.name,
    name: finding.name,
    form: finding.form ?? null,
    timing: finding.timing ?? null,
    status: finding.allowed === true ? "allowed" : "new",
    at: finding.at.at,
    message: finding.message,
    mend: finding.mend,
    declaredAt: finding.declaredAt ?? null,
    via: finding.via ?? [],
  };
}
