import { partsOf } from "./define.ts";
import type { AnyRegistry } from "./define.ts";
import { aliasesOf } from "./entry.ts";

/** A variable that is set and that nobody declares; `suggestion`: the declared name that it may stand for. */
export interface UnknownVariable {
  readonly name: string;
  readonly suggestion?: string;
}

/** The variables that are set, carry the prefix of the registry (or of one of its nests) and are declared nowhere in it, sorted. Names that Kubernetes makes for services are left out. */
export function findUnknown(envs: AnyRegistry): UnknownVariable[] {
  const { entries, options, environ } = partsOf(envs);
  const names = Object.keys(entries);
  const aliases = names.flatMap((name) => aliasesOf(entries[name]!.options));
  const known = new Set([...names, ...aliases, ...Object.keys(options.removed ?? {})]);
  const nests = names.filter((name) => name.indexOf("__") > 0).map((name) => name.slice(0, name.indexOf("__") + 2));
  const prefixes = [...(options.prefix ? [options.prefix] : []), ...nests].sort((one, other) => other.length - one.length);
  const from = environ();
  return Object.keys(from)
    .filter((name) => !known.has(name) && prefixes.some((prefix) => name.startsWith(prefix)) && !isServiceLink(name, from[name]))
    .sort()
    .map((name) => {
      const suggestion = nearest(name, names, prefixes.find((prefix) => name.startsWith(prefix))!);
      return suggestion === undefined ? { name } : { name, suggestion };
    });
}

// Kubernetes sets these for each service of a namespace: a service called `acme-db` gives ACME_DB_SERVICE_HOST and the like.
function isServiceLink(name: string, text: string | undefined): boolean {
  if (/_SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)) return true;
  return name.endsWith("_PORT") && /^(tcp|udp|sctp):\/\//.test(text ?? "");
}

function nearest(name: string, names: readonly string[], prefix: string): string | undefined {
  // Up to two letters of five may differ; the prefix, which the names share, counts for nothing.
  let best = Math.floor((name.length - prefix.length) * 0.4) + 1;
  let found: string | undefined;
  for (const candidate of names) {
    const far = distance(name, candidate, best);
    if (far < best) {
      best = far;
      found = candidate;
    }
  }
  return found;
}

/** Letters to insert, delete, replace or swap with the next; `limit` where it is no less. */
function distance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = last;
    last = row;
  }
  return last[to.length]!;
}
