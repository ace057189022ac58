import { distance } from "fastest-levenshtein";

/** The one of `known` that `word` most likely means, or null. */
export function closest(word: string, known: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wanted.length * 0.4)) + 1;
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const longer = other.length >= 4 && wanted.length >= 4 && (wanted.startsWith(other) || other.startsWith(wanted));
    const far = longer ? 1 : distance(wanted, other);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

/** "did you mean" with the closest of `known`, or else `otherwise`. */
export function didYouMean(word: string, known: Iterable<string>, otherwise: string): string {
  const meant = closest(word, known);
  return meant === null ? otherwise : `did you mean "${meant}"?`;
}

/** `"a", "b" or "c"`. */
export function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}
