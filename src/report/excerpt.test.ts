import { describe, expect, test } from "vitest";
import type { At } from "../facts.ts";
import { widthOf } from "./cells.ts";
import { excerpt, linesOf } from "./excerpt.ts";

/** The text and the underline below it, as a terminal shows them. */
function drawn(text: string, at: At, width = 60): string[] {
  const found = excerpt(linesOf(text), at, width);
  return found === null ? [] : [found.text, " ".repeat(found.lead) + "^".repeat(found.length)];
}

/** The place of `part` in a text of one line. */
function placeOf(text: string, part: string): At {
  const start = text.indexOf(part);
  return [1, start + 1, 1, start + part.length + 1];
}

describe("excerpt", () => {
  test("underlines the place", () => {
    const text = "const host = process.env.HOST;";
    expect(drawn(text, placeOf(text, "process.env.HOST"))).toEqual(["const host = process.env.HOST;", "             ^^^^^^^^^^^^^^^^"]);
  });

  test("counts tabs, wide characters, emoji and marks as the terminal does", () => {
    const tab = "\t\tenv.A";
    expect(drawn(tab, placeOf(tab, "env.A"))).toEqual(["    env.A", "    ^^^^^"]);
    const wide = "f('漢字', env.A)";
    expect(drawn(wide, placeOf(wide, "env.A"))[1]).toBe(`${" ".repeat(10)}^^^^^`);
    const emoji = "f('👩‍👩‍👧🇩🇪❤️', env.A)";
    expect(drawn(emoji, placeOf(emoji, "env.A"))[1]).toBe(`${" ".repeat(12)}^^^^^`);
    const mark = "f('e\u0301', env.A)";
    expect(drawn(mark, placeOf(mark, "env.A"))[1]).toBe(`${" ".repeat(7)}^^^^^`);
    const marked = "env['漢']";
    expect(drawn(marked, placeOf(marked, marked))[1]).toBe("^^^^^^^^^");
  });

  test("of a place over several lines underlines the first to its end", () => {
    expect(drawn("f(process\n  .env)", [1, 3, 2, 7])).toEqual(["f(process", "  ^^^^^^^"]);
  });

  test("cuts a long line around the place", () => {
    const text = `${"a".repeat(200)};process.env.HOST;${"b".repeat(200)}`;
    const [line = "", under = ""] = drawn(text, placeOf(text, "process.env.HOST"), 60);
    expect(line).toMatch(/^…a+;process\.env\.HOST;b+…$/u);
    expect(widthOf(line)).toBe(60);
    expect(widthOf(drawn(`${text.slice(0, 205)}.env.HOST`, [1, 202, 1, 218])[0] ?? "")).toBeGreaterThan(55);
    expect(line.slice(under.indexOf("^"), under.lastIndexOf("^") + 1)).toBe("process.env.HOST");
  });

  test("shows both ends of a line without ellipsis where they are in sight", () => {
    const text = `process.env.HOST;${"b".repeat(200)}`;
    expect(drawn(text, placeOf(text, "process.env.HOST"), 60)[0]).toMatch(/^process.*…$/u);
    const tail = `${"b".repeat(200)};process.env.HOST`;
    expect(drawn(tail, placeOf(tail, "process.env.HOST"), 60)[0]).toMatch(/^…b+;process\.env\.HOST$/u);
    const whole = "x".repeat(60);
    expect(drawn(whole, [1, 60, 1, 61], 60)).toEqual([whole, `${" ".repeat(59)}^`]);
  });

  test("cuts a minified megabyte without reading all of it", () => {
    const text = `${"漢;".repeat(500_000)}process.env.HOST;${"b;".repeat(500_000)}`;
    const began = performance.now();
    const [line = "", under = ""] = drawn(text, placeOf(text, "process.env.HOST"), 60);
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(line).toContain(";process.env.HOST;");
    expect(widthOf(line)).toBeLessThanOrEqual(60);
    expect(widthOf(line.slice(0, line.indexOf("process")))).toBe(under.indexOf("^"));
  });

  test("cuts a place that is longer than the line", () => {
    const text = `f(${"env".repeat(100)})`;
    const [line = "", under = ""] = drawn(text, [1, 3, 1, 303], 40);
    expect(widthOf(line)).toBeGreaterThan(35);
    expect(widthOf(line)).toBeLessThanOrEqual(40);
    expect(under.length).toBeLessThanOrEqual(40);
  });

  test("shows what would move the cursor", () => {
    const text = "f('\u001b[2J\u202e', env.A)";
    const [line = "", under = ""] = drawn(text, placeOf(text, "env.A"));
    expect(line).toBe("f('␛[2J<U+202E>', env.A)");
    expect(under.indexOf("^")).toBe(line.indexOf("env.A"));
  });

  test("a place past the text still has a mark, a line past the text has none", () => {
    expect(drawn("ab", [1, 9, 1, 9])).toEqual(["ab", "  ^"]);
    expect(drawn("", [1, 1, 1, 1])).toEqual(["", "^"]);
    expect(drawn("ab", [4, 1, 4, 2])).toEqual([]);
  });

  test("lines end as the parser counts them", () => {
    expect(linesOf("a\r\nb\rc\u2028d\u2029e\nf")).toEqual(["a", "b", "c", "d", "e", "f"]);
  });
});
