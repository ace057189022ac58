/** The allowlist: which items cover an access, and which cannot stay in force. Pure. */
import type { At } from "./facts.ts";
import { matcher } from "./globs.ts";
import type { Access } from "./linked.ts";
import type { AllowFault } from "./rule.ts";
import type { AllowItem } from "./settings.ts";

/** What decides whether a key names something of the project. */
export interface Ownership {
  readonly prefixes: readonly string[];
  /** Registered names, aliases and removed names. */
  readonly declared: ReadonlySet<string>;
}

/** Every item that allows the access in the file at `path` (POSIX, relative to the configuration's folder), in the order given. */
export function matchAllow(access: Pick<Access, "kind" | "name">, items: readonly AllowItem[], path: string): readonly AllowItem[] {
  return items.filter((item) => (covers(item.key, access.name) || coversHead(item, access.name)) && allowsKind(item, access) && inFiles(item, path));
}

/** The faults of the allowlist, one per key and fault; an item whose key is at fault is not in force, one whose reason is stays. */
export function allowFaults(items: readonly AllowItem[], duplicates: readonly { readonly key: string; readonly at: At }[], ownership: Ownership): readonly AllowFault[] {
  const faults: AllowFault[] = [];
  for (const item of items) {
    const key = keyFault(item, ownership);
    if (key !== null) faults.push({ key: item.key, at: item.at, inForce: false, ...key });
    const reason = reasonFault(item);
    if (reason !== null) faults.push({ key: item.key, at: item.at, inForce: true, ...reason });
  }
  for (const { key, at } of duplicates) faults.push({ key, at, inForce: true, what: "its key stands there twice", mend: "keep one, with a list of objects if it needs several reasons" });
  return faults;
}

/** The items whose keys are sound: those that may allow anything. */
export function itemsInForce(items: readonly AllowItem[], ownership: Ownership): readonly AllowItem[] {
  return items.filter((item) => keyFault(item, ownership) === null);
}

/** True for a name in angle brackets, with or without a door before it (`<copy>`, `import.meta.env<copy>`). */
export function isAngle(name: string): boolean {
  return name.includes("<") && name.endsWith(">");
}

/** The key is the name, or a pattern that covers it (a variable or a `HEAD_*`). */
export function covers(key: string, name: string): boolean {
  if (key === name) return true;
  if (!key.endsWith("*") || isAngle(name)) return false;
  const head = name.endsWith("*") ? name.slice(0, -1) : name;
  return head.startsWith(key.slice(0, -1));
}

/** `<dynamic>` with `names` allows the names that are known by their head too, as far as one of `names` covers them. */
function coversHead(item: AllowItem, name: string): boolean {
  return item.key === "<dynamic>" && name.endsWith("*") && (item.names ?? []).some((pattern) => pattern.endsWith("*") && covers(pattern, name));
}

function allowsKind(item: AllowItem, access: Pick<Access, "kind">): boolean {
  return access.kind === "whole" || isAngle(item.key) || item.access.includes(access.kind);
}

const compiled = new WeakMap<readonly string[], (path: string) => boolean>();

function inFiles(item: AllowItem, path: string): boolean {
  if (item.files === null) return true;
  let matches = compiled.get(item.files);
  if (matches === undefined) compiled.set(item.files, (matches = matcher(item.files)));
  // A path as written comes before what it would mean as a glob.
  return item.files.includes(path) || matches(path);
}

const SHORTEST_REASON = 10;

function reasonFault(item: AllowItem): { what: string; mend: string } | null {
  const reason = item.reason.trim();
  if (reason === "") return { what: "its reason is blank", mend: "say who sets it and why the code reads it" };
  if (reason.length < SHORTEST_REASON) return { what: `its reason has fewer than ${SHORTEST_REASON} characters`, mend: "say who sets it and why the code reads it" };
  return null;
}

function keyFault(item: AllowItem, ownership: Ownership): { what: string; mend: string } | null {
  const { key } = item;
  if (isAngle(key)) return item.files === null ? { what: "it names no files", mend: `add "files" with the paths where ${key} is right` } : null;
  const star = key.indexOf("*");
  if (star === -1) return ownedFault(key, ownership);
  const head = key.slice(0, star);
  if (key === "*") return { what: "it would allow every name", mend: "name the variables, or a head such as `npm_*`" };
  if (star !== key.length - 1) return { what: "its `*` is not at the end", mend: "write a head and one `*`, such as `npm_*`" };
  if (head.length < 2) return { what: "it has fewer than two characters before `*`", mend: "name the variables, or write a longer head" };
  return patternFault(key, head, ownership);
}

function ownedFault(name: string, { declared, prefixes }: Ownership): { what: string; mend: string } | null {
  if (declared.has(name)) return { what: "the registry declares it", mend: "delete the entry and go through the registry" };
  const prefix = prefixes.find((one) => name.startsWith(one));
  if (prefix !== undefined) return { what: `it carries the project's prefix ${prefix}`, mend: "delete the entry and declare the variable in the registry" };
  return null;
}

function patternFault(key: string, head: string, { declared, prefixes }: Ownership): { what: string; mend: string } | null {
  const prefix = prefixes.find((one) => one.startsWith(head) || head.startsWith(one));
  if (prefix !== undefined && head.startsWith(prefix)) return { what: `its names carry the project's prefix ${prefix}`, mend: "delete the entry and declare the variables in the registry" };
  if (prefix !== undefined) return { what: `it could match names with the project's prefix ${prefix}`, mend: `write a head that no name of the project has instead of ${key}` };
  const name = [...declared].find((one) => one.startsWith(head));
  if (name !== undefined) return { what: `it matches ${name}, which the registry declares`, mend: `write a head that no name of the project has instead of ${key}` };
  return null;
}
