/** The call graph: who calls a body, and when a body runs. */
import type { FileFacts, Site, Timing } from "../facts.ts";
import type { Edge } from "./walked.ts";

export interface Calls {
  /** The calls of a body, handed-away functions included. */
  callersOf(path: string, body: number): readonly Edge[];
  timingOf(path: string, body: number): Timing;
  /** The top-level places from which a body is run while a module loads, each with the way from there; `place` is what runs in the body. */
  startsOf(path: string, body: number, place: Site): readonly Start[];
}

export interface Start {
  readonly site: Site;
  readonly via: readonly Site[];
}

/** `isStarted`: the module is an entry file that nothing imports, so its top level is no import. */
export function callGraph(files: ReadonlyMap<string, FileFacts>, edges: readonly Edge[], isStarted: (path: string) => boolean): Calls {
  const numbers = numbered(files);
  const idOf = (path: string, body: number) => numbers.get(path)! + body;
  const callers = new Map<number, Edge[]>();
  const callees = new Map<number, number[]>();
  for (const edge of edges) {
    const callee = idOf(edge.callee.path, edge.calleeBody);
    push(callers, callee, edge);
    if (!edge.lazy) push(callees, idOf(edge.file.path, edge.body), callee);
  }
  const timing = timings(files, callees, idOf, isStarted);
  const timingOf = (path: string, body: number): Timing => timing.get(idOf(path, body)) ?? "call";
  const callersOf = (path: string, body: number) => callers.get(idOf(path, body)) ?? [];
  const isTop = (path: string, body: number) => files.get(path)?.bodies[body]?.kind === "module";

  /** Breadth first from the read up to each top-level call that leads to it: the shortest way each. */
  function climb(path: string, body: number, place: Site): Start[] {
    const starts: Start[] = [];
    const seen = new Set([idOf(path, body)]);
    let level: { path: string; body: number; via: readonly Site[] }[] = [{ path, body, via: [place] }];
    while (level.length > 0) {
      const next: typeof level = [];
      for (const at of level) {
        for (const edge of callersOf(at.path, at.body)) {
          const from = edge.file.path;
          if (edge.lazy || timingOf(from, edge.body) !== "import") continue;
          const site: Site = { path: from, at: edge.at };
          if (isTop(from, edge.body)) starts.push({ site, via: at.via });
          else if (!seen.has(idOf(from, edge.body))) {
            seen.add(idOf(from, edge.body));
            next.push({ path: from, body: edge.body, via: [site, ...at.via] });
          }
        }
      }
      level = next;
    }
    return starts;
  }

  return {
    callersOf,
    timingOf,
    startsOf(path, body, place) {
      if (timingOf(path, body) !== "import") return [];
      return isTop(path, body) ? [{ site: place, via: [] }] : climb(path, body, place);
    },
  };
}

/** For each file the number of its first body: one number for each body of the codebase. */
function numbered(files: ReadonlyMap<string, FileFacts>): Map<string, number> {
  const numbers = new Map<string, number>();
  let next = 0;
  for (const [path, file] of files) {
    numbers.set(path, next);
    next += file.bodies.length;
  }
  return numbers;
}

function push<T>(map: Map<number, T[]>, key: number, item: T): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

/** Everything reached from top-level code by calls: `import` first, so that the earliest wins. */
function timings(files: ReadonlyMap<string, FileFacts>, callees: ReadonlyMap<number, number[]>, idOf: (path: string, body: number) => number, isStarted: (path: string) => boolean): Map<number, Timing> {
  const found = new Map<number, Timing>();
  const queues = { import: [] as number[], start: [] as number[] };
  for (const [path, file] of files) {
    file.bodies.forEach((body, index) => {
      if (body.kind === "module") queues[isStarted(path) ? "start" : "import"].push(idOf(path, index));
      else if (body.kind === "start") queues.start.push(idOf(path, index));
    });
  }
  for (const timing of ["import", "start"] as const) {
    const queue = queues[timing];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue;
      found.set(id, timing);
      for (const callee of callees.get(id) ?? []) queue.push(callee);
    }
  }
  return found;
}
