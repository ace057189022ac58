/** What an `EnvVarError` says; never the value of the variable. */
export interface EnvVarProblem {
  /** `ENV_VAR_MISSING`: required and not set; `ENV_VAR_INVALID`: the parse rule of its type rejects the text. */
  readonly code: "ENV_VAR_MISSING" | "ENV_VAR_INVALID";
  readonly variable: string;
  /** The old name that carried the text, if one did. */
  readonly alias: string | undefined;
  /** The name of the builder. */
  readonly type: string;
  readonly reason: string;
  /** File, line and column of the `defineEnvs` call, where the platform tells. */
  readonly declaredAt: string | undefined;
  /** The policy page that the registry names. */
  readonly policyDoc: string | undefined;
}

export interface EnvVarError extends EnvVarProblem {}

/** Raised by `get()` for a variable that is required and not set, or whose text its parse rule rejects. */
export class EnvVarError extends Error {
  constructor(problem: EnvVarProblem) {
    const { variable, alias, reason, declaredAt, policyDoc } = problem;
    super(`${variable} ${alias ? `(set as ${alias}) ` : ""}${reason}${declaredAt ? `; declared at ${declaredAt}` : ""}${policyDoc ? `; see ${policyDoc}` : ""}`);
    Object.assign(this, problem);
    this.name = "EnvVarError";
  }
}
