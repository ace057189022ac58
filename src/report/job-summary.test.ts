import { Marked } from "marked";
import type { Tokens } from "marked";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { renderJobSummary, renderJobSummaryFailure } from "./job-summary.ts";
import type { JobSummaryOptions } from "./job-summary.ts";
import { CLEAN, FULL, HOSTILE, NASTY, OPTIONS, read } from "./testing.ts";

const SUMMARY: JobSummaryOptions = { ...OPTIONS, tree: "https://github.com/acme/mail/blob/0a1b2c", next: [{ command: "env-contract baseline prune", text: "removes the stale entries" }, { text: "mend what is new" }] };

interface Page {
  readonly blocks: string[];
  readonly rows: string[][];
  readonly links: string[];
}

/** What a person sees: the blocks, and the cells of the table without their markup. */
function pageOf(markdown: string): Page {
  const tokens = new Marked({ gfm: true }).lexer(markdown).filter(({ type }) => type !== "space");
  const table = tokens.find((token): token is Tokens.Table => token.type === "table");
  const html = new Marked({ gfm: true }).parse(markdown, { async: false });
  const cells = [...html.matchAll(/<td>([^]*?)<\/td>/gu)].map(([, cell = ""]) => seen(cell));
  const width = table?.header.length ?? 1;
  return {
    blocks: tokens.map(({ type }) => type),
    rows: Array.from({ length: cells.length / width }, (_, index) => cells.slice(index * width, (index + 1) * width)),
    links: [...html.matchAll(/<a href="([^"]*)">/gu)].map(([, href = ""]) => href.replaceAll("&amp;", "&")),
  };
}

function seen(html: string): string {
  const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return html.replace(/<\/?(?:code|a)\b[^>]*>/gu, "").replace(/&(?:#(\d+)|(\w+));/gu, (_, code, name) => (code === undefined ? named[name as string]! : String.fromCodePoint(Number(code))));
}

const render = (verdict: Verdict, options: Partial<JobSummaryOptions> = {}): string => renderJobSummary(verdict, { ...SUMMARY, ...options });

describe("the summary of a job", () => {
  test("is a headline, a table with links, what was looked at, and what to do next", () => {
    const page = pageOf(render(FULL, { base: "services/mail" }));
    expect(page.blocks).toEqual(["heading", "table", "paragraph", "list"]);
    expect(page.rows.map(([what, where]) => `${what} | ${where}`)).toEqual([
      "unparsed syntax | services/mail/src/broken.ts:2:4",
      "read ACME_SMTP_HOST | services/mail/src/mail.ts:3:51",
      "read ACME_SMTP_PORT | services/mail/src/mail.ts:4:27",
      "read ACME_SMTP_PORT | services/mail/src/mail.ts:6:27",
      "read ACME_SMTP_HOST | services/mail/packages/web/src/mail.ts:3:51",
      "grown src/d.ts: read ACME_D | services/mail/packages/web/known-violations.json:3",
      "stale src/old.ts: read ACME_SMTP_HOST | services/mail/known-violations.json:4",
      "stale src/c.ts: read ACME_C | services/mail/packages/web/known-violations.json:2",
    ]);
    expect(page.rows[1]?.[2]).toBe("reads ACME_SMTP_HOST past the registry; write envs.ACME_SMTP_HOST.get()");
    expect(page.links[1]).toBe("https://github.com/acme/mail/blob/0a1b2c/services/mail/src/mail.ts#L3");
    const text = seen(render(FULL));
    expect(text).toContain("### env-contract: ✖ incomplete: 1 file not parsed; 3 new, 2 stale, 1 grown (2 known, 1 allowed)");
    expect(text).toContain("12 files checked; 1 not checked");
    expect(text).toContain("* env-contract baseline prune removes the stale entries");
  });

  test("of a clean check is two lines", () => {
    expect(seen(render(CLEAN, { next: [] }))).toBe("\n### env-contract: ✔ nothing new\n\n12 files checked\n");
  });

  test("says which kinds are off, and where", () => {
    const [part] = CLEAN.parts;
    expect(seen(render({ ...CLEAN, parts: [{ ...part!, off: ["prefix"] }, { ...part!, folder: "packages/web", off: ["unread"] }] }))).toContain("12 files checked; off: prefix; off in packages/web: unread");
  });

  test("has no links where no address is known", () => {
    const page = pageOf(render(FULL, { tree: null }));
    expect(page.links).toEqual([]);
    expect(page.rows).toHaveLength(8);
  });

  test("stays a table with one row for each item, whatever the names and paths are", () => {
    const page = pageOf(render(HOSTILE, { extent: "all", next: [{ command: NASTY, text: NASTY }] }));
    expect(page.blocks).toEqual(["heading", "table", "paragraph", "list"]);
    expect(page.rows).toHaveLength(6);
    for (const cell of [...page.rows.slice(1).flatMap(([what, where]) => [what, where]), ...page.rows.filter(([what]) => !what!.startsWith("grown")).map(([, , advice]) => advice)]) expect(cell).toContain("a b%20:,;=|`*_<&>\"'[x](y)#?\\{0}&amp;]]>@é日😀::error::");
    for (const link of page.links) expect(URL.canParse(link)).toBe(true);
    expect(render(HOSTILE, { extent: "all" })).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028\u202e]/u);
  });

  test("leads to files with any name", () => {
    const [link] = pageOf(render({ ...CLEAN, violations: [read("A", { path: "src/(group)/[id] & \"x\"/a#b?.ts" })] })).links;
    expect(link).toBe("https://github.com/acme/mail/blob/0a1b2c/src/(group)/%5Bid%5D%20&%20%22x%22/a%23b%3F.ts#L3");
  });

  test("is no larger than GitHub takes, however much is found and however long it is", () => {
    const violations = Array.from({ length: 150 }, (_, index) => read(`ACME_${index}_${"日".repeat(5000)}`, { path: `src/${"語".repeat(4000)}.ts`, message: "|".repeat(9000) }));
    const page = render({ ...CLEAN, violations });
    expect(Buffer.byteLength(page)).toBeLessThan(1024 * 1024);
    expect(page.match(/^\| read /gmu)).toHaveLength(100);
    expect(page).toContain("and 50 more: see the log.");
  });

  test("of a failure says what it was and how to mend it", () => {
    const page = renderJobSummaryFailure({ message: `unknown option ${NASTY}`, mend: "see --help" }, OPTIONS);
    expect(pageOf(page).blocks).toEqual(["heading", "paragraph", "paragraph"]);
    expect(seen(page)).toMatch(/^\n### env-contract: ✖ no verdict\n\nunknown option a b%20[^\n]*\n\nsee --help\n$/u);
  });
});
