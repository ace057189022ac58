/** Names every access: where the name depends on a parameter, each call that gives it is an access of its own. */
import type { Access } from "../linked.ts";
import type { Site } from "../facts.ts";
import { evaluate, type Frame, keyOf, type Thing } from "../values.ts";
import type { Calls } from "./calls.ts";
import type { Edge, RawAccess } from "./walk.ts";
import type { Codebase } from "./world.ts";

/** Chains of wrappers longer than this end in `<dynamic>`. */
const MAX_CHAIN = 10;
/** An access whose name comes from more calls than this is given up as `<dynamic>`; real code stays far below. */
const MAX_CALLS = 20_000;

/** The accesses of the codebase, wrappers resolved to a fixed point. */
export function nameAccesses(world: Codebase, calls: Calls, raw: readonly RawAccess[]): Access[] {
  const found: Access[] = [];
  for (const access of raw) nameAccess(world, calls, access, found);
  return found;
}

function nameAccess(world: Codebase, calls: Calls, access: RawAccess, found: Access[]): void {
  const site: Site = { path: access.file.path, at: access.at };
  const common = { kind: access.kind, door: access.door, ...(access.to && { to: access.to }) };
  if (access.names === null) {
    const prefix = access.door === "process.env" ? "" : access.door;
    found.push({ ...common, form: access.form, name: `${prefix}<${access.form}>`, site, timing: calls.timingOf(site.path, access.body), via: [] });
    return;
  }
  const things = access.names(null);
  const parameter = things.find((thing) => thing.is === "param");
  const called = parameter ? callsOf(calls, access, parameter) : [];
  if (called.length === 0) {
    for (const name of namesOf(world, things)) found.push({ ...common, form: access.form, name, site, timing: calls.timingOf(site.path, access.body), via: [] });
    return;
  }
  const seen = new Set<string>();
  for (const { edges, things: given } of called) {
    const outer = edges.at(-1)!;
    const via = [...edges.slice(0, -1).reverse().map((edge): Site => ({ path: edge.file.path, at: edge.at })), site];
    for (const name of namesOf(world, given)) {
      const identity = `${outer.file.path}:${outer.at.join()}:${name}`;
      if (seen.has(identity)) continue;
      seen.add(identity);
      found.push({ ...common, form: "wrapper", name, site: { path: outer.file.path, at: outer.at }, timing: calls.timingOf(outer.file.path, outer.body), via });
    }
  }
}

interface Called {
  /** From the call nearest to the access to the outermost. */
  readonly edges: readonly Edge[];
  readonly things: readonly Thing[];
}

/** Every chain of calls that settles the name, or ends where no call is known. */
function callsOf(calls: Calls, access: RawAccess, parameter: Thing & { is: "param" }): Called[] {
  const done: Called[] = [];
  const waiting: { edges: readonly Edge[]; parameter: Thing & { is: "param" } }[] = [{ edges: [], parameter }];
  let budget = MAX_CALLS;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const callers = calls.callersOf(next.parameter.in.path, next.parameter.body).filter((edge) => !next!.edges.includes(edge));
    for (const edge of callers) {
      if (budget-- <= 0) return done;
      const edges = [...next.edges, edge];
      const things = access.names!(frameOf(edges));
      const still = things.find((thing) => thing.is === "param");
      const isKnown = still && edges.length < MAX_CHAIN && calls.callersOf(still.in.path, still.body).length > 0;
      if (still && isKnown) waiting.push({ edges, parameter: still });
      else done.push({ edges, things });
    }
  }
  return done;
}

/** Frames nest from the access outwards: the arguments of the inner call are evaluated under the outer ones. */
function frameOf(edges: readonly Edge[]): Frame | null {
  let frame: Frame | null = null;
  for (let index = edges.length - 1; index >= 0; index--) {
    const edge = edges[index]!;
    const outer: Frame | null = frame;
    frame = { callee: edge.callee, body: edge.calleeBody, caller: edge.file, args: edge.args, outer, depth: edges.length - index };
  }
  return frame;
}

/** The printed names: variables, `HEAD_*`, or `<dynamic>` once for all that is unknown. */
function namesOf(world: Codebase, things: readonly Thing[]): string[] {
  const names = new Set<string>();
  for (const thing of things) {
    if (thing.is === "plain" && thing.value === undefined && things.length > 1) continue;
    const text = keyOf(thing);
    if (text !== null) names.add(text);
    else if (thing.is === "head") names.add(thing.head === "" ? "<dynamic>" : `${thing.head}*`);
    else if (thing.is === "param") for (const name of annotated(world, thing)) names.add(name);
    else names.add("<dynamic>");
  }
  return names.size === 0 ? ["<dynamic>"] : [...names];
}

/** A parameter that no call gives: the texts that its annotation admits, or what the name begins with. */
function annotated(world: Codebase, thing: Thing & { is: "param" }): string[] {
  const declared = thing.in.values.find((value) => value.is === "param" && value.body === thing.body && value.index === thing.index && value.names !== null);
  if (declared?.is === "param" && declared.names !== null && thing.head === "") {
    const texts = evaluate(world, thing.in, declared.names).map(keyOf);
    if (texts.every((text) => text !== null)) return texts;
  }
  return [thing.head === "" ? "<dynamic>" : `${thing.head}*`];
}
