/** Decides whether a stream is coloured. */

/** What the command line says: `--color`, `--no-color`, or neither. */
export type ColourFlag = "always" | "never" | "auto";

export interface ColourInput {
  readonly flag: ColourFlag;
  /** The values of NO_COLOR, FORCE_COLOR and TERM. */
  readonly noColor: string | undefined;
  readonly forceColor: string | undefined;
  readonly term: string | undefined;
  readonly terminal: boolean;
}

/** The flag decides, then NO_COLOR (https://no-color.org: set and not empty), then FORCE_COLOR, then whether the stream is a terminal that is not dumb. */
export function isColoured(input: ColourInput): boolean {
  if (input.flag !== "auto") return input.flag === "always";
  if (input.noColor !== undefined && input.noColor !== "") return false;
  return forced(input.forceColor) ?? (input.terminal && input.term !== "dumb");
}

/** As Node reads it: empty, `true` and the levels 1 to 3 force, `0` and `false` forbid; any other text (`undefined`) is a slip and says nothing. */
function forced(value: string | undefined): boolean | null {
  if (value === undefined) return null;
  if (["", "true", "1", "2", "3"].includes(value)) return true;
  return value === "0" || value === "false" ? false : null;
}
