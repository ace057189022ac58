/** The variables of this tool that its users set. */
import { defineEnvs, str } from "@env-contract/registry";

export const envs = defineEnvs(
  {
    /** The folder of the cache, as seen from where the command runs; without it `node_modules/.cache/env-contract` beside the nearest `node_modules`. */
    ENV_CONTRACT_CACHE: str({ optional: true, emptyIsUnset: true, category: "cache", example: ".cache/env-contract" }),
  },
  { prefix: "ENV_CONTRACT_", categories: ["cache"], policyDoc: "docs/policy.md" },
);
