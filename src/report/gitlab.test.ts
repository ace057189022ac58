import { describe, expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { renderGitlab, renderGitlabFailure } from "./gitlab.ts";
import { CLEAN, FULL, HOSTILE, NASTY, OPTIONS } from "./testing.ts";

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end: number } };
}

const issues = (verdict: Verdict, options: Partial<typeof OPTIONS> = {}): Issue[] => JSON.parse(renderGitlab(verdict, { ...OPTIONS, ...options })) as Issue[];

describe("Code Quality", () => {
  test("has an issue for each item, with the place from the top of the repository", () => {
    expect(issues(FULL, { extent: "all", base: "services/mail" }).map(({ severity, check_name, location: { path, lines } }) => `${severity} ${path}:${lines.begin}-${lines.end} ${check_name}`)).toEqual([
      "blocker services/mail/src/broken.ts:2-2 unparsed",
      "info services/mail/src/mail.ts:3-3 read",
      "major services/mail/src/mail.ts:3-3 read",
      "minor services/mail/src/mail.ts:4-4 read",
      "major services/mail/src/mail.ts:6-8 read",
      "major services/mail/packages/web/src/mail.ts:3-3 read",
      "minor services/mail/packages/web/src/mail.ts:3-3 read",
      "major services/mail/packages/web/known-violations.json:3-3 grown",
      "major services/mail/known-violations.json:4-4 stale",
      "major services/mail/packages/web/known-violations.json:2-2 stale",
    ]);
    expect(issues(CLEAN)).toEqual([]);
  });

  test("tells equal lines apart by a fingerprint that knows no line", () => {
    const prints = (verdict: Verdict): string[] => issues(verdict, { extent: "all" }).map(({ fingerprint }) => fingerprint);
    expect(new Set(prints(FULL)).size).toBe(10);
    expect(prints({ ...FULL, violations: FULL.violations.map((one) => ({ ...one, at: [70, 1, 70, 2] as const })) })).toEqual(prints(FULL));
    // GitLab finds an open issue again by this text: if it changes, all of them are new.
    expect(prints(FULL)[2]).toBe("b584baf47332c8c814328f282ec50470b6a5baa0f2f73ff371493450c4bbaa08");
  });

  test("is one document whatever the names and paths are", () => {
    const found = issues(HOSTILE, { extent: "all" });
    expect(found.map(({ check_name }) => check_name)).toEqual(["unparsed", "read", "read", "read", "grown", "stale"]);
    expect(found[1]?.location.path).toBe(`packages/${NASTY}/src/${NASTY}new.ts`);
    for (const { description } of found) expect(description).not.toMatch(/[\u0000-\u001f\u2028]/u);
    expect(renderGitlab(HOSTILE, OPTIONS)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
  });

  test("of a failure is an issue too: an empty report would be a clean one", () => {
    expect(JSON.parse(renderGitlabFailure({ message: "unknown option", mend: "see --help" }))).toEqual([{ description: "unknown option; see --help", check_name: "error", fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/u) as string, severity: "blocker", location: { path: "env-contract.json", lines: { begin: 1, end: 1 } } }]);
  });
});
