import { describe, expect, test } from "vitest";
import { extract } from "../extract/extract.ts";
import { link } from "../link/link.ts";
import type { Registry } from "../linked.ts";
import { contractChanges, stepOf } from "./diff.ts";

/** The registries that `defineEnvs({ <entries> }, { <options> })` declares. */
function declared(entries: string, options = ""): readonly Registry[] {
  const text = `import { bool, choice, defineEnvs, float, int, path, str } from "@env-contract/registry";\nimport { duration, list, port, url } from "@env-contract/registry/types";\nexport const envs = defineEnvs({ ${entries} }, { categories: ["mail"], ${options} });\n`;
  const files = [extract({ path: "src/envs.ts", text, watched: [] })];
  return link({ files, resolve: () => null, registries: ["src/envs.ts"], doors: [], isStarted: () => false, timed: "registry" }).facts.registries;
}

/** `impact: name what before → after`, in order. */
function changes(before: readonly Registry[], after: readonly Registry[]): string[] {
  return contractChanges(before, after).map(({ name, change, what, before: was, after: is, impact, note }) => {
    const sides = was === null && is === null ? "" : ` ${was ?? "-"} → ${is ?? "-"}`;
    return `${impact}: ${name} ${change === "changed" ? what : what === null ? change : `${what} ${change}`}${sides}${note === null ? "" : ` (${note})`}`;
  });
}

describe("one option of an entry", () => {
  test.each([
    // What a text may be.
    ["int({ default: 1 })", "int({ default: 1 })", []],
    ["int({ default: 1_000 })", "int({ default: 1000 })", []],
    ["int({ optional: true })", "float({ optional: true })", ["additive: ACME_X type int → float"]],
    ["port({ optional: true })", "int({ optional: true })", ["additive: ACME_X type port → int"]],
    ["float({ optional: true })", "int({ optional: true })", ["breaking: ACME_X type float → int"]],
    ["bool({ default: false })", "str({ default: 'off' })", ["breaking: ACME_X default false → 'off'", "breaking: ACME_X type bool → str"]],
    ["list({ optional: true })", "list({ optional: true, item: 'int' })", ["breaking: ACME_X type list of str → list of int"]],
    ["list({ optional: true })", "list({ optional: true, separator: ';' })", ["breaking: ACME_X separator - → ;"]],
    ["choice(['a', 'b'], { default: 'a' })", "choice(['a', 'b', 'c'], { default: 'a' })", ["additive: ACME_X choices a, b → a, b, c"]],
    ["choice(['a', 'b'], { default: 'a' })", "choice(['a', 'c'], { default: 'a' })", ["breaking: ACME_X choices a, b → a, c"]],
    ["choice(['a', 'b'], { default: 'a' })", "choice(['b', 'a'], { default: 'a' })", []],
    ["int({ default: 5, min: 1 })", "int({ default: 5, min: 2 })", ["breaking: ACME_X min 1 → 2"]],
    ["int({ default: 5, min: 1, max: 9 })", "int({ default: 5, min: 0, max: 10 })", ["additive: ACME_X max 9 → 10", "additive: ACME_X min 1 → 0"]],
    ["int({ default: 5 })", "int({ default: 5, max: 10 })", ["breaking: ACME_X max - → 10"]],
    ["int({ default: 5, max: 10 })", "int({ default: 5 })", ["additive: ACME_X max 10 → -"]],
    ["float({ default: 5 })", "float({ default: 5, finite: true })", ["breaking: ACME_X finite false → true"]],
    ["url({ optional: true })", "url({ optional: true, protocols: ['https:'] })", ["breaking: ACME_X protocols - → https:"]],
    ["url({ optional: true, protocols: ['https:'] })", "url({ optional: true, protocols: ['https:', 'http:'] })", ["additive: ACME_X protocols https: → https:, http:"]],
    ["str({ optional: true })", "str({ optional: true, emptyIsUnset: true })", ["breaking: ACME_X emptyIsUnset - → true"]],
    // What happens where nobody sets it.
    ["int({ default: 1 })", "int({ default: 2 })", ["breaking: ACME_X default 1 → 2"]],
    ["list({ default: ['a'] })", "list({ default: [ 'a', ] })", []],
    ["str({ default: () => home() })", "str({ default: () =>\n  home() })", []],
    ["str({ default: () => home() })", "str({ default: () => away() })", ["breaking: ACME_X default () => home() → () => away()"]],
    ["str({ default: () => home(), defaultDoc: 'the home' })", "str({ default: 'x', defaultDoc: 'the home' })", ["breaking: ACME_X default the home → 'x'"]],
    ["str({ optional: true })", "str({ required: true })", ["breaking: ACME_X presence optional → required"]],
    ["str({ required: true })", "str({ optional: true })", ["additive: ACME_X presence required → optional"]],
    ["str({ default: 'x' })", "str({ fallbackTo: 'ACME_Y' })", ["breaking: ACME_X presence default 'x' → falls back to ACME_Y"]],
    // What was promised.
    ["str({ optional: true, secret: true })", "str({ optional: true, secret: false })", ["breaking: ACME_X secret true → false"]],
    ["str({ optional: true })", "str({ optional: true, secret: true })", ["additive: ACME_X secret false → true"]],
    ["str({ optional: true })", "str({ optional: true, lifecycle: 'deprecated', lifecycleNote: 'use ACME_Y' })", ["additive: ACME_X lifecycle stable → deprecated (use ACME_Y)", "documentation: ACME_X lifecycleNote - → use ACME_Y"]],
    ["str({ optional: true, lifecycle: 'stable' })", "str({ optional: true, lifecycle: 'experimental' })", ["breaking: ACME_X lifecycle stable → experimental"]],
    ["str({ optional: true, lifecycle: 'experimental' })", "str({ optional: true })", ["additive: ACME_X lifecycle experimental → stable"]],
    ["str({ optional: true })", "str({ optional: true, audience: 'internal' })", ["breaking: ACME_X audience public → internal"]],
    ["str({ optional: true, audience: 'internal' })", "str({ optional: true })", ["additive: ACME_X audience internal → public"]],
    ["str({ optional: true, precedence: 'argument' })", "str({ optional: true, precedence: 'variable' })", ["breaking: ACME_X precedence argument → variable"]],
    // What people read.
    ["str({ optional: true, category: 'a', description: 'Old.' })", "str({ optional: true, category: 'b', description: 'New.' })", ["documentation: ACME_X category a → b", "documentation: ACME_X description Old. → New."]],
    ["str({ optional: true, appliesTo: ['a'] })", "str({ optional: true, appliesTo: ['a', 'b'], owner: 'mail' })", ["documentation: ACME_X appliesTo a → a, b", "documentation: ACME_X owner - → mail"]],
    ["str({ optional: true, aliases: ['ACME_W'] })", "str({ optional: true, aliases: [{ name: 'ACME_W', removeIn: '4.0.0' }] })", ["documentation: ACME_X aliases ACME_W → ACME_W until 4.0.0"]],
    // What promised nothing.
    ["int({ default: 1, lifecycle: 'experimental' })", "int({ default: 2, lifecycle: 'experimental' })", ["additive: ACME_X default 1 → 2"]],
    ["int({ default: 1, audience: 'internal' })", "int({ default: 2, audience: 'internal' })", ["documentation: ACME_X default 1 → 2"]],
  ])("from %s to %s", (before, after, expected) => {
    expect(changes(declared(`ACME_X: ${before}`), declared(`ACME_X: ${after}`))).toEqual(expected);
  });
});

describe("a name", () => {
  const none = declared("");
  test.each([
    ["ACME_X: int({ default: 1 })", ["additive: ACME_X added - → int, default 1"], ["breaking: ACME_X removed int, default 1 → -"]],
    ["ACME_X: str({ required: true })", ["breaking: ACME_X added - → str, required"], ["breaking: ACME_X removed str, required → -"]],
    ["ACME_X: int({ default: 1, lifecycle: 'diagnostic' })", ["additive: ACME_X added - → int, default 1"], ["additive: ACME_X removed int, default 1 → -"]],
    ["ACME_X: int({ default: 1, audience: 'internal' })", ["documentation: ACME_X added - → int, default 1"], ["documentation: ACME_X removed int, default 1 → -"]],
    ["ACME_X: str({ default: 'canary', secret: true })", ["additive: ACME_X added - → str, default (secret)"], ["breaking: ACME_X removed str, default (secret) → -"]],
  ])("comes and goes: %s", (entry, come, gone) => {
    expect(changes(none, declared(entry))).toEqual(come);
    expect(changes(declared(entry), none)).toEqual(gone);
  });

  test("that is removed says what its registry says", () => {
    expect(changes(declared("ACME_X: int({ default: 1 })"), declared("", 'removed: { ACME_X: "use ACME_Y" }'))).toEqual(["breaking: ACME_X removed int, default 1 → - (use ACME_Y)"]);
  });

  test("that is an alias of another entry is renamed, and what else changed is told of the new name", () => {
    const before = declared("ACME_X: int({ default: 1 })");
    expect(changes(before, declared("ACME_Y: int({ default: 1, aliases: ['ACME_X'] })"))).toEqual(["additive: ACME_X renamed ACME_X → ACME_Y"]);
    expect(changes(before, declared("ACME_Y: int({ default: 2, aliases: ['ACME_X', 'ACME_W'] })"))).toEqual(["breaking: ACME_Y default 1 → 2", "additive: ACME_X renamed ACME_X → ACME_Y"]);
  });

  test("that was an old name goes, comes, or moves to another entry", () => {
    const [bare, aliased] = [declared("ACME_X: int({ default: 1 }), ACME_Y: int({ default: 1 })"), declared("ACME_X: int({ default: 1, aliases: ['ACME_W'] }), ACME_Y: int({ default: 1 })")];
    expect(changes(aliased, bare)).toEqual(["breaking: ACME_W alias removed ACME_X → -"]);
    expect(changes(bare, aliased)).toEqual(["additive: ACME_W alias added - → ACME_X"]);
    expect(changes(aliased, declared("ACME_X: int({ default: 1 }), ACME_Y: int({ default: 1, aliases: ['ACME_W'] })"))).toEqual(["breaking: ACME_W alias ACME_X → ACME_Y"]);
  });

  test("keeps its old names through a second rename", () => {
    const before = declared("ACME_X: int({ default: 1, aliases: ['ACME_W'] })");
    expect(changes(before, declared("ACME_Y: int({ default: 1, aliases: ['ACME_X', 'ACME_W'] })"))).toEqual(["additive: ACME_X renamed ACME_X → ACME_Y"]);
    expect(changes(before, declared("ACME_Y: int({ default: 1, aliases: ['ACME_X'] })"))).toEqual(["breaking: ACME_W alias removed ACME_X → -", "additive: ACME_X renamed ACME_X → ACME_Y"]);
  });

  test("that takes its place back from its alias adds an entry and breaks nothing else", () => {
    expect(changes(declared("ACME_Y: int({ default: 1, aliases: ['ACME_X'] })"), declared("ACME_Y: int({ default: 1 }), ACME_X: int({ default: 1 })"))).toEqual(["additive: ACME_X added - → int, default 1"]);
  });
});

test("the prefix of a registry is what people read: names are compared one by one", () => {
  expect(changes(declared("", 'prefix: "ACME_"'), declared("", 'prefix: "MAIL_"'))).toEqual(["documentation: envs prefix ACME_ → MAIL_"]);
});

test("the gravest change makes the step", () => {
  const step = (...impacts: ("breaking" | "additive" | "documentation")[]) => stepOf(impacts.map((impact) => ({ impact })));
  expect([step(), step("documentation"), step("documentation", "additive"), step("additive", "breaking")]).toEqual(["none", "patch", "minor", "major"]);
});
