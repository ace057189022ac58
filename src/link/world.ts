/** The files of the codebase as one world: what an import is, across modules, re-exports and cycles. */
import type { ExportFacts, FileFacts } from "../facts.ts";
import { evaluate, memberOf } from "../values/evaluate.ts";
import { memory, OPEN, outsideThing, type Tables, type Thing, type World } from "../values/things.ts";
import type { Held } from "./mutations.ts";

export interface Codebase extends World {
  readonly files: ReadonlyMap<string, FileFacts>;
  /** Modules whose facts are not there, with the exports that were asked of them; `*` where all of a module matters. */
  readonly missing: Map<string, Set<string>>;
  /** The facts of a module that is asked for an export, or `*` for all; undefined (and missing) where there are none. */
  factsFor(path: string, name: string): FileFacts | undefined;
  /** The module that a specifier names, or null where it is not of the codebase. */
  resolve(from: string, specifier: string): string | null;
  /** The names that a module exports, through `export *`; `=` is the whole of a CommonJS module. */
  exportNames(path: string): readonly string[];
}

/** One of the modules whose exports are a module's own too; `file` is null for one outside. */
interface Starred {
  readonly file: FileFacts | null;
  readonly specifier: string;
}

interface Reach {
  readonly found: readonly Starred[];
  /** Modules whose facts are not there. */
  readonly absent: readonly string[];
}

/** Exports of exports past this depth are open: a chain of a thousand modules must not exhaust the stack. */
const MAX_EXPORTS = 400;

/** Adds the facts of a module to those that are there, if it exports the name. */
export type More = (path: string, name: string) => FileFacts | null;

/** Joins files by the table of specifiers that `files` made. `mutated`: what is no constant, whatever its own module says. */
export function codebase(files: ReadonlyMap<string, FileFacts>, resolve: (from: string, specifier: string) => string | null, more: More, mutated: Held = new Map()): Codebase {
  const known = new Map<string, Map<string, readonly Thing[]>>();
  const listed = new Map<FileFacts, Map<string, ExportFacts[]>>();
  const reaches = new Map<string, Reach>();
  const names = new Map<string, readonly string[]>();
  const missing = new Map<string, Set<string>>();
  const kept = memory();
  /** Exports that are being looked up, by how deep, and the outermost of them that a circle led back to: what is found meanwhile lacks the circle's other half. */
  const pending = new Map<string, number>();
  let outermost = Infinity;
  const world: Codebase = {
    files,
    missing,
    resolve,
    factsFor,
    isMutated: (file, ref) => mutated.get(file)?.has(ref) ?? false,
    importOf(file: Tables, from: string, name: string) {
      const path = resolve(file.path, from);
      if (path === null) return [outsideThing(from, name)];
      return name === "*" ? namespaceOf(path) : world.exportOf(path, name);
    },
    exportOf(path: string, name: string) {
      let ofModule = known.get(path);
      if (ofModule === undefined) known.set(path, (ofModule = new Map()));
      const found = ofModule.get(name);
      if (found !== undefined) return found;
      const key = `${path}\0${name}`;
      const begun = pending.get(key);
      if (begun !== undefined || pending.size >= MAX_EXPORTS) {
        outermost = Math.min(outermost, begun ?? 0);
        world.memory.cuts++;
        return begun === undefined ? [OPEN] : [];
      }
      const depth = pending.size;
      pending.set(key, depth);
      const things = exported(path, name);
      pending.delete(key);
      if (outermost >= depth) {
        ofModule.set(name, things);
        outermost = Infinity;
      }
      return things;
    },
    memory: {
      ...kept,
      remember(file, ref, answer) {
        if (answer.whole || pending.size === 0) kept.remember(file, ref, answer);
      },
    },
    exportNames(path: string) {
      let found = names.get(path);
      if (found === undefined) {
        found = [...new Set(starred(path).found.flatMap((one, index) => namesFrom(one, index > 0)))];
        names.set(path, found);
      }
      return found;
    },
  };

  function namesFrom({ file, specifier }: Starred, isStarred: boolean): string[] {
    if (file === null) return /^(node:)?process$/.test(specifier) ? ["env"] : [];
    return file.exports.map((item) => item.name).filter((name) => !isStarred || (name !== "default" && name !== "="));
  }

  function exportsOf(file: FileFacts): ReadonlyMap<string, readonly ExportFacts[]> {
    let byName = listed.get(file);
    if (byName === undefined) {
      listed.set(file, (byName = new Map()));
      for (const item of file.exports) {
        const items = byName.get(item.name);
        if (items) items.push(item);
        else byName.set(item.name, [item]);
      }
    }
    return byName;
  }

  function factsFor(path: string, name: string): FileFacts | undefined {
    const there = files.get(path);
    if (there !== undefined) return there;
    const names = missing.get(path);
    if (names?.has(name)) return undefined;
    const given = more(path, name);
    if (given !== null) return given;
    if (names) names.add(name);
    else missing.set(path, new Set([name]));
    return undefined;
  }

  /** What a name is looked for in: the modules that may have it are there now. */
  function searched(path: string, name: string): readonly Starred[] {
    for (;;) {
      const { found, absent } = starred(path);
      if (absent.filter((other) => factsFor(other, name) !== undefined).length === 0) return found;
    }
  }

  /** The module and what it re-exports whole, in order, each once: circles end. */
  function starred(path: string): Reach {
    let reach = reaches.get(path);
    if (reach !== undefined && !reach.absent.some((other) => files.has(other))) return reach;
    const found: Starred[] = [];
    const absent: string[] = [];
    const seen = new Set([path]);
    // A set is walked to its end, which grows meanwhile.
    for (const next of seen) {
      const file = files.get(next);
      if (file === undefined) {
        absent.push(next);
        continue;
      }
      found.push({ file, specifier: "" });
      for (const specifier of file.stars) {
        const target = resolve(next, specifier);
        if (target !== null) seen.add(target);
        else found.push({ file: null, specifier });
      }
    }
    reaches.set(path, (reach = { found, absent }));
    return reach;
  }

  function namespaceOf(path: string): Thing[] {
    const file = files.get(path);
    return file && exportsOf(file).has("=") ? [...world.exportOf(path, "=")] : [{ is: "module", path }];
  }

  function exported(path: string, name: string): readonly Thing[] {
    const file = factsFor(path, name);
    if (file === undefined) return [OPEN];
    const own = exportsOf(file).get(name);
    if (own) return own.flatMap((item) => evaluate(world, file, item.value));
    const whole = exportsOf(file).get("=");
    if (whole) {
      const things = whole.flatMap((item) => evaluate(world, file, item.value));
      return name === "default" ? things : things.flatMap((thing) => memberOf(world, thing, { is: "text", text: name }));
    }
    if (name === "default" && file.exports.length > 0 && !file.imports.some((item) => !item.lazy && item.name !== "*")) return [{ is: "module", path }];
    if (name === "default") return [OPEN];
    for (const { file: other, specifier } of searched(path, name)) {
      if (other === file) continue;
      const items = other === null ? undefined : exportsOf(other).get(name);
      if (other !== null && items) return items.flatMap((item) => evaluate(world, other, item.value));
      const thing = other === null ? outsideThing(specifier, name) : OPEN;
      if (thing.is === "host") return [thing];
    }
    return [OPEN];
  }

  return world;
}
