/** The only reads of the environment in this tool; each name is allowed with a reason in env-contract.json. */

/** What the environment says about colour. */
export interface ColourFacts {
  readonly noColor: string | undefined;
  readonly forceColor: string | undefined;
  readonly term: string | undefined;
}

/** The colour variables as they are now. */
export function colourFacts(): ColourFacts {
  return { noColor: process.env.NO_COLOR, forceColor: process.env.FORCE_COLOR, term: process.env.TERM };
}

/** The text of any variable, or undefined: for `info`, which asks for those that the project's contract names. */
export function variable(name: string): string | undefined {
  return process.env[name];
}
