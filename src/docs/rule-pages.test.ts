import { expect, it } from "vitest";
import type { Rule } from "../rule.ts";
import { ruleIndex, rulePage } from "./rule-pages.ts";

const rule: Rule = { name: "read", summary: "a | b is read", why: "Because.", instead: "Write it.", check: () => [] };

it("shows the rule and its examples, and no fence ends early", () => {
  const page = rulePage(rule, {
    flagged: { files: [{ path: "src/mail.ts", text: "// ```\nprocess.env.TZ;\n" }], expected: "src/mail.ts:2:1: read TZ: reads TZ\n" },
    clean: { files: [{ path: "env-contract.json", text: "{}\n" }], expected: "clean\n" },
  });
  expect(page).toContain("# read\n");
  expect(page).toContain("`src/mail.ts`\n\n````ts\n// ```\nprocess.env.TZ;\n````\n");
  expect(page).toContain("```text\nsrc/mail.ts:2:1: read TZ: reads TZ\n```\n");
  expect(page).toContain("## Clean\n\n`env-contract.json`\n\n```json\n{}\n```\n");
});

it("links every page from the table", () => {
  expect(ruleIndex([rule])).toContain("| [`read`](read.md) | a \\| b is read |\n");
});
