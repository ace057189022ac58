/** Whole answers of earlier runs, given again where nothing has changed that they were made from. */
import { join } from "node:path";
import { digestOf, gitWords } from "../files/git.ts";
import type { Listing } from "../files/listing.ts";
import { buildId } from "./build.ts";
import { keep, recalled } from "./folder.ts";
import { hashOf } from "./hash.ts";
import { stateOf } from "./state.ts";

/** What is asked, as far as the answer depends on it. */
export interface Question {
  /** Of the cache. */
  readonly folder: string;
  /** Command line, folder, streams and variables: all that is not on the disk. */
  readonly asked: unknown;
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: 0 | 1 | 2;
}

/** What an answer was made from. */
export interface Basis {
  /** The folder that was listed, absolute. */
  readonly top: string;
  readonly listing: Listing;
  /** Every path that was looked at, absolute. */
  readonly looked: ReadonlySet<string>;
}

interface Run extends Answer {
  readonly top: string;
  readonly digest: string;
  /** What git does not vouch for. */
  readonly states: readonly (readonly [path: string, state: string])[];
}

/** Answers of as many questions are kept. */
const MOST_RUNS = 24;
/** A run that looks at more than this past git is not kept: to look again would take as long. */
const MOST_STATES = 4_000;

/** The answer that a run gave to the same question, if every file is as it was; null otherwise. */
export async function recallRun(question: Question): Promise<Answer | null> {
  const kept = recalled(question.folder, nameOf(question));
  if (kept === null) return null;
  const { top, digest, states, ...answer } = JSON.parse(kept.toString()) as Run;
  const words = gitWords(top);
  if (!states.every(([path, state]) => stateOf(path) === state)) return null;
  return digestOf(await words) === digest ? answer : null;
}

/** Keeps the answer. Git is asked once more: what changed meanwhile may have been read or not. */
export async function keepRun(question: Question, answer: Answer, { top, listing, looked }: Basis): Promise<void> {
  if (listing.digest === null) return;
  const vouched = new Set(listing.paths.filter((path) => !listing.unsure.has(path)).map((path) => join(top, path)));
  const paths = [...looked].filter((path) => !vouched.has(path));
  if (paths.length > MOST_STATES || digestOf(await gitWords(top)) !== listing.digest) return;
  const run: Run = { ...answer, top, digest: listing.digest, states: paths.map((path) => [path, stateOf(path)] as const) };
  keep(question.folder, nameOf(question), Buffer.from(JSON.stringify(run)), MOST_RUNS);
}

function nameOf({ asked }: Question): string {
  return `run-${hashOf(JSON.stringify([buildId(), asked]))}.json`;
}
