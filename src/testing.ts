/** The variables that this repository owns; a user of the tool sets none of them. */
import { bool, defineEnvs } from "@env-contract/registry";

export const envs = defineEnvs(
  {
    /** Rewrite what the fixtures expect instead of comparing; a case that says `clean` is compared all the same. */
    ENV_CONTRACT_UPDATE_FIXTURES: bool({ default: false, category: "tests", audience: "internal" }),
  },
  { prefix: "ENV_CONTRACT_", categories: ["tests"], policyDoc: "docs/policy.md" },
);
