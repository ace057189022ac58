/** Who imports a module, and which imports of it must be recorded. */
import type { FileFacts } from "./facts.ts";
import { type Named, wordsOf } from "./files/select.ts";
import { mayTakeMember, namesPassed } from "./files/taken.ts";
import { LEADING_MEMBERS } from "./hosts.ts";
import type { Linked } from "./link/link.ts";

/** One import of a module, by whom. */
export interface Importer {
  readonly path: string;
  readonly module: Named;
}

/** Who imports a module, but for its types. */
export function importersIn(named: ReadonlyMap<string, readonly Named[]>, resolve: (from: string, specifier: string) => string | null): Map<string, Importer[]> {
  const importers = new Map<string, Importer[]>();
  for (const [path, modules] of named) {
    for (const module of modules) {
      const target = module.typeOnly ? null : resolve(path, module.specifier);
      if (target === null || target === path) continue;
      const known = importers.get(target);
      if (known) known.push({ path, module });
      else importers.set(target, [{ path, module }]);
    }
  }
  return importers;
}

interface Tree {
  readonly importers: ReadonlyMap<string, readonly Importer[]>;
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** The answer to a question about the text of a file. */
  /** Whether an import is watched only where the text may use it. */
  readonly selection: "likely" | "every";
  readonly read: <T>(path: string, question: string, answer: (text: string) => T) => T;
}

/** What a module is known to carry: by name, whether it is a host of which few members matter. */
type Carried = ReadonlyMap<string, boolean>;

/** The files whose list of watched imports and parameters grew, with the new list. What a text only exports again is followed to who imports it there: a chain of barrels takes one round. */
export function watchedImports({ importers, facts, read, selection }: Tree, { carrying, given, hosts }: Linked): Map<string, string[]> {
  const wanted = new Map<string, Set<string>>();
  const want = (path: string, item: string): void => {
    const items = wanted.get(path);
    if (items) items.add(item);
    else wanted.set(path, new Set(facts.get(path)?.watched).add(item));
  };
  for (const [path, parameters] of given) for (const parameter of parameters) want(path, parameter);
  const mayMatter = (path: string, module: Named, name: string, members: ReadonlySet<string>): boolean => {
    const question = `takes ${module.specifier} ${module.space === undefined ? name : ""} ${[...members].join(" ")}`;
    return read(path, question, (text) => mayTakeMember(text, module, name, members));
  };
  const passed = new Set<string>();
  const queue = [...carrying].map(([target, names]): [string, Carried] => [target, new Map(names.map((name) => [name, hosts.get(target)?.has(name) ?? false]))]);
  for (const [target, carried] of queue) {
    const members = new Set([...carried.keys()].map(bare));
    for (const { path, module } of importers.get(target) ?? []) {
      const onward = new Map<string, boolean>();
      for (const [name, isHost] of takenFrom(carried, module)) {
        const item = `${module.specifier}#${name}`;
        const taken = module.space !== undefined ? members : isHost ? LEADING_MEMBERS : null;
        const isWatched = wanted.get(path)?.has(item) ?? facts.get(path)?.watched.includes(item) ?? false;
        if (!isWatched && taken !== null && selection === "likely" && !mayMatter(path, module, bare(name), taken)) continue;
        if (!isWatched) want(path, item);
        for (const next of namesPassed(module, bare(name))) {
          const key = `${path}#${next}${name.slice(bare(name).length)}`;
          if (!passed.has(key)) onward.set(`${next}${name.slice(bare(name).length)}`, isHost);
          passed.add(key);
        }
      }
      if (onward.size > 0) queue.push([path, onward]);
    }
  }
  const grown = [...wanted].filter(([path, items]) => items.size > (facts.get(path)?.watched.length ?? 0));
  return new Map(grown.map(([path, items]) => [path, [...items].sort()]));
}

/** What of a module an importer may take: `default` may be whatever a module of CommonJS exports. */
function takenFrom(carried: Carried, module: Named): Iterable<[string, boolean]> {
  const words = wordsOf(module);
  return words === null || words.has("default") ? carried : [...carried].filter(([name]) => words.has(bare(name)));
}

/** A name without the mark that what a call of it gives is followed too. */
function bare(name: string): string {
  return name.replace("()", "");
}
