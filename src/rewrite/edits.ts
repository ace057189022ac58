/** Changes of a text. Pure. */

/** Replaces what stands between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all edits made, each at the offsets of the text as it was; of equal edits one counts. */
export function edited(text: string, edits: readonly Edit[]): string {
  const ordered = [...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values()].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < at) throw new Error(`two edits overlap: ${JSON.stringify(text.slice(edit.start, edit.end))}`);
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The edits that put one word in the place of another, where it stands whole. */
export function wordEdits(text: string, word: string, replacement: string): Edit[] {
  return [...text.matchAll(new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`, "g"))].map(({ index }) => ({ start: index, end: index + word.length, text: replacement }));
}
