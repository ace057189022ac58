/** Which variables a text names. */
import type { At } from "../facts.ts";

/** A whole word of a text. */
export interface Word {
  readonly name: string;
  readonly at: At;
}

/** The words of a text that `isName` knows, in order: `X` is no part of `X_DEBUG`, and `ACME_*` or `ACME_` is no name. */
export function namesIn(text: string, isName: (word: string) => boolean): Word[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) =>
    [...line.matchAll(/[A-Za-z_]\w*/g)].flatMap(({ 0: name, index: start }) => {
      const isPart = /\w/.test(line[start - 1] ?? "") || name.endsWith("_");
      return isPart || !isName(name) ? [] : [{ name, at: [index + 1, start + 1, index + 1, start + 1 + name.length] as const }];
    }),
  );
}
