import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { renderJunit, renderJunitFailure } from "./junit.ts";
import { CLEAN, FULL, HOSTILE, NASTY, OPTIONS, read } from "./testing.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses strictly: what XML 1.0 does not allow throws. */
function parse(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => void (open.at(-1)!.text += text));
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

const render = (verdict: Verdict, options: Partial<typeof OPTIONS> = {}): Element => parse(renderJunit(verdict, { ...OPTIONS, ...options }));
const cases = (root: Element): Element[] => root.children.flatMap((suite) => suite.children);

describe("JUnit", () => {
  test("the parser refuses what XML does not allow", () => {
    expect(() => parse("<a>\u0007</a>")).toThrow();
    expect(() => parse('<a b="<"/>')).toThrow();
    expect(() => parse("<a>&b;</a>")).toThrow();
  });

  test("is a suite for each file and a case for each item, counted", () => {
    const root = render(FULL, { extent: "all", base: "services/mail" });
    expect([root.name, root.attributes]).toEqual(["testsuites", { name: "env-contract", tests: "10", failures: "6", errors: "1", time: "0" }]);
    expect(root.children.map(({ name, attributes }) => [name, attributes["name"], attributes["tests"], attributes["failures"], attributes["errors"], attributes["skipped"]])).toEqual([
      ["testsuite", "services/mail/src/broken.ts", "1", "0", "1", "0"],
      ["testsuite", "services/mail/src/mail.ts", "4", "2", "0", "2"],
      ["testsuite", "services/mail/packages/web/src/mail.ts", "2", "1", "0", "1"],
      ["testsuite", "services/mail/packages/web/known-violations.json", "2", "2", "0", "0"],
      ["testsuite", "services/mail/known-violations.json", "1", "1", "0", "0"],
    ]);
    expect(cases(root).map(({ attributes, children }) => `${attributes["line"]} ${attributes["name"]}: ${children.map(({ name, attributes: { type } }) => `${name} ${type ?? ""}`).join()}`)).toEqual([
      "2 unparsed syntax: error unparsed",
      "3 read NODE_ENV: skipped ",
      "3 read ACME_SMTP_HOST: failure read",
      "4 read ACME_SMTP_PORT: skipped ",
      "6 read ACME_SMTP_PORT #2: failure read",
      "3 read ACME_SMTP_HOST: failure read",
      "3 read TZ: skipped ",
      "3 grown src/d.ts: read ACME_D: failure grown",
      "2 stale src/c.ts: read ACME_C: failure stale",
      "4 stale src/old.ts: read ACME_SMTP_HOST: failure stale",
    ]);
    expect(cases(root)[2]?.children[0]?.text).toBe("services/mail/src/mail.ts:3:51: read ACME_SMTP_HOST: reads ACME_SMTP_HOST past the registry; write envs.ACME_SMTP_HOST.get()");
  });

  test("of a clean check is one case that passes: readers take no report without any", () => {
    const root = render(CLEAN);
    expect(root.attributes).toMatchObject({ tests: "1", failures: "0", errors: "0" });
    expect(cases(root).map(({ attributes, children }) => [attributes["name"], children])).toEqual([["checks 12 files", []]]);
  });

  test("is well-formed whatever the names and paths are, and loses nothing that XML can say", () => {
    const root = render(HOSTILE, { extent: "all" });
    expect(cases(root)).toHaveLength(6);
    expect(cases(root).map(({ children }) => children.map(({ name }) => name).join())).toEqual(["error", "failure", "skipped", "skipped", "failure", "failure"]);
    for (const { attributes } of cases(root).slice(1)) expect(attributes["name"]).toContain("a b%20:,;=|`*_<&>\"'[x](y)#?\\{0}&amp;]]>@é日😀::error::␛[31m␀␇<U+202E>");
  });

  test.each([["\ud800"], ["\udfff\ud83d"], ["\uffff"], ["\u0000\u001f\u007f\u0085"], ["]]>"], ["&amp;"], ["\u{1f600}\u{10ffff}"]])("%j can stand in a name", (name) => {
    expect(cases(render({ ...CLEAN, violations: [read(name)] }))).toHaveLength(1);
  });

  test("of a failure is one case with an error", () => {
    const root = parse(renderJunitFailure({ message: NASTY, mend: "see --help" }, OPTIONS));
    expect(root.attributes).toMatchObject({ tests: "1", errors: "1" });
    const [one] = cases(root);
    expect(one?.children[0]).toMatchObject({ name: "error", text: expect.stringMatching(/^a b%20[^]*see --help$/u) as string });
  });
});
