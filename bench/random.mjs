/** A generator of numbers that gives the same ones for the same seed, on every machine. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** From 0, below `end`. */
    below: (end) => Math.floor(next() * end),
    /** One of the list. */
    of: (list) => list[Math.floor(next() * list.length)],
    /** True in so many cases of one. */
    chance: (share) => next() < share,
  };
}
