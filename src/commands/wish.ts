/** What a command line asked for, as far as its words tell. */
import type { ColourFlag } from "../report/colour.ts";
import { FORMATS } from "../report/formats.ts";
import type { Format } from "../report/formats.ts";

/** A report besides the one on stdout. */
export interface Output {
  readonly format: Format;
  /** As given. */
  readonly path: string;
}

export interface Wish {
  /** Null where none is named, or no check can write it. */
  readonly format: Format | null;
  readonly cwd: string | null;
  readonly colour: ColourFlag;
  readonly outputs: readonly Output[];
}

/** What a command line that cannot be parsed still says about its answer. */
export function foresee(argv: readonly string[]): Wish {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const values = (short: string, long: string): string[] =>
    words.flatMap((word, index) => {
      if (word === short || word === long) return words.slice(index + 1, index + 2);
      if (word.startsWith(`${long}=`)) return [word.slice(long.length + 1)];
      return word.startsWith(short) && !word.startsWith("--") ? [word.slice(short.length)] : [];
    });
  return {
    format: formatOf(values("-f", "--format").at(-1)),
    cwd: values("-C", "--cwd").at(-1) ?? null,
    colour: words.reduce<ColourFlag>((flag, word) => (word === "--color" ? "always" : word === "--no-color" ? "never" : flag), "auto"),
    outputs: values("-o", "--output-file").flatMap((text) => {
      const output = outputOf(text);
      return output === null ? [] : [output];
    }),
  };
}

/** Reads `<format>=<path>`; null where one of them is missing, or there is no such format. */
function outputOf(text: string): Output | null {
  const equals = text.indexOf("=");
  const format = formatOf(text.slice(0, Math.max(equals, 0)));
  const path = text.slice(equals + 1);
  return format === null || path === "" ? null : { format, path };
}

function formatOf(word: string | undefined): Format | null {
  return FORMATS.find((format) => format === word) ?? null;
}
