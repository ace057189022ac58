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

export interface Named {
  readonly accesses: readonly Access[];
  /** Bodies whose parameters name a variable: every call of them is wanted. */
  readonly wrappers: readonly (Thing & { is: "param" })[];
}

/** The accesses of the codebase, wrappers resolved to a fixed point. */
export function nameAccesses(world: Codebase, calls: Calls, raw: readonly RawAccess[]): Named {
  const accesses: Access[] = [];
  const wrappers: (Thing & { is: "param" })[] = [];
  for (const access of raw) nameAccess(world, calls, access, accesses, wrappers);
  return { accesses, wrappers };
}

function nameAccess(world: Codebase, calls: Calls, access: RawAccess, found: Access[], wrappers: (Thing & { is: "param" })[]): void {
  const site: Site = { path: access.file.path, at: access.at };
  const common = { kind: access.kind, door: access.door, ...(access.to && { to: access.to }) };
  if (access.names === null) {
    const prefix = access.door === "process.env" ? "" : access.door;
    found.push({ ...common, form: access.form, name: `${prefix}<${access.form}>`, site, timing: calls.timingOf(site.path, access.body), via: [] });
    return;
  }
  const things = access.names(null);
  const parameter = things.find((thing) => thing.is === "param");
  const called = parameter ? callsOf(calls, access, parameter, wrappers) : [];
  if (called.length === 0) {
    for (const name of namesOf(annotated(world, access.names, things))) found.push({ ...common, form: access.form, name, site, timing: calls.timingOf(site.path, access.body), via: [] });
    return;
  }
  const seen = new Set<string>();
  for (const { edges, things: given } of called) {
    const outer = edges.at(-1)!;
    const via = [...edges.slice(0, -1).reverse().map((edge): Site => ({ path: edge.file.path, at: edge.at })), site];
    for (const name of namesOf(given)) {
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
function callsOf(calls: Calls, access: RawAccess, parameter: Thing & { is: "param" }, wrappers: (Thing & { is: "param" })[]): Called[] {
  const done: Called[] = [];
  const waiting: { edges: readonly Edge[]; parameter: Thing & { is: "param" } }[] = [{ edges: [], parameter }];
  let budget = MAX_CALLS;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    wrappers.push(next.parameter);
    const callers = calls.callersOf(next.parameter.in.path, next.parameter.body).filter((edge) => !next!.edges.includes(edge));
    for (const edge of callers) {
      if (budget-- <= 0) return done;
      const edges = [...next.edges, edge];
      const things = access.names!(frameOf(edges));
      const still = things.find((thing) => thing.is === "param");
      const isKnown = still && edges.length < MAX_CHAIN && calls.callersOf(still.in.path, still.body).length > 0;
      if (still && isKnown) waiting.push({ edges, parameter: still });
      else done.push({ edges, things });
      if (still && !isKnown) wrappers.push(still);
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
function namesOf(things: readonly Thing[]): string[] {
  const names = new Set<string>();
  for (const thing of things) {
    if (things.length > 1 && ((thing.is === "plain" && thing.value === undefined) || (thing.is === "param" && thing.bounded))) continue;
    const text = keyOf(thing);
    const head = thing.is === "head" || thing.is === "param" ? thing.head : "";
    names.add(text ?? (head === "" ? "<dynamic>" : `${head}*`));
  }
  return names.size === 0 ? ["<dynamic>"] : [...names];
}

/** The names once parameters that no call gives are what their annotations admit. */
function annotated(world: Codebase, names: NonNullable<RawAccess["names"]>, things: readonly Thing[]): readonly Thing[] {
  let frame: Frame | null = null;
  let now = things;
  for (let depth = 1; depth < 8; depth++) {
    const parameter = now.find((thing) => thing.is === "param" && annotationOf(thing) !== null);
    if (parameter?.is !== "param") return now;
    const args: Thing[][] = [];
    args[parameter.index] = evaluate(world, parameter.in, annotationOf(parameter)!);
    frame = { callee: parameter.in, body: parameter.body, caller: parameter.in, args, outer: frame, depth, partial: true };
    now = names(frame);
  }
  return now;
}

function annotationOf(parameter: Thing & { is: "param" }): number | null {
  const declared = parameter.in.values.find((value) => value.is === "param" && value.body === parameter.body && value.index === parameter.index && value.names !== null);
  return declared?.is === "param" ? declared.names : null;
}
