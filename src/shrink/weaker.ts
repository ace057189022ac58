/** What one configuration lets pass that another did not. Pure. */
import { posix } from "node:path";
import { covers, isAngle } from "../allow.ts";
import type { AllowItem, Configuration } from "../settings.ts";
import { coversPattern, fromAbove, isPlain, withinFolder } from "./patterns.ts";

/** The rules for the same files, then and now: of one configuration, or of an outer one and one that took over some of its files. Folders lead from the top of the repository. */
export interface Change {
  readonly before: Configuration;
  readonly now: Configuration;
  readonly relation: "same" | "taken-over";
  /** Where a file was before. */
  readonly origin: (path: string) => string;
  readonly exists: (path: string) => boolean;
}

/**
 * Each way in which `now` is weaker, as an entry that names key and value: `kinds.prefix off`, `exclude src/old/**`,
 * `allow TZ write in test/**`, and `dropped` behind what is no longer asked. What surely lets nothing more pass is none,
 * such as a pattern that an older one covers; what cannot be told is.
 */
export function weakenings(change: Change): string[] {
  const { settings: before } = change.before;
  const { settings: now } = change.now;
  const shared = [
    ...now.off.filter((kind) => !before.off.includes(kind)).map((kind) => `kinds.${kind} off`),
    ...narrower("include", change),
    ...wider("exclude", change),
    ...wider("entries", change),
    ...widerAllow(change),
  ];
  // The rest speaks of a registry and its pages, which the outer configuration keeps.
  if (change.relation === "taken-over") return shared;
  return [
    ...shared,
    ...dropped("prefix", before.prefixes, now.prefixes),
    ...purposes(before.purposes, now.purposes),
    ...dropped("doors", before.doors, now.doors),
    ...droppedFiles("registry", before.registry, now.registry, change),
    ...droppedFiles("docs", before.docs.map(({ file }) => file), now.docs.map(({ file }) => file), change),
    ...narrower("pages", change),
  ];
}

function dropped(key: string, values: readonly string[], kept: readonly string[]): string[] {
  return values.filter((value) => !kept.includes(value)).map((value) => `${key} ${value} dropped`);
}

/** Files that are gone need no rules. */
function droppedFiles(key: string, files: readonly string[], now: readonly string[], change: Change): string[] {
  const kept = now.map((path) => earlier(path, change));
  return dropped(key, files.filter((path) => change.exists(posix.join(change.before.folder, path))), kept);
}

/** Without any, no switch needs one; each further word lets more names pass. */
function purposes(before: readonly string[], now: readonly string[]): string[] {
  if (before.length === 0) return [];
  return now.length === 0 ? dropped("purposes", before, now) : now.filter((word) => !before.includes(word)).map((word) => `purposes ${word}`);
}

function wider(key: "exclude" | "entries", change: Change): string[] {
  const before = change.before.settings[key];
  return change.now.settings[key].filter((pattern) => !coversPattern(before, earlier(pattern, change))).map((pattern) => `${key} ${pattern}`);
}

function narrower(key: "include" | "pages", change: Change): string[] {
  const now = change.now.settings[key];
  const then = now.map((pattern) => earlier(pattern, change));
  const inside = (pattern: string): readonly string[] => (change.relation === "same" ? [pattern] : (withinFolder(pattern, below(change)) ?? [pattern]));
  const kept = (pattern: string): boolean => coversPattern(then, pattern) || inside(pattern).every((one) => coversPattern(now, one));
  return change.before.settings[key].filter((pattern) => !kept(pattern)).map((pattern) => `${key} ${pattern} dropped`);
}

function widerAllow(change: Change): string[] {
  const before = change.before.settings.allow;
  return change.now.settings.allow.flatMap((item) => permitsOf(item).filter((permit) => !before.some((one) => grants(one, permit, change))).map(permitText));
}

/** The smallest thing that an allow item allows. */
interface Permit {
  readonly key: string;
  readonly access: "read" | "write";
  readonly file: string | null;
  readonly name: string | null;
}

function permitsOf({ key, access, files, names }: AllowItem): Permit[] {
  const accesses = isAngle(key) ? (["read"] as const) : access;
  return accesses.flatMap((one) => (files ?? [null]).flatMap((file) => [null, ...(names ?? [])].map((name) => ({ key, access: one, file, name }))));
}

function grants(item: AllowItem, { key, access, file, name }: Permit, change: Change): boolean {
  if (!covers(item.key, key) || !(isAngle(key) || item.access.includes(access))) return false;
  if (name !== null && !(item.names ?? []).some((one) => covers(one, name))) return false;
  if (item.files === null) return true;
  if (file !== null) return coversPattern(item.files, earlier(file, change));
  return change.relation === "taken-over" && coversPattern(item.files, `${below(change)}/**`);
}

function permitText({ key, access, file, name }: Permit): string {
  return [`allow ${key}`, ...(access === "read" ? [] : [access]), ...(file === null ? [] : [`in ${file}`]), ...(name === null ? [] : [`for ${name}`])].join(" ");
}

/** The pattern as the configuration before would have written it. */
function earlier(pattern: string, change: Change): string {
  const { before, now, relation, origin } = change;
  const path = posix.join(now.folder, pattern);
  const was = isPlain(pattern) ? origin(path) : path;
  if (was !== path) return posix.relative(before.folder, was);
  return relation === "same" ? pattern : fromAbove(pattern, below(change));
}

/** The way from the outer configuration to the inner one. */
function below({ before, now }: Change): string {
  return posix.relative(before.folder, now.folder);
}
