import { expect, test } from "vitest";
import type { Named } from "../files/select.ts";
import { painter } from "../report/text.ts";
import type { Verdict, Violation } from "../verdict.ts";
import { renderSurvey } from "./survey.ts";

const read = (path: string, name: string): Violation => ({ path, folder: ".", kind: "read", name, form: "member", timing: "call", status: "new", at: [1, 1, 1, 2], message: "", mend: "", declaredAt: null, via: [] });

function survey(violations: readonly Violation[], imports: Readonly<Record<string, readonly string[]>>, columns = Infinity): string[] {
  const verdict: Verdict = { root: "/project", parts: [], complete: true, filesChecked: 1, skipped: [], unparsed: [], violations, stale: [], moved: [], grown: [], notices: [], summary: { new: violations.length, known: 0, allowed: 0, stale: 0, grown: 0, byKind: {} } };
  const named = new Map(Object.entries(imports).map(([path, specifiers]) => [path, specifiers.map((specifier): Named => ({ specifier: specifier.replace("type ", ""), typeOnly: specifier.startsWith("type "), names: null }))]));
  return renderSurvey({ verdict, named }, { paint: painter("none"), columns }).trimEnd().split("\n");
}

const HEADING = "no configuration: only read, write and whole-environ are checked";
const BEGIN = "  begin    env-contract init   declares what the code reads, and lists today's debt";

test("names what is read most, and the libraries that are there", () => {
  const imports = { "src/a.ts": ["dotenv/config", "zod"], "src/b.ts": ["dotenv", "dotenv-like"], "src/c.ts": ["zod", "type envalid"] };
  expect(survey([read("src/a.ts", "HOST"), read("src/a.ts", "HOST"), read("src/a.ts", "PORT"), read("src/a.ts", "<dynamic>")], imports)).toEqual([HEADING, "  names    2 names read, most often HOST (2), PORT (1)", "  present  dotenv in 2 files, zod in src/a.ts", BEGIN]);
});

test("says through which libraries variables are read unseen", () => {
  expect(survey([], { "src/a.ts": ["std-env"], "src/b.ts": ["std-env", "env-var"], "src/c.ts": ["convict", "type nconf"] })).toEqual([HEADING, "  found    no use of the environment", "  unseen   what is read through std-env in 2 files, env-var in src/b.ts, convict in src/c.ts", BEGIN]);
});

test("fits a terminal", () => {
  const names = Array.from({ length: 5 }, (_one, index) => read("src/a.ts", `ACME_OUTGOING_MAIL_HOST_${index}`));
  expect(survey(names, {}, 60)).toEqual([
    "no configuration: only read, write and whole-environ are",
    "  checked",
    "  names    5 names read, most often",
    "           ACME_OUTGOING_MAIL_HOST_0 (1),",
    "           ACME_OUTGOING_MAIL_HOST_1 (1),",
    "           ACME_OUTGOING_MAIL_HOST_2 (1),",
    "           ACME_OUTGOING_MAIL_HOST_3 (1),",
    "           ACME_OUTGOING_MAIL_HOST_4 (1)",
    "  begin    env-contract init   declares what the code reads,",
    "           and lists today's debt",
  ]);
});
