/** What every command is given, and what it answers. */
import type { GithubFacts } from "../environment.ts";
import type { Listing } from "../files/listing.ts";
import type { Progress } from "../progress.ts";
import type { Paint } from "../report/text.ts";
import type { Rule } from "../rule.ts";

/** One of the two streams, as far as a report needs to know it. */
export interface Surface {
  readonly terminal: boolean;
  /** Width in cells. */
  readonly columns: number;
  readonly paint: Paint;
}

export interface Bench {
  /** Absolute; `-C` is applied. */
  readonly cwd: string;
  /** `--config`, relative to `cwd`. */
  readonly config: string | null;
  readonly rules: readonly Rule[];
  readonly version: string;
  readonly stdout: Surface;
  readonly stderr: Surface;
  /** The text of an environment variable; for `info`, and the index that a hook of git names. */
  readonly variable: (name: string) => string | undefined;
  /** Of the step of GitHub Actions that runs; empty elsewhere. */
  readonly github: Partial<GithubFacts>;
  /** Asks the person at the terminal; null where there is none. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Shown on a terminal while a run lasts long. */
  readonly progress: Progress;
  /** The folder of the cache, absolute; null where nothing is kept. */
  readonly cache: string | null;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

/** What to print on each stream, and the exit code. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: 0 | 1 | 2;
  /** What it was read from, where it depends on nothing else and changes nothing: the same question has the same answer as long as that is as it was. */
  readonly from?: Source;
}

export interface Source {
  /** The folder that was listed, absolute. */
  readonly top: string;
  readonly listing: Listing;
  /** As `stderr` says it, if it does. */
  readonly elapsedMs: number;
}

/** The name that the tool calls itself in documents. */
export const TOOL = "env-contract";
