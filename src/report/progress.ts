/** One line of a terminal that tells how far a long run is. */
import type { Progress } from "../progress.ts";

export interface ProgressOptions {
  readonly write: (text: string) => unknown;
  /** Width in cells; a longer line would wrap, and could not be taken back. */
  readonly columns: number;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

export interface ProgressLine {
  readonly progress: Progress;
  /** Takes the line back, so that anything can be printed; later progress draws it again. */
  readonly clear: () => void;
}

/** Milliseconds: a shorter run shows nothing, and the eye reads no faster than ten times a second. */
const PATIENCE = 1_000;
const PACE = 100;

/** A line that is drawn only once the run has lasted a second. */
export function progressLine({ write, columns, now }: ProgressOptions): ProgressLine {
  let due = now() + PATIENCE;
  let drawn = false;
  return {
    progress: (stage, done, total) => {
      const time = now();
      if (time < due) return;
      due = time + PACE;
      drawn = true;
      write(`\r\u001b[2K${`${stage} ${count(done)} of ${count(total)} ${total === 1 ? "file" : "files"}`.slice(0, columns - 1)}`);
    },
    clear: () => {
      if (drawn) write("\r\u001b[2K");
      drawn = false;
    },
  };
}

function count(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/gu, ",");
}
