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

/** The text of any variable, or undefined: for `info`, which asks for those that the project's contract names, and for the index that a hook of git names. */
export function variable(name: string): string | undefined {
  return process.env[name];
}

/** What GitHub Actions says of the step that runs; undefined elsewhere. */
export interface GithubFacts {
  /** The file that the step's summary is written to. */
  readonly summary: string | undefined;
  /** The folder that repositories are checked out in. */
  readonly workspace: string | undefined;
  /** Together where a file of this revision is shown. */
  readonly server: string | undefined;
  readonly repository: string | undefined;
  readonly revision: string | undefined;
}

/** The variables of GitHub Actions as they are now. */
export function githubFacts(): GithubFacts {
  const { GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = process.env;
  return { summary: GITHUB_STEP_SUMMARY, workspace: GITHUB_WORKSPACE, server: GITHUB_SERVER_URL, repository: GITHUB_REPOSITORY, revision: GITHUB_SHA };
}
