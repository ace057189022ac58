/** How options are read, and how a command hands over its answer. */
import type { Bench, Outcome } from "../commands/bench.ts";
import { didYouMean } from "../config/suggest.ts";
import { UsageError } from "../verdict.ts";

/** Gives the command its bench, and keeps the outcome. */
export type Settle = (answer: (bench: Bench) => Promise<Outcome>) => Promise<void>;

/** Reads the format that a command takes; raises UsageError for another word. */
export function oneOf<F extends string>(formats: readonly F[]): (word: string) => F {
  return (word) => {
    const format = formats.find((known) => known === word);
    if (format === undefined) throw new UsageError(`unknown format ${word}`, didYouMean(word, formats, `there are ${formats.join(", ")}`));
    return format;
  };
}
