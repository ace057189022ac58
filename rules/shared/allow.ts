/** What to add to `allow`, ready to be typed. */
import { knownName } from "../../src/known-names.ts";
import type { Context, JudgedAccess } from "../../src/rule.ts";

/** How a variable of others is accessed where nothing allows it. */
export type Kinds = ReadonlySet<"read" | "write">;

/** `add to "allow" in env-contract.json: "TZ": "…"`; without a configuration, what to write as one. The reason asks to be replaced where nobody's is known. */
export function allowVariable(context: Context, { key, reason }: { readonly key: string; readonly reason: string | null }, kinds: Kinds): string {
  const items = itemsFor(reason, kinds);
  const { file, allow } = context.settings;
  if (file === null) return writeAllow(key, valueOf(items));
  const place = `"allow" in ${file}`;
  if (allow.some((item) => item.key === key)) return `add ${items.map(objectOf).join(" and ")} to the list of ${JSON.stringify(key)} under ${place}`;
  return `add to ${place}: ${JSON.stringify(key)}: ${valueOf(items)}`;
}

/** `allow <copy> for this file with a reason in env-contract.json`; without a configuration, what to write as one. */
export function allowHere(context: Context, { name, site, kind }: JudgedAccess): string {
  const { file } = context.settings;
  return file === null ? writeAllow(name, objectOf({ reason: ASKS[kind], files: [site.path] })) : `allow ${name} for this file with a reason in ${file}`;
}

/** Whose variable it is; the key is the name itself where `isOurs` says that its family may hold a name of the project. */
export function ownerOf(name: string, isOurs: (head: string) => boolean): { readonly key: string; readonly reason: string } | null {
  const known = knownName(name);
  return known !== null && known.key !== name && isOurs(known.key) ? { key: name, reason: known.reason } : known;
}

interface Item {
  readonly reason: string;
  readonly access?: readonly string[];
  readonly files?: readonly string[];
}

/** Long enough to be in force, and such that nobody takes it for a reason. */
const ASKS = { read: "why this is read here", write: "why this is written here", whole: "why this is right here" } as const;

function itemsFor(reason: string | null, kinds: Kinds): Item[] {
  if (reason === null && kinds.size > 1) return [{ reason: "why this is read and written here", access: ["read", "write"] }];
  return [...(kinds.has("read") ? [{ reason: reason ?? ASKS.read }] : []), ...(kinds.has("write") ? [{ reason: ASKS.write, access: ["write"] }] : [])];
}

function writeAllow(key: string, value: string): string {
  return `write env-contract.json: { "allow": { ${JSON.stringify(key)}: ${value} } }`;
}

function valueOf(items: readonly Item[]): string {
  const [only, ...more] = items;
  if (only === undefined || more.length > 0) return `[${items.map(objectOf).join(", ")}]`;
  return only.access === undefined ? JSON.stringify(only.reason) : objectOf(only);
}

function objectOf({ reason, access, files }: Item): string {
  const fields = [`"reason": ${JSON.stringify(reason)}`, ...(access === undefined ? [] : [`"access": ${listOf(access)}`]), ...(files === undefined ? [] : [`"files": ${listOf(files)}`])];
  return `{ ${fields.join(", ")} }`;
}

function listOf(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(", ")}]`;
}
