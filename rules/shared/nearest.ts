/** "did you mean": the name that a misspelt one stands for. */
import { distance } from "fastest-levenshtein";

/** The candidate nearest to the name, or null where none is near enough to be meant. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(name.length / 5)) + 1;
  for (const candidate of candidates) {
    const steps = distance(name, candidate);
    if (steps < least) [best, least] = [candidate, steps];
  }
  return best;
}
