/** What was found out about files before. */

export interface Memo {
  /** The answer to a question about the text of a file (a path from the top) and nothing else; plain data. `answer` is asked where the answer is not known. */
  told<T>(path: string, question: string, answer: () => T): T;
}

/** Knows what it was told in this run. */
export function shortMemo(): Memo {
  const known = new Map<string, unknown>();
  return {
    told<T>(path: string, question: string, answer: () => T): T {
      const key = `${path}\0${question}`;
      if (!known.has(key)) known.set(key, answer());
      return known.get(key) as T;
    },
  };
}
