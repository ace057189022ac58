import { describe, expect, it } from "vitest";
import { knownName } from "./known-names.ts";

describe("a variable that is known to belong to others", () => {
  it.each([
    ["NODE_ENV", "NODE_ENV", "Node"],
    ["npm_lifecycle_event", "npm_*", "npm"],
    ["npm_config_*", "npm_*", "npm"],
    ["GITHUB_RUN_ID", "GITHUB_RUN_*", "GitHub Actions"],
    ["VERCEL", "VERCEL", "Vercel"],
    ["VERCEL_GIT_COMMIT_SHA", "VERCEL_*", "Vercel"],
    ["AWS_LAMBDA_FUNCTION_NAME", "AWS_LAMBDA_*", "Lambda"],
    ["https_proxy", "https_proxy", "proxy"],
  ])("%s has an entry %s that names its owner", (name, key, owner) => {
    expect(knownName(name)).toEqual({ key, reason: expect.stringContaining(owner) as string });
  });

  it.each(["PORT", "HOST", "DEBUG", "DATABASE_URL", "GITHUB_CLIENT_ID", "AWS_S3_BUCKET", "CI_DATABASE", "NODE_*", "node_env", "n*", "*", "<dynamic>"])("%s may be the project's own", (name) => {
    expect(knownName(name)).toBeNull();
  });

  it("gives reasons that an allowlist takes", () => {
    for (const name of ["CI", "TZ", "TERM", "HOME", "TF_BUILD", "WINDIR", "KUBECONFIG"]) expect(knownName(name)?.reason.length).toBeGreaterThanOrEqual(10);
  });
});
