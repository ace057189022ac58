/** Whose variables a package reads: its own, those of others, and the prefix that its own have in common. Pure. */
import { INLINED_PREFIXES } from "../hosts.ts";
import { knownName } from "../known-names.ts";
import type { Access } from "../linked.ts";
import { byCodeUnit } from "../verdict.ts";

export interface Names {
  /** Variables that a registry is to declare, sorted. */
  readonly own: readonly string[];
  /** Keys and reasons for `allow`, sorted by key. */
  readonly external: readonly { readonly key: string; readonly reason: string }[];
}

/** Sorts the variables that are read: a well-known name is that of its owner, any other is the project's. What is only written, known by its head or spelt like another but for case stays debt. */
export function namesIn(accesses: readonly Access[]): Names {
  const read = [...new Set(accesses.filter(({ kind, name }) => kind === "read" && !name.startsWith("<")).map(({ name }) => name))].sort(byCodeUnit);
  const own = distinct(read.filter((name) => IDENTIFIER.test(name) && knownName(name) === null));
  const external = new Map<string, string>();
  for (const name of read) {
    const known = knownName(name);
    if (known === null) continue;
    // A family that could hold a name of the project allows one name at a time.
    const family = known.key.endsWith("*") && !own.some((one) => one.startsWith(known.key.slice(0, -1)));
    const key = family || known.key === name ? known.key : name;
    if (!key.endsWith("*") || family) external.set(key, known.reason);
  }
  return { own, external: [...external].map(([key, reason]) => ({ key, reason })).sort((a, b) => byCodeUnit(a.key, b.key)) };
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** On Windows names that differ in case only are one variable: the first in code-unit order (capitals) stands for both. */
function distinct(names: readonly string[]): string[] {
  const folded = new Set<string>();
  return names.filter((name) => !folded.has(name.toUpperCase()) && folded.add(name.toUpperCase()));
}

/** Heads that say what a variable is about, not whose it is. */
const SUBJECTS: ReadonlySet<string> = new Set("API APP AUTH AWS BASE BUILD CACHE CLIENT CLOUD CORS DATABASE DB DEFAULT DEV DISABLE EMAIL ENABLE ENV GOOGLE HOST HTTP HTTPS IS LOG LOGGING MAIL MAX MIN MONGO MONGODB MYSQL NEXT NODE OAUTH OPENAI PG PORT POSTGRES PROD PUBLIC REDIS S3 SECRET SENTRY SERVER SMTP SSL STRIPE TEST TLS URL USE".split(" "));

const LEAST_SHARE = 0.6;
const LEAST_NAMES = 3;

/** The longest head of whole words that at least 60 % of the names, and three of them, have; null where none has, or it says what they are about and not whose they are. */
export function prefixOf(names: readonly string[]): string | null {
  let prefix: string | null = null;
  for (let words = 1; words <= 2; words += 1) {
    const counts = new Map<string, number>();
    for (const name of names) {
      const parts = name.split("_");
      if (parts.length > words) counts.set(`${parts.slice(0, words).join("_")}_`, (counts.get(`${parts.slice(0, words).join("_")}_`) ?? 0) + 1);
    }
    const [head, count] = [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0]))[0] ?? ["", 0];
    if (count < LEAST_NAMES || count / names.length < LEAST_SHARE) break;
    if (words === 1 && (SUBJECTS.has(head.slice(0, -1).toUpperCase()) || INLINED_PREFIXES.includes(head))) break;
    // A second word that all share belongs to the prefix (`ACME_WEB_`); one that most share is a subject.
    if (words === 2 && count < names.length) break;
    prefix = head;
  }
  return prefix;
}

/** The category of each name: the word after the prefix where at least three share it, else `general`. */
export function categoriesOf(names: readonly string[], prefix: string | null): ReadonlyMap<string, string> {
  const subject = (name: string): string => {
    const head = [...INLINED_PREFIXES, prefix ?? ""].find((one) => one !== "" && name.startsWith(one)) ?? "";
    const rest = name.slice(head.length);
    return rest.includes("_") ? rest.slice(0, rest.indexOf("_")).toLowerCase() : "";
  };
  const counts = new Map<string, number>();
  for (const name of names) counts.set(subject(name), (counts.get(subject(name)) ?? 0) + 1);
  return new Map(names.map((name) => [name, subject(name) !== "" && counts.get(subject(name))! >= LEAST_NAMES ? subject(name) : "general"]));
}
