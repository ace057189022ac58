import { describe, expect, test } from "vitest";
import type { Verdict } from "../verdict.ts";
import { fingerprint, itemsOf } from "./items.ts";
import { CLEAN, FULL, HOSTILE, read } from "./testing.ts";

const said = (verdict: Verdict, options: Parameters<typeof itemsOf>[1]): string[] => itemsOf(verdict, options).map(({ state, place, line, kind, name, ordinal }) => `${state} ${place}:${line} ${kind} ${name} #${ordinal}`);

describe("items", () => {
  test("are what fails and what is surplus, each where it stands in the repository", () => {
    expect(said(FULL, { extent: "new", base: "services/mail" })).toEqual([
      "unparsed services/mail/src/broken.ts:2 unparsed syntax #1",
      "new services/mail/src/mail.ts:3 read ACME_SMTP_HOST #1",
      "known services/mail/src/mail.ts:4 read ACME_SMTP_PORT #1",
      "new services/mail/src/mail.ts:6 read ACME_SMTP_PORT #2",
      "new services/mail/packages/web/src/mail.ts:3 read ACME_SMTP_HOST #1",
      "grown services/mail/packages/web/known-violations.json:3 grown src/d.ts: read ACME_D #1",
      "stale services/mail/known-violations.json:4 stale src/old.ts: read ACME_SMTP_HOST #1",
      "stale services/mail/packages/web/known-violations.json:2 stale src/c.ts: read ACME_C #1",
    ]);
    expect(itemsOf(CLEAN, { extent: "all", base: "." })).toEqual([]);
  });

  test("keep their number whether known ones are shown or not", () => {
    const all = said(FULL, { extent: "all", base: "." });
    expect(all.filter((one) => /^(allowed|known)/u.test(one))).toEqual(["allowed src/mail.ts:3 read NODE_ENV #1", "known src/mail.ts:4 read ACME_SMTP_PORT #1", "known packages/web/src/mail.ts:3 read TZ #1"]);
    expect(all).toEqual(expect.arrayContaining(said(FULL, { extent: "new", base: "." })));
  });

  test("say what is wrong and what mends it; of a stale entry that its violation moved, of a surplus line how many there are", () => {
    const advice = new Map(itemsOf(FULL, { extent: "new", base: "." }).map((item) => [`${item.state} ${item.name}`, item.advice]));
    expect(advice.get("new ACME_SMTP_PORT")).toBe("reads ACME_SMTP_PORT past the registry; write envs.ACME_SMTP_PORT.get(); 2 found, 1 listed");
    expect(advice.get("stale src/old.ts: read ACME_SMTP_HOST")).toBe("the file is gone; moved from src/old.ts to src/mail.ts: read ACME_SMTP_HOST is both stale and new: run env-contract baseline move, or write the new path in the baseline");
    expect(advice.get("stale src/c.ts: read ACME_C")).toBe("no such violation any more; run env-contract baseline prune");
    expect(advice.get("unparsed syntax")).toBe("expression expected");
  });

  test("of equal stale entries as many moved as were found again", () => {
    const stale = [1, 2, 3].map((line) => ({ path: "known-violations.json", folder: ".", entry: "src/old.ts: read A", line, reason: "the file is gone" }));
    const moved = [1, 2].map(() => ({ path: "known-violations.json", folder: ".", from: "src/old.ts", to: "src/new.ts", entry: "src/old.ts: read A" }));
    expect(itemsOf({ ...CLEAN, stale, moved }, { extent: "new", base: "." }).map(({ advice }) => advice.includes("moved"))).toEqual([true, true, false]);
    expect(itemsOf({ ...CLEAN, stale, moved: moved.map((move) => ({ ...move, folder: "packages/web" })) }, { extent: "new", base: "." }).filter(({ advice }) => advice.includes("moved"))).toEqual([]);
  });

  test("of two configurations with the same line do not add up", () => {
    const one = read("ACME_A", { status: "known", folder: "packages/mail" });
    const other = read("ACME_A", { folder: "packages/web" });
    expect(itemsOf({ ...CLEAN, violations: [one, other] }, { extent: "new", base: "." }).map(({ place, advice }) => [place, advice])).toEqual([["packages/web/src/mail.ts", "reads ACME_A past the registry; write envs.ACME_A.get()"]]);
  });

  test("hold nothing that breaks a line in name or advice", () => {
    const texts = itemsOf(HOSTILE, { extent: "all", base: "." }).flatMap(({ name, advice }) => [name, advice]);
    expect(texts).toHaveLength(12);
    for (const text of texts) expect(text).not.toMatch(/[\u0000-\u001f\u2028\u202e]/u);
  });
});

describe("a fingerprint", () => {
  const prints = (verdict: Verdict, base = "."): string[] => itemsOf(verdict, { extent: "all", base }).map(fingerprint);

  test("is another one for each item", () => {
    expect(new Set(prints(FULL)).size).toBe(9 + 1);
    expect(new Set(prints(HOSTILE)).size).toBe(6);
  });

  test("does not know lines, nor what stands before", () => {
    const moved: Verdict = { ...FULL, unparsed: [], violations: [read("ACME_A"), ...FULL.violations.map((one) => ({ ...one, at: [90, 1, 91, 2] as const }))], stale: FULL.stale.map((one) => ({ ...one, line: 99 })) };
    expect(prints(moved)).toEqual(expect.arrayContaining(prints({ ...FULL, unparsed: [] })));
  });

  test("is the same for a run inside a package", () => {
    const inside = read("ACME_A");
    expect(prints({ ...CLEAN, violations: [inside] }, "packages/web")).toEqual(prints({ ...CLEAN, violations: [{ ...inside, folder: "packages/web" }] }));
  });
});
