import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import type { Log, Result, Run } from "sarif";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { renderSarif, renderSarifFailure } from "./sarif.ts";
import { CLEAN, FULL, HOSTILE, NASTY, OPTIONS, read } from "./testing.ts";

/** The published schema, in words that no draft of JSON schema has changed; the package that carries it is used for nothing else. */
const { $schema: _draft, id: _address, ...schema } = JSON.parse(readFileSync(createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8")) as Readonly<Record<string, unknown>>;
const formats = { uri: (text: string) => URL.canParse(text), "uri-reference": (text: string) => /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[\dA-F]{2})*$/u.test(text) && URL.canParse(text, "file:///repository/"), "date-time": () => false };
const valid = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, formats }).compile(schema);

function runOf(text: string): Run {
  const log = JSON.parse(text) as Log;
  valid(log);
  expect(valid.errors ?? []).toEqual([]);
  expect(log.runs).toHaveLength(1);
  return log.runs[0]!;
}

const render = (verdict: Verdict, options: Partial<typeof OPTIONS> = {}): Run => runOf(renderSarif(verdict, { ...OPTIONS, ...options }));
const uriOf = (result: Result): string | undefined => result.locations?.[0]?.physicalLocation?.artifactLocation?.uri;

describe("SARIF", () => {
  test("the schema refuses what is none", () => {
    expect(valid({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
    expect(valid({ version: "2.1.0", runs: [{ tool: { driver: { name: "x" } }, results: [{ message: { text: "x" }, locations: [{ physicalLocation: { artifactLocation: { uri: "a b" } } }] }] }] })).toBe(false);
  });

  test("has a result for each violation and each entry of a baseline, with the state of the baseline", () => {
    const { results = [] } = render(FULL, { extent: "all", base: "services/mail" });
    expect(results.map((result) => [result.ruleId, result.level, result.baselineState, uriOf(result), result.locations?.[0]?.physicalLocation?.region?.startLine])).toEqual([
      ["read", "note", "unchanged", "services/mail/src/mail.ts", 3],
      ["read", "error", "new", "services/mail/src/mail.ts", 3],
      ["read", "warning", "unchanged", "services/mail/src/mail.ts", 4],
      ["read", "error", "new", "services/mail/src/mail.ts", 6],
      ["read", "error", "new", "services/mail/packages/web/src/mail.ts", 3],
      ["read", "warning", "unchanged", "services/mail/packages/web/src/mail.ts", 3],
      ["grown", "error", "new", "services/mail/packages/web/known-violations.json", 3],
      ["stale", "error", "absent", "services/mail/known-violations.json", 4],
      ["stale", "error", "absent", "services/mail/packages/web/known-violations.json", 2],
    ]);
    expect(results.map(({ suppressions = [] }) => suppressions.map(({ kind, status }) => [kind, status]))).toEqual([[["external", "accepted"]], ...Array<unknown>(8).fill([])]);
    expect(results[1]?.message.text).toBe("read ACME_SMTP_HOST: reads ACME_SMTP_HOST past the registry; write envs.ACME_SMTP_HOST.get()");
    expect(results[1]?.locations?.[0]?.physicalLocation?.region).toEqual({ startLine: 3, startColumn: 51, endLine: 3, endColumn: 77 });
    expect(results[1]?.relatedLocations?.map(({ message, physicalLocation }) => [message?.text, physicalLocation?.artifactLocation?.uri, physicalLocation?.region?.startLine])).toEqual([["declared here", "services/mail/src/envs.ts", 14], ["on the way to the access", "services/mail/src/read.ts", 4]]);
  });

  test("an unparsed file is a notification of a run that did not succeed", () => {
    const { invocations, results = [] } = render(FULL);
    expect(results.some(({ ruleId }) => ruleId === "unparsed")).toBe(false);
    expect(invocations).toMatchObject([{ executionSuccessful: false, exitCode: 2, toolExecutionNotifications: [{ level: "error", descriptor: { id: "unparsed" }, message: { text: "unparsed syntax: expression expected" }, locations: [{ physicalLocation: { artifactLocation: { uri: "src/broken.ts" }, region: { startLine: 2 } } }] }] }]);
  });

  test("is a whole run without a finding, and says how counting columns goes and where paths begin", () => {
    const run = render(CLEAN);
    expect(run).toMatchObject({ results: [], columnKind: "utf16CodeUnits", invocations: [{ executionSuccessful: true, exitCode: 0, toolExecutionNotifications: [] }] });
    expect(Object.keys(run.originalUriBaseIds ?? {})).toEqual(["SRCROOT"]);
    expect(JSON.stringify(render(FULL, { extent: "all" }))).not.toContain("/project");
  });

  test("names each kind with help, and each result its kind", () => {
    const { tool, results = [] } = render(FULL);
    const { rules = [] } = tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(["read", "stale", "grown"]);
    expect(rules[0]).toMatchObject({ shortDescription: { text: "A variable is read past the registry." }, help: { text: "Such a read has no type.\n\nWrite envs.NAME.get().", markdown: "Such a read has no type.\n\nWrite `envs.NAME.get()`." } });
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex!]?.id).toBe(ruleId);
    expect(tool.driver).toMatchObject({ name: "env-contract", semanticVersion: "1.2.3" });
  });

  test("knows a result again by a fingerprint without lines", () => {
    const prints = (verdict: Verdict): unknown[] => render(verdict, { extent: "all" }).results!.map(({ partialFingerprints }) => partialFingerprints);
    const down = { ...FULL, violations: FULL.violations.map((one) => ({ ...one, at: [70, 1, 70, 2] as const })) };
    expect(prints(down)).toEqual(prints(FULL));
    expect(new Set(prints(FULL).map((one) => JSON.stringify(one))).size).toBe(9);
  });

  test.each([
    ["src/[id]/(group)/@modal/page.tsx", "src/%5Bid%5D/(group)/@modal/page.tsx"],
    ["a b/c#d?e/100%.ts", "a%20b/c%23d%3Fe/100%25.ts"],
    ["c:/x.ts", "c%3A/x.ts"],
    ["grüße/😀.ts", "gr%C3%BC%C3%9Fe/%F0%9F%98%80.ts"],
    ["half\ud800.ts", "half%EF%BF%BD.ts"],
    ["back\\slash\u0007.ts", "back%5Cslash%07.ts"],
  ])("the path %j is the reference %s", (path, uri) => {
    const [result] = render({ ...CLEAN, violations: [read("ACME_A", { path })] }).results!;
    expect(uriOf(result!)).toBe(uri);
  });

  test("is valid whatever the names and paths are, and has nothing in it that drives a terminal", () => {
    expect(render(HOSTILE, { extent: "all" }).results).toHaveLength(5);
    expect(renderSarif(HOSTILE, { ...OPTIONS, extent: "all" })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202a-\u202e\ud800](?![\udc00-\udfff])/u);
  });

  test("of a failure is a run that did not succeed", () => {
    const run = runOf(renderSarifFailure({ message: `unknown option ${NASTY}`, mend: "see --help" }, OPTIONS));
    expect(run).toMatchObject({ results: [], invocations: [{ executionSuccessful: false, exitCode: 2, toolConfigurationNotifications: [{ level: "error", descriptor: { id: "error" }, message: { text: expect.stringMatching(/^unknown option [^]*\nsee --help$/u) as string } }] }] });
  });
});
