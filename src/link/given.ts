/** The environment given to functions of the codebase: what they read of it is told where it is handed on. */
import { parameterKey, type Site } from "../facts.ts";
import { GIVEN } from "../hosts.ts";
import type { Access } from "../linked.ts";
import { nameAccesses, type Named } from "./accesses.ts";
import type { Calls } from "./calls.ts";
import { type HandedOn, parameterId, type RawAccess, type Walked } from "./walked.ts";
import type { Codebase } from "./world.ts";

/** What becomes of the environment in a parameter. */
interface Uses {
  /** `name` is null where it is used as a whole. */
  readonly read: { readonly name: string | null; readonly site: Site }[];
  /** Parameters that it is handed on to. */
  readonly on: string[];
  /** By calls of the function, each of which names the variable. */
  wrapped: boolean;
}

/** The accesses of the codebase by their names; those of a parameter that has no default stand at the calls that name them, else in `via` of the call that hands the environment on. */
export function namedWhereGiven(world: Codebase, calls: Calls, { accesses: raw, handedOn }: Walked): Named {
  const uses = new Map<string, Uses>();
  const accesses: Access[] = [];
  const wrappers: Named["wrappers"][number][] = [];
  const sources: Named["sources"][number][] = [];
  const handing = new Map(handedOn.map((one) => [one.access, one] as const));
  const passes: { readonly access: Access; readonly by: HandedOn }[] = [];
  for (const one of raw) {
    if (one.door === GIVEN && isOfItself(one)) {
      usesOf(uses, one.of!).read.push({ name: "<dynamic>", site: { path: one.file.path, at: one.at } });
      continue;
    }
    const named = nameAccesses(world, calls, [one]);
    wrappers.push(...named.wrappers);
    sources.push(...named.sources);
    const by = handing.get(one);
    if (one.of !== null && by === undefined) record(usesOf(uses, one.of), named.accesses);
    for (const access of named.accesses) {
      if (by !== undefined && one.door !== GIVEN) passes.push({ access, by });
      else if (one.door !== GIVEN) accesses.push(access);
      else if (access.form === "wrapper") accesses.push({ ...access, door: "process.env" });
    }
  }
  for (const { access, to } of handedOn) if (access.of !== null) usesOf(uses, access.of).on.push(...to.map(parameterId));
  const named = new Set(accesses.filter(({ form }) => form === "wrapper").map(({ site }) => placeOf(site)));
  for (const { access, by } of passes) {
    const ids = by.to.map(parameterId);
    const call = placeOf({ path: access.site.path, at: by.call });
    if (named.has(call) && ids.every((id) => isWrapper(uses, id, new Set()))) continue;
    const read = readIn(uses, ids);
    accesses.push({ ...access, via: read.map(({ site }) => site), reads: [...new Set(read.flatMap(({ name }) => name ?? []))] });
  }
  return { accesses, wrappers, sources };
}

/** For each module the parameters whose uses must be recorded. */
export function handedParameters({ handedOn }: Walked): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { in: file, body, index } of handedOn.flatMap(({ to }) => to)) {
    const list = found.get(file.path) ?? [];
    list.push(parameterKey(file.bodies[body]!.at, index));
    found.set(file.path, list);
  }
  return found;
}

/** The name is taken of the environment too (`for (const name of Object.keys(env)) delete env[name]`): no call gives it. */
function isOfItself({ of, names }: RawAccess): boolean {
  return of !== null && (names?.(null) ?? []).some((thing) => thing.is === "param" && parameterId(thing) === of);
}

function usesOf(uses: Map<string, Uses>, id: string): Uses {
  let found = uses.get(id);
  if (found === undefined) uses.set(id, (found = { read: [], on: [], wrapped: false }));
  return found;
}

function record(uses: Uses, accesses: readonly Access[]): void {
  for (const { kind, form, name, site } of accesses) {
    if (form === "wrapper") uses.wrapped = true;
    else uses.read.push({ name: kind === "whole" ? null : name, site });
  }
}

/** Every variable that is taken of it is named by the call. */
function isWrapper(uses: ReadonlyMap<string, Uses>, id: string, seen: Set<string>): boolean {
  if (seen.has(id)) return true;
  seen.add(id);
  const own = uses.get(id);
  return own !== undefined && own.read.length === 0 && (own.wrapped || own.on.length > 0) && own.on.every((next) => isWrapper(uses, next, seen));
}

/** What is read of it, by any number of calls, in the order that it is handed on. */
function readIn(uses: ReadonlyMap<string, Uses>, ids: readonly string[]): Uses["read"] {
  const seen = new Set(ids);
  const found: Uses["read"] = [];
  // A set is walked to its end, which grows meanwhile.
  for (const id of seen) {
    const own = uses.get(id);
    if (own === undefined) continue;
    found.push(...own.read);
    for (const next of own.on) seen.add(next);
  }
  return found;
}

function placeOf({ path, at }: Site): string {
  return `${path}:${at.join()}`;
}
