/** Parts of `invalid-entry`: each asks one thing of one entry. */
import type { Entry, Registry } from "../../src/linked.ts";
import type { Context } from "../../src/rule.ts";

/** What is wrong with an entry, in words that follow `it` (`it has no default`), and the mend. */
export interface Fault {
  readonly what: string;
  readonly mend: string;
}

/** An entry in one of the registries that hold it. */
export interface Declared {
  readonly registry: Registry;
  readonly entry: Entry;
}

/** One clause of the rule. */
export type Clause = (declared: Declared, context: Context) => Iterable<Fault>;

/** The option is written, whatever its value; `false` and `undefined` are as good as absent. */
export function has(entry: Entry, option: string): boolean {
  if (option in entry.options) return entry.options[option] !== undefined && entry.options[option] !== false;
  return option in entry.sources;
}

/** `src/envs.ts:4`, for messages. */
export function place(entry: Entry): string {
  return `${entry.site.path}:${entry.site.at[0]}`;
}
