/** Names every access: where the name depends on a parameter, each call that gives it is an access of its own. */
import type { Access } from "../linked.ts";
import type { Ref, Site } from "../facts.ts";
import { evaluate } from "../values/evaluate.ts";
import { type Frame, keyOf, OPEN, type Tables, type Thing } from "../values/things.ts";
import { admittedBy, declarationOf } from "./annotations.ts";
import type { Calls } from "./calls.ts";
import type { Edge, RawAccess } from "./walked.ts";
import type { Codebase } from "./world.ts";

/** Wrappers that change what they hand on end in `<dynamic>` past this many in a row; no more sites of a way are listed. */
const MAX_CHAIN = 64;
/** An access whose name comes from more calls than this is given up as `<dynamic>`; real code stays far below. */
const MAX_CALLS = 20_000;

export interface Named {
  readonly accesses: readonly Access[];
  /** Bodies whose parameters name a variable: every call of them is wanted. */
  readonly wrappers: readonly Parameter[];
  /** The values that names are made of, in accesses and in calls of wrappers. */
  readonly sources: readonly Source[];
}

export interface Source {
  readonly file: Tables;
  readonly ref: Ref;
}

/** The accesses of the codebase, wrappers resolved to a fixed point. */
export function nameAccesses(world: Codebase, calls: Calls, raw: readonly RawAccess[]): Named {
  const accesses: Access[] = [];
  const wrappers: Parameter[] = [];
  const sources: Source[] = [];
  for (const access of raw) nameAccess(world, calls, access, { accesses, wrappers, sources });
  return { accesses, wrappers, sources };
}

type Parameter = Thing & { is: "param" };

interface Naming {
  readonly accesses: Access[];
  readonly wrappers: Parameter[];
  readonly sources: Source[];
}

function nameAccess(world: Codebase, calls: Calls, access: RawAccess, { accesses: found, wrappers, sources }: Naming): void {
  const site: Site = { path: access.file.path, at: access.at };
  const common = { kind: access.kind, door: access.door, ...(access.to && { to: access.to }), ...(access.mixed && { mixed: true as const }) };
  if (access.names === null) {
    const prefix = access.door === "process.env" ? "" : access.door;
    found.push({ ...common, form: access.form, name: `${prefix}<${access.form}>`, site, timing: calls.timingOf(site.path, access.body), via: [] });
    return;
  }
  if (access.key !== null) sources.push({ file: access.file, ref: access.key });
  const things = access.names(null);
  const parameter = things.find((thing) => thing.is === "param");
  const called = parameter ? callsOf({ world, calls, wrappers, sources }, access, parameter) : null;
  if (called === null) {
    for (const name of namesOf(annotated(world, access.names, things))) found.push({ ...common, form: access.form, name, site, timing: calls.timingOf(site.path, access.body), via: [] });
    return;
  }
  for (const { way, edges, names, things: given } of called) {
    const outer = way.edge;
    const via = [...sitesOf(way.before), site];
    for (const name of namesOf(annotated(world, (frame) => names(frameOf(edges, frame)), given))) {
      found.push({ ...common, form: "wrapper", name, site: { path: outer.file.path, at: outer.at }, timing: way.lazy ? "call" : calls.timingOf(outer.file.path, outer.body), via });
    }
  }
}

/** The calls from the outermost one to the one nearest to the access. */
interface Way {
  readonly edge: Edge;
  readonly before: Way | null;
  readonly lazy: boolean;
}

/** The sites of a way, as many as a person reads. */
function sitesOf(way: Way | null): Site[] {
  const sites: Site[] = [];
  for (let at = way; at !== null && sites.length < MAX_CHAIN; at = at.before) sites.push({ path: at.edge.file.path, at: at.edge.at });
  return sites;
}

function leadsBy(way: Way | null, edge: Edge): boolean {
  for (let at = way; at !== null; at = at.before) if (at.edge === edge) return true;
  return false;
}

/** What names the variable, seen from a body whose calls are to be looked at. */
interface Asked {
  readonly way: Way | null;
  /** The calls since `names` was last asked for anew, from the innermost. */
  readonly edges: readonly Edge[];
  readonly names: NonNullable<RawAccess["names"]>;
  readonly reaches: RawAccess["reaches"];
  readonly body: Body;
}

interface Called extends Pick<Asked, "edges" | "names"> {
  readonly way: Way;
  readonly things: readonly Thing[];
}

interface Expansion {
  readonly world: Codebase;
  readonly calls: Calls;
  readonly wrappers: Parameter[];
  readonly sources: Source[];
}

/** Every chain of calls that settles the name, or ends where no call is known; null where none is known at all. */
function callsOf({ world, calls, wrappers, sources }: Expansion, access: RawAccess, parameter: Parameter): Called[] | null {
  const done: Called[] = [];
  const first = bodyToExpand(calls, { file: access.file, body: access.body }, parameter);
  wrappers.push(parameter);
  if (first === null) return null;
  const waiting: Asked[] = [{ way: null, edges: [], names: access.names!, reaches: access.reaches, body: first }];
  const handed = new Set<string>();
  let budget = MAX_CALLS;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const edge of calls.callersOf(next.body.file.path, next.body.body)) {
      if (leadsBy(next.way, edge)) continue;
      const { names } = next;
      const edges = [...next.edges, edge];
      const way: Way = { edge, before: next.way, lazy: edge.lazy || (next.way?.lazy ?? false) };
      if (budget-- <= 0) {
        done.push({ way, edges, names, things: [OPEN] });
        continue;
      }
      const frame = frameOf(edges);
      if (next.reaches !== null && !next.reaches(frame)) continue;
      const things = names(frame);
      for (const arg of edge.args) if (typeof arg === "number") sources.push({ file: edge.file, ref: arg });
      const still = things.find((thing) => thing.is === "param");
      if (still) wrappers.push(still);
      const body = still && edges.length < MAX_CHAIN ? bodyToExpand(calls, { file: edge.file, body: edge.body }, still) : null;
      if (!still || body === null) {
        done.push({ way, edges, names, things });
      } else if (!still.bare || things.length > 1 || next.reaches !== null) {
        waiting.push({ way, edges, names, reaches: next.reaches, body });
      } else {
        // What a wrapper hands on as it was given is asked for anew: a thousand wrappers are a thousand questions, not a million.
        const key = `${body.file.path} ${body.body} ${still.in.path} ${still.body} ${still.index} ${way.lazy}`;
        if (handed.has(key)) continue;
        handed.add(key);
        const ref = declarationOf(still);
        waiting.push({ way, edges: [], names: (around) => evaluate(world, still.in, ref, around), reaches: null, body });
      }
    }
  }
  return done;
}

interface Body {
  readonly file: Tables;
  readonly body: number;
}

/** The innermost function around the code, out to the one that the parameter is of, whose calls are known: a closure is told by its own calls, which know what made it. */
function bodyToExpand(calls: Calls, from: Body, parameter: Parameter): Body | null {
  const own = { file: parameter.in, body: parameter.body };
  if (from.file.path === parameter.in.path) {
    for (let body = from.body; body !== 0; body = from.file.bodies[body]!.outer) {
      if (body !== parameter.body && !isAround(from.file, body, parameter.body)) break;
      if (calls.callersOf(from.file.path, body).length > 0) return { file: from.file, body };
      if (body === parameter.body) return null;
    }
  }
  return calls.callersOf(own.file.path, own.body).length > 0 ? own : null;
}

function isAround(file: Tables, inner: number, outer: number): boolean {
  for (let body = inner; body !== 0; body = file.bodies[body]!.outer) if (body === outer) return true;
  return false;
}

/** Frames nest from the access outwards: the arguments of the inner call are evaluated under the outer ones. */
function frameOf(edges: readonly Edge[], around: Frame | null = null): Frame | null {
  let frame = around;
  for (let index = edges.length - 1; index >= 0; index--) {
    const edge = edges[index]!;
    const outer: Frame | null = frame;
    frame = { callee: edge.callee, body: edge.calleeBody, caller: edge.file, args: edge.args, outer, made: edge.made, depth: (outer?.depth ?? 0) + 1 };
  }
  return frame;
}

/** The printed names: variables, `HEAD_*`, or `<dynamic>` once for all that is unknown. */
function namesOf(things: readonly Thing[]): string[] {
  const names = new Set<string>();
  for (const thing of things) {
    const isMissing = thing.is === "plain" && (thing.value === undefined || thing.value === null);
    if (things.length > 1 && (isMissing || (thing.is === "param" && thing.bounded))) continue;
    const text = isMissing ? null : keyOf(thing) || null;
    const head = thing.is === "head" || thing.is === "param" ? thing.head : "";
    names.add(text ?? (head === "" ? "<dynamic>" : `${head}*`));
  }
  return [...names];
}

/** The names once parameters that no call gives are what their annotations admit. */
function annotated(world: Codebase, names: NonNullable<RawAccess["names"]>, things: readonly Thing[]): readonly Thing[] {
  let frame: Frame | null = null;
  let now = things;
  for (let depth = 1; depth < 8; depth++) {
    const parameter = now.find((thing) => thing.is === "param" && admittedBy(world, thing) !== null);
    if (parameter?.is !== "param") return now;
    const args: Thing[][] = [];
    args[parameter.index] = admittedBy(world, parameter)!;
    frame = { callee: parameter.in, body: parameter.body, caller: parameter.in, args, outer: frame, made: null, depth, partial: true };
    now = names(frame);
  }
  return now;
}
