/** What grew between two states of a repository: debt that is listed, and what configurations let pass. Pure. */
import { posix } from "node:path";
import type { Configuration } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";
import { grownDebt } from "./debt.ts";
import type { Debt, Origins } from "./debt.ts";
import { coversPattern, withinFolder } from "./patterns.ts";
import { weakenings } from "./weaker.ts";
import type { Change } from "./weaker.ts";

/** Every path, and the folder of every configuration, leads from the top of the repository. */
export interface State {
  readonly parts: readonly StatePart[];
  readonly sources: ReadonlySet<string>;
  readonly exists: (path: string) => boolean;
}

export interface StatePart {
  /** Of a configuration that is written down. */
  readonly configuration: Configuration;
  readonly debt: readonly ListedDebt[];
  readonly hasBaseline: boolean;
  /** The prefixes that registries state for themselves. */
  readonly prefixes: readonly OwnPrefix[];
}

/** A registry's own prefix; `path` is its file. */
export interface OwnPrefix {
  readonly path: string;
  readonly prefix: string;
}

/** An entry and its line in the baseline. */
export interface ListedDebt extends Debt {
  readonly line: number;
}

/** What grew in one place: `path` is that of a baseline or configuration, relative to `folder`. */
export interface Growth {
  readonly folder: string;
  readonly path: string;
  readonly entry: string;
  readonly line: number;
  /** The baseline did not exist before. */
  readonly isFirst: boolean;
}

/** Everything that grew, sorted by folder, path and entry: nothing where each list holds what the older one held or less, and no rule is weaker. */
export function growthBetween(before: State, now: State, origins: Origins): Growth[] {
  const origin = (path: string): string => origins.get(path) ?? path;
  const alive = new Set([...now.sources].map(origin));
  const links = new Map(now.parts.map((part) => [part, linkOf(part, before, origin)]));
  const owned = now.parts.flatMap((part) => part.debt.map((one) => ({ ...one, part })));
  const debt = grownDebt(before.parts.flatMap((part) => part.debt), owned, origins).map(({ entry, line, folder, part }) => {
    const link = links.get(part);
    return { folder, path: part.configuration.settings.baseline, entry, line, isFirst: link?.relation !== "same" || !link.part.hasBaseline };
  });
  const weaker = now.parts.flatMap((part) => {
    const link = links.get(part);
    if (link === undefined || link === null) return [];
    const change: Change = { before: link.part.configuration, now: part.configuration, relation: link.relation, origin, exists: (path) => now.exists(path) || alive.has(path) };
    const lost = link.relation === "same" ? lostPrefixes(link.part, part, change) : [];
    return [...weakenings(change), ...lost].map((entry) => at(part, entry));
  });
  const kept = new Set([...links.values()].flatMap((link) => (link?.relation === "same" ? [link.part] : [])));
  const deleted = before.parts.filter((part) => !kept.has(part) && [...before.sources].some((path) => isBelow(path, part) && alive.has(path))).map((part) => at(part, DELETED));
  return [...debt, ...weaker, ...deleted].sort((a, b) => byCodeUnit(a.folder, b.folder) || byCodeUnit(a.path, b.path) || byCodeUnit(a.entry, b.entry));
}

const DELETED = "configuration deleted";

function at({ configuration: { folder, settings } }: StatePart, entry: string): Growth {
  return { folder, path: settings.file!, entry, line: 1, isFirst: false };
}

/** A registry without a prefix of its own has those of the configuration. */
function lostPrefixes(before: StatePart, now: StatePart, { origin, exists }: Change): string[] {
  const { prefixes } = now.configuration.settings;
  const kept = (path: string, prefix: string): boolean => {
    const own = now.prefixes.filter((one) => origin(one.path) === path);
    return own.length === 0 ? prefixes.length === 1 && prefixes[0] === prefix : own.some((one) => one.prefix === prefix);
  };
  return before.prefixes.filter(({ path, prefix }) => exists(path) && !kept(path, prefix)).map(({ path, prefix }) => `prefix ${prefix} dropped in ${posix.relative(before.configuration.folder, path)}`);
}

interface Link {
  readonly part: StatePart;
  readonly relation: Change["relation"];
}

/** What governed the folder of a configuration before: itself, or an outer one, for files that were there and those that would have come; null where there were no rules. */
function linkOf(part: StatePart, before: State, origin: (path: string) => string): Link | null {
  const { folder, settings } = part.configuration;
  const own = before.parts.find((one) => one.configuration.folder === folder) ?? before.parts.find((one) => placeOf(one) === origin(posix.join(folder, settings.file!)));
  if (own !== undefined) return { part: own, relation: "same" };
  const outer = before.parts.filter((one) => isBelow(folder, one)).sort((a, b) => b.configuration.folder.length - a.configuration.folder.length)[0];
  return outer !== undefined && reaches(outer.configuration, folder) ? { part: outer, relation: "taken-over" } : null;
}

/** Some file of the folder, there or to come, is one that the outer configuration checks. */
function reaches({ settings, folder: outer }: Configuration, folder: string): boolean {
  const way = posix.relative(outer, folder);
  return !coversPattern(settings.exclude, `${way}/**`) && settings.include.some((pattern) => withinFolder(pattern, way)?.length !== 0);
}

function placeOf({ configuration: { folder, settings } }: StatePart): string {
  return posix.join(folder, settings.file!);
}

function isBelow(path: string, { configuration: { folder } }: StatePart): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}
