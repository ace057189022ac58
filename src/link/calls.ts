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
  const callers = new Map<string, Edge[]>();
  const callees = new Map<string, Edge[]>();
  for (const edge of edges) {
    push(callers, keyOf(edge.callee.path, edge.calleeBody), edge);
    if (!edge.lazy) push(callees, keyOf(edge.file.path, edge.body), edge);
  }
  const timing = timings(files, callees, isStarted);
  const timingOf = (path: string, body: number): Timing => timing.get(keyOf(path, body)) ?? "call";
  return {
    callersOf: (path, body) => callers.get(keyOf(path, body)) ?? [],
    timingOf,
    startsOf(path, body, place) {
      if (timingOf(path, body) !== "import") return [];
      if (isTop(files, path, body)) return [{ site: place, via: [] }];
      return climb(files, callers, timingOf, path, body, place);
    },
  };
}

function push(map: Map<string, Edge[]>, key: string, edge: Edge): void {
  const list = map.get(key);
  if (list) list.push(edge);
  else map.set(key, [edge]);
}

function keyOf(path: string, body: number): string {
  return `${path}\0${body}`;
}

function isTop(files: ReadonlyMap<string, FileFacts>, path: string, body: number): boolean {
  return files.get(path)?.bodies[body]?.kind === "module";
}

/** Everything reached from top-level code by calls: `import` first, so that the earliest wins. */
function timings(files: ReadonlyMap<string, FileFacts>, callees: ReadonlyMap<string, Edge[]>, isStarted: (path: string) => boolean): Map<string, Timing> {
  const found = new Map<string, Timing>();
  const roots: { key: string; timing: Timing }[] = [];
  for (const [path, file] of files) {
    file.bodies.forEach((body, index) => {
      if (body.kind === "module") roots.push({ key: keyOf(path, index), timing: isStarted(path) ? "start" : "import" });
      else if (body.kind === "start") roots.push({ key: keyOf(path, index), timing: "start" });
    });
  }
  for (const timing of ["import", "start"] as const) {
    const queue = roots.filter((root) => root.timing === timing).map((root) => root.key);
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      if (found.has(key)) continue;
      found.set(key, timing);
      for (const edge of callees.get(key) ?? []) queue.push(keyOf(edge.callee.path, edge.calleeBody));
    }
  }
  return found;
}

/** Breadth first from the read up to each top-level call that leads to it: the shortest way each. */
function climb(files: ReadonlyMap<string, FileFacts>, callers: ReadonlyMap<string, Edge[]>, timingOf: (path: string, body: number) => Timing, path: string, body: number, place: Site): Start[] {
  const starts: Start[] = [];
  const seen = new Set([keyOf(path, body)]);
  let level: { path: string; body: number; via: readonly Site[] }[] = [{ path, body, via: [place] }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const at of level) {
      for (const edge of callers.get(keyOf(at.path, at.body)) ?? []) {
        const from = edge.file.path;
        if (edge.lazy || timingOf(from, edge.body) !== "import") continue;
        const site: Site = { path: from, at: edge.at };
        if (isTop(files, from, edge.body)) starts.push({ site, via: at.via });
        else if (!seen.has(keyOf(from, edge.body))) {
          seen.add(keyOf(from, edge.body));
          next.push({ path: from, body: edge.body, via: [site, ...at.via] });
        }
      }
    }
    level = next;
  }
  return starts;
}
