import { describe, expect, test } from "vitest";
import { compare } from "./compare.ts";
import type { CompareInput, Scanned } from "./compare.ts";
import { settingsOf } from "./files/testing.ts";
import { exitCode, line, parseLine, printable } from "./verdict.ts";
import type { Status, Verdict, Violation } from "./verdict.ts";

const settings = settingsOf("/project", { file: "env-contract.json" });

/** `src/a.ts: read ACME_A @3:5`, with `allowed` at the end where it is. */
function violation(text: string): Violation {
  const [place = "", at = "1:1", status = "new"] = text.split(/ @| (?=allowed$)/u);
  const parts = parseLine(place);
  if (parts === null) throw new Error(text);
  const [row = 1, column = 1] = at.split(":").map(Number);
  return { ...parts, folder: ".", form: null, timing: null, status: status as Status, at: [row, column, row, column + 1], message: "reads it", mend: "write envs", declaredAt: null, via: [] };
}

interface Case extends Partial<Omit<CompareInput, "baseline" | "scanned">> {
  readonly found?: readonly string[];
  readonly listed?: readonly string[];
  readonly gone?: readonly string[];
  readonly unsure?: readonly string[];
}

function run({ found = [], listed = [], gone = [], unsure = [], ...rest }: Case): Verdict {
  const scanned = (path: string): Scanned => (gone.includes(path) ? "gone" : unsure.includes(path) ? "unsure" : "clean");
  return compare({
    settings,
    folder: ".",
    violations: found.map(violation),
    baseline: listed.map((entry, index) => ({ entry, line: index + 2 })),
    sure: true,
    scanned,
    ran: new Set(["read", "write", "whole-environ", "prefix", "invalid-entry", "invalid-allow", "stale-allow"]),
    only: null,
    grown: [],
    filesChecked: 3,
    skipped: [],
    unparsed: [],
    notices: [],
    ...rest,
  });
}

const shown = (verdict: Verdict): string[] => verdict.violations.map((one) => `${one.status} ${line(one)} @${one.at[0]}:${one.at[1]}`);
const stale = (verdict: Verdict): string[] => verdict.stale.map((one) => `${one.line} ${one.entry} (${one.reason})`);

describe("new and known", () => {
  test("n equal entries cover n violations; of more found than listed the last by place are new", () => {
    const verdict = run({ found: ["src/a.ts: read A @9:2", "src/a.ts: read A @3:7", "src/a.ts: read A @3:2", "src/a.ts: read B @1:1"], listed: ["src/a.ts: read A", "src/a.ts: read A"] });
    expect(shown(verdict)).toEqual(["known src/a.ts: read A @3:2", "known src/a.ts: read A @3:7", "new src/a.ts: read A @9:2", "new src/a.ts: read B @1:1"]);
    expect(verdict.summary).toEqual({ new: 2, known: 2, allowed: 0, stale: 0, grown: 0, byKind: { read: 4 } });
    expect(exitCode(verdict)).toBe(1);
  });

  test("an allowed violation uses no entry up and is not counted by kind", () => {
    const verdict = run({ found: ["src/a.ts: read A @1:1 allowed", "src/a.ts: read A @2:1"], listed: ["src/a.ts: read A"] });
    expect(shown(verdict)).toEqual(["allowed src/a.ts: read A @1:1", "known src/a.ts: read A @2:1"]);
    expect(verdict.summary).toMatchObject({ new: 0, known: 1, allowed: 1, byKind: { read: 1 } });
    expect(exitCode(verdict)).toBe(0);
  });

  test.each(["invalid-entry", "invalid-allow", "stale-allow"])("%s is never known", (kind) => {
    expect(shown(run({ found: [`src/envs.ts: ${kind} A`], listed: [`src/envs.ts: ${kind} A`] }))).toEqual([`new src/envs.ts: ${kind} A @1:1`]);
  });

  test("is sorted by printed line in code units, then by place", () => {
    const verdict = run({ found: ["src/é.ts: read A", "src/b.ts: write A", "src/B.ts: read A", "src/b.ts: read B @10:1", "src/b.ts: read B @9:1"] });
    expect(shown(verdict).map((text) => text.slice(4))).toEqual(["src/B.ts: read A @1:1", "src/b.ts: read B @9:1", "src/b.ts: read B @10:1", "src/b.ts: write A @1:1", "src/é.ts: read A @1:1"]);
  });

  test("the same name in another case or file is another line", () => {
    expect(run({ found: ["src/a.ts: read Acme"], listed: ["src/a.ts: read ACME", "src/A.ts: read Acme"] }).summary).toMatchObject({ new: 1, known: 0, stale: 2 });
  });

  test("a name that holds control characters compares as it prints", () => {
    const name = "A\n\u001b[31m\u202e";
    const found = { ...violation("src/a.ts: read A"), name };
    const printed = line(found);
    expect(printed).toBe("src/a.ts: read A␊␛[31m<U+202E>");
    expect(printable(printed)).toBe(printed);
    expect(run({ found: [], listed: [printed], violations: [found] }).summary).toMatchObject({ new: 0, known: 1, stale: 0 });
  });
});

describe("stale", () => {
  test("says where and why", () => {
    const verdict = run({
      found: ["src/c.ts: read A @1:1", "src/d.ts: read A @1:1 allowed"],
      listed: ["src/gone.ts: read A", "src/b.ts: read A", "src/c.ts: read A", "src/c.ts: read A", "src/d.ts: read A"],
      gone: ["src/gone.ts"],
    });
    expect(stale(verdict)).toEqual([
      "3 src/b.ts: read A (no such violation any more)",
      "5 src/c.ts: read A (2 listed, 1 found)",
      "6 src/d.ts: read A (the configuration allows it now)",
      "2 src/gone.ts: read A (the file is gone)",
    ]);
    expect(exitCode(verdict)).toBe(1);
  });

  test("not where the file was not cleanly scanned, the kind did not run, or the run was partial", () => {
    const listed = ["src/a.ts: read A", "src/b.ts: prefix A"];
    expect(stale(run({ listed, unsure: ["src/a.ts"], ran: new Set(["read"]) }))).toEqual([]);
    expect(stale(run({ listed, only: new Set(["src/a.ts"]) }))).toEqual([]);
    expect(stale(run({ listed, sure: false }))).toEqual([]);
    expect(stale(run({ listed, filesChecked: 0 }))).toEqual([]);
    expect(stale(run({ listed }))).toHaveLength(2);
  });

  test("a kind that is off keeps its entries silently, a kind that does not exist is named", () => {
    const off = run({ listed: ["src/a.ts: prefix A"], ran: new Set(["read"]), settings: { ...settings, off: ["prefix"] } });
    expect(off).toMatchObject({ stale: [], notices: [], parts: [{ off: ["prefix"] }] });
    const unknown = run({ listed: ["src/a.ts: raed A"] });
    expect(unknown.stale).toEqual([]);
    expect(unknown.notices).toEqual(["known-violations.json:2: this version has no kind raed: the entry covers nothing"]);
  });
});

describe("incomplete and filtered runs", () => {
  test("anything unparsed makes the run incomplete and exit 2", () => {
    const verdict = run({ unparsed: [{ path: "src/b.ts", folder: ".", reason: "syntax", at: [1, 1, 1, 2], message: "expression expected" }] });
    expect(verdict.complete).toBe(false);
    expect(exitCode(verdict)).toBe(2);
    expect(exitCode(run({ filesChecked: 0 }))).toBe(2);
  });

  test("a filter reports less and decides the same", () => {
    const found = ["src/a.ts: read A", "src/b.ts: read A @1:1", "src/b.ts: read A @2:1"];
    const verdict = run({ found, listed: ["src/b.ts: read A", "src/a.ts: read A"], only: new Set(["src/b.ts"]) });
    expect(shown(verdict)).toEqual(["known src/b.ts: read A @1:1", "new src/b.ts: read A @2:1"]);
    expect(verdict.summary).toMatchObject({ new: 1, known: 1, stale: 0 });
  });
});

describe("moved", () => {
  const moved = (verdict: Verdict): string[] => verdict.moved.map((one) => `${one.entry} -> ${one.to}`);

  test("pairs lines that differ in the path only, one to one", () => {
    const verdict = run({ found: ["src/older.ts: read A @1:1", "src/older.ts: read A @2:1", "src/older.ts: write B @3:1"], listed: ["src/old.ts: read A", "src/old.ts: write C"], gone: ["src/old.ts"] });
    expect(moved(verdict)).toEqual(["src/old.ts: read A -> src/older.ts"]);
    expect(verdict.moved[0]).toMatchObject({ from: "src/old.ts", to: "src/older.ts" });
    expect(verdict.summary).toMatchObject({ new: 3, stale: 2 });
  });

  test("prefers the file that is gone, then the path that shares most lines, then the same base name", () => {
    expect(moved(run({ found: ["src/new.ts: read A"], listed: ["src/fixed.ts: read A", "src/old.ts: read A"], gone: ["src/old.ts"] }))).toEqual(["src/old.ts: read A -> src/new.ts"]);
    expect(
      moved(run({ found: ["src/x.ts: read A", "src/y.ts: read A", "src/y.ts: read B"], listed: ["src/old.ts: read A", "src/old.ts: read B"], gone: ["src/old.ts"] })),
    ).toEqual(["src/old.ts: read A -> src/y.ts", "src/old.ts: read B -> src/y.ts"]);
    expect(moved(run({ found: ["lib/a.ts: read A", "lib/mail.ts: read A"], listed: ["src/mail.ts: read A"], gone: ["src/mail.ts"] }))).toEqual(["src/mail.ts: read A -> lib/mail.ts"]);
  });

  test("known violations have not moved", () => {
    expect(moved(run({ found: ["src/b.ts: read A"], listed: ["src/a.ts: read A", "src/b.ts: read A"], gone: ["src/a.ts"] }))).toEqual([]);
  });
});
