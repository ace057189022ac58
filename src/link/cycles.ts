/** Whether a module imports itself through others: a registry must be a leaf. */
import type { Registry } from "../linked.ts";
import type { Codebase } from "./world.ts";

/** The shortest chain of value imports from the module back to itself, or null. Imports of types and lazy imports are fine. */
export function cycleOf(world: Codebase, path: string): Registry["cycle"] {
  const file = world.files.get(path);
  for (const item of file?.imports ?? []) {
    const first = item.typeOnly || item.lazy ? null : world.resolve(path, item.from);
    if (first === null || first === path) continue;
    const chain = wayBack(world, first, path);
    if (chain) return { site: { path, at: item.at }, paths: [path, ...chain] };
  }
  return null;
}

function wayBack(world: Codebase, from: string, to: string): string[] | null {
  const before = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (path === to) {
      const chain: string[] = [];
      for (let at: string | null = path; at !== null; at = before.get(at) ?? null) chain.unshift(at);
      return chain;
    }
    const file = world.factsFor(path, "*");
    if (file === undefined) continue;
    for (const item of file.imports) {
      const next = item.typeOnly || item.lazy ? null : world.resolve(path, item.from);
      if (next !== null && !before.has(next)) {
        before.set(next, path);
        queue.push(next);
      }
    }
  }
  return null;
}
