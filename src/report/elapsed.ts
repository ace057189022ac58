/** How long a run took, in words. */

/** Stands for it in an answer that is given again. */
export const ELAPSED = "\uE000";

/** `90 ms`, `1.2 s`. */
export function elapsed(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
