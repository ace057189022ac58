import { describe, expect, test } from "vitest";
import type { Status, Verdict, Violation } from "../verdict.ts";
import { widthOf } from "./cells.ts";
import { renderJson, renderJsonFailure } from "./json.ts";
import { renderAdvice, renderPlain } from "./plain.ts";
import { renderSummary } from "./summary.ts";
import { painter, renderText } from "./text.ts";
import type { TextOptions } from "./text.ts";
import { renderUnix } from "./unix.ts";

const mail = "import { createTransport } from 'nodemailer';\n\nexport const send = () => createTransport({ host: process.env.ACME_SMTP_HOST });\nexport const port = () => process.env.ACME_SMTP_PORT;\n";

function violation(path: string, kind: string, name: string, at: readonly [number, number], rest: Partial<Violation> = {}): Violation {
  return { path, folder: ".", kind, name, form: "member", timing: "call", status: "new" as Status, at: [...at, at[0], at[1] + `process.env.${name}`.length], message: `reads ${name} past the registry`, mend: `write envs.${name}.get()`, declaredAt: null, via: [], ...rest };
}

const empty: Verdict = {
  root: "/project",
  parts: [],
  complete: true,
  filesChecked: 12,
  skipped: [],
  unparsed: [],
  violations: [],
  stale: [],
  moved: [],
  grown: [],
  notices: [],
  summary: { new: 0, known: 0, allowed: 0, stale: 0, grown: 0, byKind: {} },
};

const COUNTS = { new: 2, known: 2, allowed: 1, stale: 2, grown: 0, byKind: { read: 4 } };
const BASELINE = { path: "known-violations.json", folder: "." };

const verdict: Verdict = {
  ...empty,
  complete: false,
  skipped: [{ path: "video.ts", folder: ".", reason: "MPEG" }],
  unparsed: [{ path: "src/broken.ts", folder: ".", reason: "syntax", at: [2, 4, 2, 5], message: "expression expected" }],
  violations: [
    violation("src/b.ts", "read", "NODE_ENV", [1, 1], { status: "allowed" }),
    violation("src/b.ts", "read", "TZ", [1, 1], { status: "known" }),
    violation("src/mail.ts", "read", "ACME_SMTP_HOST", [3, 51], { declaredAt: { path: "src/envs.ts", at: [14, 3, 14, 17] }, via: [{ path: "src/read.ts", at: [4, 1, 4, 9] }] }),
    violation("src/mail.ts", "read", "ACME_SMTP_PORT", [4, 27], { status: "known" }),
    violation("src/mail.ts", "read", "ACME_SMTP_PORT", [4, 27]),
  ],
  stale: [
    { ...BASELINE, entry: "src/old.ts: read ACME_SMTP_HOST", line: 4, reason: "the file is gone" },
    { ...BASELINE, entry: "src/c.ts: read ACME_C", line: 2, reason: "no such violation any more" },
  ],
  moved: [{ ...BASELINE, from: "src/old.ts", to: "src/mail.ts", entry: "src/old.ts: read ACME_SMTP_HOST" }],
  notices: ["README.md is not checked"],
  parts: [{ folder: ".", config: "env-contract.json", baseline: "known-violations.json", complete: false, filesChecked: 12, off: ["prefix"], summary: COUNTS }],
  summary: COUNTS,
};

const page = { paint: painter("none"), columns: 80 };

const options: TextOptions = {
  paint: painter("none"),
  columns: 80,
  extent: "new",
  why: new Map([["read", "A read past the registry has no type, no default and no description: each such place parses on its own."]]),
  textOf: (path) => (path === "src/mail.ts" ? mail : path === "src/broken.ts" ? "f(\n  a ]\n" : null),
};

describe("a pipe", () => {
  test("gets one line per occurrence, sorted by code unit; of a line with more found than listed all of them", () => {
    expect(renderPlain(verdict, "new").split("\n")).toEqual([
      "known-violations.json: stale src/c.ts: read ACME_C",
      "known-violations.json: stale src/old.ts: read ACME_SMTP_HOST",
      "src/broken.ts: unparsed syntax",
      "src/mail.ts: read ACME_SMTP_HOST",
      "src/mail.ts: read ACME_SMTP_PORT",
      "src/mail.ts: read ACME_SMTP_PORT",
      "",
    ]);
    expect(renderPlain(empty, "new")).toBe("");
  });

  test("gets known and allowed lines on request", () => {
    expect(renderPlain(verdict, "all")).toContain("src/b.ts: read NODE_ENV\nsrc/b.ts: read TZ\n");
    expect(renderPlain(verdict, "new")).not.toContain("src/b.ts");
  });

  test("gets advice for what is new, unparsed, stale and moved", () => {
    expect(renderAdvice(verdict).split("\n")).toEqual([
      "src/broken.ts:2:4: unparsed syntax: expression expected",
      "src/mail.ts:3:51: read ACME_SMTP_HOST: write envs.ACME_SMTP_HOST.get()",
      "src/mail.ts:4:27: read ACME_SMTP_PORT: 2 found, 1 listed; write envs.ACME_SMTP_PORT.get()",
      "known-violations.json:4:1: stale src/old.ts: read ACME_SMTP_HOST: the file is gone; run env-contract baseline prune",
      "known-violations.json:2:1: stale src/c.ts: read ACME_C: no such violation any more; run env-contract baseline prune",
      "moved from src/old.ts to src/mail.ts: read ACME_SMTP_HOST is both stale and new: run env-contract baseline move, or write the new path in the baseline",
      "",
    ]);
  });

  test("is told what is wrong where kind and name do not say it", () => {
    const cycle = violation("src/envs.ts", "invalid-entry", "<registry>", [1, 1], { message: "imports a module that imports envs back: src/envs.ts → src/a.ts → src/envs.ts", mend: "move what the registry needs into a module that does not import it" });
    const expired = violation("src/envs.ts", "expired-alias", "ACME_A", [9, 7], { message: "keeps ACME_A as an alias of ACME_B past 2.0.0; the release is 2.1.0", mend: "delete the alias" });
    expect(renderAdvice({ ...empty, violations: [cycle, { ...expired, status: "known" }, expired] }).split("\n")).toEqual([
      "src/envs.ts:1:1: invalid-entry <registry>: imports a module that imports envs back: src/envs.ts → src/a.ts → src/envs.ts; move what the registry needs into a module that does not import it",
      "src/envs.ts:9:7: expired-alias ACME_A: 2 found, 1 listed; keeps ACME_A as an alias of ACME_B past 2.0.0; the release is 2.1.0; delete the alias",
      "",
    ]);
  });

  test("an editor gets places", () => {
    expect(renderUnix(verdict, "new").split("\n").slice(0, 2)).toEqual(["src/broken.ts:2:4: unparsed syntax: expression expected", "src/mail.ts:3:51: read ACME_SMTP_HOST: reads ACME_SMTP_HOST past the registry; write envs.ACME_SMTP_HOST.get()"]);
    expect(renderUnix(empty, "all")).toBe("");
  });
});

describe("a terminal", () => {
  test("gets findings grouped by file with source, replacement, declaration, and once why", () => {
    expect(`\n${renderText(verdict, options)}`).toMatchInlineSnapshot(`
      "
      src/broken.ts

          2:4  unparsed syntax  expression expected
            2 │   a ]
              │    ^

      src/mail.ts

         3:51  read ACME_SMTP_HOST past the registry
            3 │ … send = () => createTransport({ host: process.env.ACME_SMTP_HOST });
              │                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^
              │ write     envs.ACME_SMTP_HOST.get()
              │ declared  src/envs.ts:14:3
              │ through   src/read.ts:4
              │ why       A read past the registry has no type, no default and no
              │           description: each such place parses on its own.

         4:27  read ACME_SMTP_PORT past the registry [known; 2 found, 1 listed]
            4 │ export const port = () => process.env.ACME_SMTP_PORT;
              │                           ^^^^^^^^^^^^^^^^^^^^^^^^^^
              │ write     envs.ACME_SMTP_PORT.get()

         4:27  read ACME_SMTP_PORT past the registry [2 found, 1 listed]
            4 │ export const port = () => process.env.ACME_SMTP_PORT;
              │                           ^^^^^^^^^^^^^^^^^^^^^^^^^^
              │ write     envs.ACME_SMTP_PORT.get()

      known-violations.json

          2  stale src/c.ts: read ACME_C  no such violation any more
          4  stale src/old.ts: read ACME_SMTP_HOST  the file is gone
              │ moved     from src/old.ts to src/mail.ts: read ACME_SMTP_HOST is both
              │           stale and new: run env-contract baseline move, or write the
              │           new path in the baseline
              │ run       env-contract baseline prune
      "
    `);
  });

  test("gets long advice once for a variable and file", () => {
    const mend = 'declare HOST with defineEnvs if it is yours, else write env-contract.json: { "allow": { "HOST": "why this is read here" } }';
    const violations = [violation("src/a.ts", "read", "HOST", [1, 1], { mend }), violation("src/a.ts", "read", "HOST", [2, 1], { mend }), violation("src/a.ts", "read", "PORT", [3, 1]), violation("src/a.ts", "read", "PORT", [4, 1]), violation("src/b.ts", "read", "HOST", [5, 1], { mend })];
    expect(`\n${renderText({ ...empty, violations }, { ...options, why: new Map(), textOf: () => null })}`).toMatchInlineSnapshot(`
      "
      src/a.ts

          1:1  read HOST past the registry
              │ mend      declare HOST with defineEnvs if it is yours, else write
              │           env-contract.json:
              │           { "allow": { "HOST": "why this is read here" } }

          2:1  read HOST past the registry
              │ mend      as at 1:1

          3:1  read PORT past the registry
              │ write     envs.PORT.get()

          4:1  read PORT past the registry
              │ write     envs.PORT.get()

      src/b.ts

          5:1  read HOST past the registry
              │ mend      declare HOST with defineEnvs if it is yours, else write
              │           env-contract.json:
              │           { "allow": { "HOST": "why this is read here" } }
      "
    `);
  });

  test("is told what an access does where its kind does not say it", () => {
    const header = (kind: string, message: string): string => renderText({ ...empty, violations: [violation("src/a.ts", kind, "HOST", [1, 1], { message })] }, { ...options, textOf: () => null }).split("\n")[2] ?? "";
    expect(header("write", "deletes HOST, which nothing allows here")).toBe("    1:1  write HOST  deletes it, which nothing allows here");
    expect(header("unread", "declares HOST, which nothing reads")).toBe("    1:1  unread HOST  declares HOST, which nothing reads");
  });

  test("is no narrower than what it gets, whatever the names and paths are", () => {
    const name = `ACME_${"VERY_LONG_".repeat(12)}NAME`;
    const path = `src/${"folder/".repeat(16)}file.ts`;
    const one = violation(path, "read", name, [1, 1], { status: "new", declaredAt: { path, at: [1, 1, 1, 1] }, via: [{ path, at: [1, 1, 1, 1] }, { path, at: [2, 1, 2, 1] }] });
    const all: Verdict = { ...verdict, violations: [one, { ...one, kind: "unread", message: `declares ${name}, which nothing reads` }], unparsed: [{ path, folder: ".", reason: "syntax", at: [123456, 1234, 123456, 1235], message: "expression expected where there is none at all in this long line" }], stale: [{ ...BASELINE, entry: `${path}: read ${name}`, line: 3, reason: "the file is gone" }], grown: [{ ...BASELINE, entry: `${path}: read ${name}`, line: 4 }], moved: [{ ...BASELINE, from: path, to: path, entry: `${path}: read ${name}` }], notices: [`${path} is not checked`], skipped: [{ path, folder: ".", reason: "MPEG" }] };
    for (const columns of [40, 80, 120]) {
      const text = renderText(all, { ...options, columns, textOf: () => "x ".repeat(200) }) + renderSummary(all, { paint: painter("none"), columns, elapsedMs: 1, next: [{ command: "env-contract baseline prune", text: "removes the stale entries, of which there are several" }] });
      expect(text.split("\n").filter((row) => widthOf(row) > columns)).toEqual([]);
      expect(text.replaceAll(/[\s│]/gu, "")).toContain(`${name}`);
    }
  });

  test("gets colour from chalk alone", () => {
    const coloured = renderText(verdict, { ...options, paint: painter("ansi") });
    expect(coloured).toContain("\u001b[");
    expect(coloured.replace(/\u001b\[[\d;]*m/gu, "")).toBe(renderText(verdict, options));
    expect(renderText(verdict, options)).not.toContain("\u001b");
  });

  test("is never made to obey what it prints", () => {
    const evil = "\u001b[2J\u009b31m\u0007\u202e\n";
    const one = violation(`src/${evil}.ts`, "read", evil, [1, 1], { message: `reads ${evil}`, mend: `write ${evil}`, declaredAt: { path: evil, at: [1, 1, 1, 1] }, via: [{ path: evil, at: [1, 1, 1, 1] }] });
    const all: Verdict = { ...verdict, parts: [{ folder: evil, config: evil, baseline: evil, complete: true, filesChecked: 1, off: [evil], summary: COUNTS }, { folder: evil, config: evil, baseline: evil, complete: true, filesChecked: 1, off: [evil], summary: COUNTS }], violations: [one], unparsed: [{ path: evil, folder: ".", reason: "syntax", at: [1, 1, 1, 1], message: evil }], stale: [{ folder: ".", path: evil, entry: evil, line: 1, reason: evil }], moved: [{ ...BASELINE, from: evil, to: evil, entry: `${evil}: read ${evil}` }], notices: [evil], skipped: [{ path: evil, folder: ".", reason: evil }] };
    const texts = [
      renderText(all, { ...options, textOf: () => evil }),
      renderSummary(all, { ...page, elapsedMs: 1, next: [{ command: evil, text: evil }] }),
      renderPlain(all, "all"),
      renderAdvice(all),
      renderUnix(all, "all"),
      renderJson(all, { tool: { name: "t", version: "1" }, extent: "all" }),
    ];
    for (const text of texts) expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
    expect(renderPlain(all, "all").trim().split("\n")).toHaveLength(3);
  });

  test("a pipe gets each row of the summary in one line", () => {
    const long = { ...empty, summary: { ...empty.summary, new: 20 }, violations: Array.from({ length: 20 }, (_one, index) => violation("src/a.ts", `kind-${"x".repeat(index)}`, "A", [1, 1])) };
    expect(renderSummary(long, { ...page, columns: Infinity, elapsedMs: 1, next: [] }).split("\n")).toHaveLength(4);
    expect(renderSummary(long, { ...page, elapsedMs: 1, next: [] }).split("\n").length).toBeGreaterThan(4);
  });

  test("a file with several faults is one file that is not parsed", () => {
    const twice = { ...empty, complete: false, unparsed: [verdict.unparsed[0]!, verdict.unparsed[0]!] };
    expect(renderSummary(twice, { ...page, elapsedMs: 1, next: [] })).toContain("✖ incomplete: 1 file not parsed\n");
  });

  test("gets a summary that says what was not looked at", () => {
    expect(`\n${renderSummary(verdict, { ...page, elapsedMs: 1234, next: [{ command: "env-contract baseline prune", text: "removes the stale entries" }] })}`).toMatchInlineSnapshot(`
      "
      notice README.md is not checked
      ✖ incomplete: 1 file not parsed; 2 new, 2 stale (2 known, 1 allowed)
        new      2 read
        checked  12 files, 1 not checked, in 1.2 s
        skipped  video.ts (MPEG)
        off      prefix
        next     env-contract baseline prune   removes the stale entries
      "
    `);
    expect(`\n${renderSummary(empty, { ...page, elapsedMs: 41.2, next: [] })}`).toMatchInlineSnapshot(`
      "
      ✔ nothing new
        checked  12 files, in 41 ms
      "
    `);
  });
});

describe("JSON", () => {
  const tool = { name: "env-contract", version: "1.2.3" };

  test("is one document with every field of the contract", () => {
    const document = JSON.parse(renderJson(verdict, { tool, extent: "new" })) as Record<string, unknown>;
    expect(Object.keys(document)).toEqual(["version", "tool", "root", "complete", "error", "exitCode", "filesChecked", "skipped", "unparsed", "violations", "stale", "moved", "grown", "notices", "summary", "configurations"]);
    expect(document).toMatchObject({ version: 1, tool, root: "/project", complete: false, error: null, exitCode: 2, filesChecked: 12, unparsed: [{ path: "src/broken.ts", folder: ".", reason: "syntax", line: 2, column: 4, message: "expression expected" }], moved: verdict.moved, summary: { new: 2, known: 2, stale: 2, grown: 0, byKind: { read: 4 } } });
    expect(document["stale"]).toEqual([
      { ...BASELINE, entry: "src/old.ts: read ACME_SMTP_HOST", line: 4, reason: "the file is gone", mend: "run env-contract baseline prune" },
      { ...BASELINE, entry: "src/c.ts: read ACME_C", line: 2, reason: "no such violation any more", mend: "run env-contract baseline prune" },
    ]);
    expect(document["violations"]).toEqual([
      {
        path: "src/mail.ts",
        folder: ".",
        kind: "read",
        name: "ACME_SMTP_HOST",
        form: "member",
        timing: "call",
        status: "new",
        line: 3,
        column: 51,
        endLine: 3,
        endColumn: 77,
        message: "reads ACME_SMTP_HOST past the registry",
        mend: "write envs.ACME_SMTP_HOST.get()",
        declaredAt: { path: "src/envs.ts", line: 14, column: 3 },
        via: [{ path: "src/read.ts", line: 4 }],
      },
      expect.objectContaining({ name: "ACME_SMTP_PORT", status: "known" }),
      expect.objectContaining({ name: "ACME_SMTP_PORT", status: "new" }),
    ]);
  });

  test("keeps raw names, and holds known and allowed violations on request", () => {
    const raw = { ...empty, violations: [violation("src/a.ts", "read", "A\u009b\u202e\n", [1, 1], { status: "allowed" })] };
    const text = renderJson(raw, { tool, extent: "all" });
    expect(JSON.parse(text)).toMatchObject({ violations: [{ name: "A\u009b\u202e\n", status: "allowed" }] });
    expect(JSON.parse(renderJson(raw, { tool, extent: "new" }))).toMatchObject({ violations: [] });
  });

  test("a failed run has the same fields and an error", () => {
    const failed = JSON.parse(renderJsonFailure({ message: "no", mend: "yes" }, { tool, root: "/project" })) as Record<string, unknown>;
    expect(Object.keys(failed)).toEqual(Object.keys(JSON.parse(renderJson(empty, { tool, extent: "new" })) as object));
    expect(failed).toMatchObject({ complete: false, exitCode: 2, error: { message: "no", mend: "yes" } });
  });
});
