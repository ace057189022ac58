/** How wide text is on a terminal, in cells. */
import { printable } from "../verdict.ts";

/** One character as a reader sees it: what is printed for it, how many cells that takes, and where it starts in the text (UTF-16 units). */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly offset: number;
}

/** The characters of a line; tabs become two spaces, and what would move the cursor becomes visible. */
export function cellsOf(text: string): Cell[] {
  return [...SEGMENTER.segment(text)].map(({ segment, index }) => {
    const shown = segment === "\t" ? "  " : printable(segment);
    return { text: shown, width: shown === segment ? characterWidth(segment) : shown.length, offset: index };
  });
}

/** The cells that a text takes. */
export function widthOf(text: string): number {
  return cellsOf(text).reduce((sum, cell) => sum + cell.width, 0);
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\uFE0F)/u;
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}]/u;

/** Wide and fullwidth blocks of Unicode's East Asian Width (UAX 11). */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return EMOJI.test(character) ? 2 : 1;
  if (NOTHING.test(character)) return 0;
  return EMOJI.test(character) || WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}
