import { describe, expect, test } from "vitest";
import { inert, renderGithub, renderGithubFailure } from "./github.ts";
import { CLEAN, FULL, HOSTILE, NASTY, OPTIONS, read } from "./testing.ts";

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Reads a line as the runner does: properties end at the next `::`, and escapes are undone with the percent sign last. */
function parse(line: string): Command | null {
  const text = line.trimStart();
  const end = text.indexOf("::", 2);
  if (!text.startsWith("::") || end === -1) return null;
  const [name = "", ...rest] = text.slice(2, end).split(" ");
  const undone = (value: string): string => value.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  const properties = Object.fromEntries(rest.join(" ").split(",").filter((pair) => pair !== "").map((pair) => [pair.slice(0, pair.indexOf("=")), undone(pair.slice(pair.indexOf("=") + 1))]));
  return { name, properties, data: text.slice(end + 2).replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%") };
}

const lines = (text: string): string[] => text.split("\n").slice(0, -1);

describe("workflow commands", () => {
  test("are errors where a check fails, with the place from the top of the repository", () => {
    expect(lines(renderGithub(FULL, { ...OPTIONS, base: "services/mail" }))).toEqual([
      "::error file=services/mail/src/broken.ts,line=2,endLine=2,col=4,endColumn=5,title=env-contract%3A unparsed::services/mail/src/broken.ts:2:4: unparsed syntax: expression expected",
      "::error file=services/mail/src/mail.ts,line=3,endLine=3,col=51,endColumn=77,title=env-contract%3A read::services/mail/src/mail.ts:3:51: read ACME_SMTP_HOST: reads ACME_SMTP_HOST past the registry; write envs.ACME_SMTP_HOST.get()",
      "::warning file=services/mail/src/mail.ts,line=4,endLine=4,col=27,endColumn=53,title=env-contract%3A read::services/mail/src/mail.ts:4:27: read ACME_SMTP_PORT: reads ACME_SMTP_PORT past the registry; write envs.ACME_SMTP_PORT.get(); 2 found, 1 listed",
      "::error file=services/mail/src/mail.ts,line=6,endLine=8,title=env-contract%3A read::services/mail/src/mail.ts:6:27: read ACME_SMTP_PORT: reads ACME_SMTP_PORT past the registry; write envs.ACME_SMTP_PORT.get(); 2 found, 1 listed",
      "::error file=services/mail/packages/web/src/mail.ts,line=3,endLine=3,col=51,endColumn=77,title=env-contract%3A read::services/mail/packages/web/src/mail.ts:3:51: read ACME_SMTP_HOST: reads ACME_SMTP_HOST past the registry; write envs.ACME_SMTP_HOST.get()",
      "::error file=services/mail/packages/web/known-violations.json,line=3,endLine=3,title=env-contract%3A grown::services/mail/packages/web/known-violations.json:3:1: grown src/d.ts: read ACME_D: debt only shrinks, and so does what a configuration lets pass",
      "::error file=services/mail/known-violations.json,line=4,endLine=4,title=env-contract%3A stale::services/mail/known-violations.json:4:1: stale src/old.ts: read ACME_SMTP_HOST: the file is gone; moved from src/old.ts to src/mail.ts: read ACME_SMTP_HOST is both stale and new: run env-contract baseline move, or write the new path in the baseline",
      "::error file=services/mail/packages/web/known-violations.json,line=2,endLine=2,title=env-contract%3A stale::services/mail/packages/web/known-violations.json:2:1: stale src/c.ts: read ACME_C: no such violation any more; run env-contract baseline prune",
    ]);
    expect(renderGithub(CLEAN, OPTIONS)).toBe("");
  });

  test("are warnings and notices for what is known and allowed", () => {
    expect(lines(renderGithub(FULL, { ...OPTIONS, extent: "all" })).map((line) => parse(line)?.name)).toEqual(["error", "notice", "error", "warning", "error", "error", "warning", "error", "error", "error"]);
  });

  test("come to no more than GitHub shows of a step; the others are counted, and stand in a fold of the log", () => {
    const violations = [..."x".repeat(23)].map((_, index) => read(`ACME_${index}`, { at: [index + 1, 1, index + 1, 9] }));
    const text = lines(renderGithub({ ...CLEAN, violations }, OPTIONS));
    const commands = text.map(parse);
    expect(commands.filter((one) => one?.name === "error")).toHaveLength(10);
    expect(text.slice(10, 12)).toEqual(["::group::env-contract: 13 more", "src/mail.ts:11:1: read ACME_10: reads ACME_10 past the registry; write envs.ACME_10.get()"]);
    expect(commands.slice(-2).map((one) => one?.name)).toEqual(["endgroup", "notice"]);
    expect(commands.at(-1)?.data).toMatch(/^13 more: /u);
    expect(text).toHaveLength(10 + 1 + 13 + 1 + 1);
  });

  test("notices for what is allowed leave room for the one that counts", () => {
    const violations = [..."x".repeat(30)].map((_, index) => read(`ACME_${index}`, { status: "allowed" }));
    expect(lines(renderGithub({ ...CLEAN, violations }, { ...OPTIONS, extent: "all" })).filter((line) => parse(line)?.name === "notice")).toHaveLength(10);
    expect(lines(renderGithub({ ...CLEAN, violations: violations.slice(0, 9) }, { ...OPTIONS, extent: "all" })).map((line) => parse(line)?.name)).toEqual(Array(9).fill("notice"));
  });

  test("are one a line, and say what was meant, whatever the names and paths are", () => {
    const text = renderGithub(HOSTILE, { ...OPTIONS, extent: "all" });
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028\u202e]/u);
    const commands = lines(text).map(parse);
    expect(commands.map((one) => one?.name)).toEqual(["error", "error", "warning", "notice", "error", "error"]);
    for (const one of commands) {
      expect(Object.keys(one!.properties)).toEqual(expect.arrayContaining(["file", "line", "endLine", "title"]));
      expect(one!.properties["file"]).toContain("a b%20:,;=|`*_<&>\"'[x](y)#?\\{0}&amp;]]>@é日😀::error::");
      expect(one!.data).toContain("a b%20:,;=|`*_<&>");
      expect(one!.data).toContain("日😀::error::");
    }
  });

  test("in a fold nothing is a command", () => {
    const violations = [..."x".repeat(12)].map(() => read("##[set-output name=a;]b", { path: "::stop-commands::x/a.ts" }));
    const folded = lines(renderGithub({ ...CLEAN, violations }, OPTIONS)).slice(11, 13);
    expect(folded).toHaveLength(2);
    for (const line of folded) {
      expect(parse(line)).toBeNull();
      expect(line).not.toContain("##[");
      expect(line.replaceAll("\u200b", "")).toMatch(/^::stop-commands::x\/a\.ts:3:51: read ##\[set-output name=a;\]b: /u);
    }
  });

  test.each([
    ["::error::x", ":\u200b:error::x"],
    ["  ::add-mask::x", "  :\u200b:add-mask::x"],
    ["fine\n\t::x::", "fine\n\t:\u200b:x::"],
    ["a ##[error]b", "a #\u200b#[error]b"],
    ["src/a.ts: read A::B", "src/a.ts: read A::B"],
  ])("%j is made inert", (text, expected) => {
    expect(inert(text)).toBe(expected);
  });

  test("a failure is one command", () => {
    const text = renderGithubFailure({ message: `100%\r\n${NASTY}`, mend: "mend: it" }, OPTIONS);
    expect(lines(text)).toHaveLength(1);
    expect(parse(text)).toMatchObject({ name: "error", properties: { title: "env-contract" } });
    expect(parse(text.trimEnd())?.data).toMatch(/^100%\na b%20:,[^]*\nmend: it$/u);
  });
});
