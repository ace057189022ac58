/** Runs `fixtures/<stage>/<group>/<case>`: the folders are the tests. `ENV_CONTRACT_UPDATE_FIXTURES=1` rewrites what they expect. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rules } from "../rules/index.ts";
import { check, type CheckResult } from "./check.ts";
import { unconfigured } from "./config.ts";
import { loadWorkspace } from "./config/workspace.ts";
import { FORMS, type Site } from "./facts.ts";
import { selected } from "./files/discover.ts";
import type { Listing } from "./files/listing.ts";
import { walk } from "./files/walk.ts";
import type { Workspace } from "./settings.ts";
import { envs } from "./testing.ts";
import { byCodeUnit, placeOf } from "./verdict.ts";

const ROOT = "fixtures";
/** What a case expects where nothing is to be found. */
const CLEAN = "clean\n";

/** How each stage prints the input of a case. */
const STAGES: Readonly<Record<string, (input: string, group: string) => Promise<string[]>>> = { extract: linked, link: linked, rules: violations, cli: lines };

for (const { stage, group, name } of cases(ROOT)) {
  describe(`${stage}/${group}`, () => {
    it(name, async () => {
      const file = join(ROOT, stage, group, name, "expected.txt");
      const expected = textOf(file);
      const printed = await STAGES[stage]!(resolve(ROOT, stage, group, name, "input"), group);
      const actual = printed.map((line) => `${line}\n`).join("") || CLEAN;
      // An update never declares a case clean: who writes the case does.
      if (envs.ENV_CONTRACT_UPDATE_FIXTURES.get() && actual !== CLEAN) writeFileSync(file, actual);
      else expect(actual).toBe(expected);
    });
  });
}

/** What link makes of the files: accesses, uses of a registry, reads while a module loads. */
async function linked(input: string): Promise<string[]> {
  const { accesses, uses, importTime } = (await checked(input, [])).linked;
  return inOrder([
    ...accesses.map(({ site, kind, form, name, timing, via, reads = [] }) => ({ site, says: `${kind} ${form} ${name} ${timing}${reads.length > 0 ? ` uses ${reads.join(" ")}` : ""}${trail(via)}` })),
    ...uses.map(({ site, use, entry, timing, floating }) => ({ site, says: `field ${use} ${entry} ${timing}${floating ? " floating" : ""}` })),
    ...importTime.map(({ site, entry, via }) => ({ site, says: `import-time ${entry}${trail(via)}` })),
  ]).map(({ site, says }) => `${place(site)} ${says}`);
}

/** What one rule says. */
async function violations(input: string, kind: string): Promise<string[]> {
  const { verdict } = await checked(input, [kind]);
  const found = verdict.violations.filter(({ status }) => status === "new");
  return inOrder(found.map(({ path, at, name, message, mend }) => ({ site: { path, at }, says: `${kind} ${name}: ${message}; ${mend}` }))).map(({ site, says }) => `${place(site)}: ${says}`);
}

/** What a run with all rules lists. */
async function lines(input: string): Promise<string[]> {
  const { verdict } = await checked(input, rules.map(({ name }) => name));
  return [
    ...verdict.unparsed.map(({ path, at, reason }) => `${path}:${at[0]}: unparsed ${reason}`),
    ...inOrder(verdict.violations.map(({ path, folder, at, kind, name, status }) => ({ site: { path: placeOf({ folder, path }), at }, says: `${kind} ${name}${status === "new" ? "" : ` (${status})`}` }))).map(({ site, says }) => `${site.path}:${site.at[0]}: ${says}`),
    ...verdict.stale.map(({ path, entry }) => `${path}: stale ${entry}`),
  ];
}

/** Lists by a walk, which finds what git does: a case is no repository, and git costs more than all the rest. */
async function checked(input: string, kinds: readonly string[]): Promise<CheckResult> {
  const listing = await walk(input, "no-repository");
  const workspace = await workspaceOf(input, listing);
  return check({ workspace, rules: rules.filter(({ name }) => kinds.includes(name)), only: null, discovery: selected(workspace, listing), cwd: input, timed: "every" });
}

/** A case without a configuration must not see this repository's own. */
async function workspaceOf(input: string, listing: Listing): Promise<Workspace> {
  const { workspace } = await loadWorkspace({ cwd: input, config: null, list: () => Promise.resolve(listing.paths) });
  if (workspace.top === input) return workspace;
  const { settings } = await unconfigured(input);
  return { top: input, configurations: [{ settings: { ...settings, release: null }, folder: ".", covered: true }] };
}

function place({ path, at }: Site): string {
  return `${path}:${at[0]}:${at[1]}`;
}

function trail(via: readonly Site[]): string {
  return via.length === 0 ? "" : ` via ${via.map(place).join(" ")}`;
}

function inOrder<T extends { readonly site: Site; readonly says: string }>(found: readonly T[]): T[] {
  return found.toSorted((a, b) => byCodeUnit(a.site.path, b.site.path) || a.site.at[0] - b.site.at[0] || a.site.at[1] - b.site.at[1] || byCodeUnit(a.says, b.says));
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\r\n", "\n") : "";
}

function folders(path: string): string[] {
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort(byCodeUnit) : [];
}

function cases(root: string): { stage: string; group: string; name: string }[] {
  return Object.keys(STAGES).flatMap((stage) => folders(join(root, stage)).flatMap((group) => folders(join(root, stage, group)).map((name) => ({ stage, group, name }))));
}

/** What is wrong with the fixtures themselves, in words. */
function complaints(root: string): string[] {
  const found = cases(root);
  const ofCases = found.flatMap(({ stage, group, name }) => {
    const folder = join(root, stage, group, name);
    const expected = textOf(join(folder, "expected.txt"));
    const misnamed = stage === "rules" && ((name === "clean" && expected !== CLEAN) || (name === "flagged" && expected === CLEAN));
    return [
      ...(existsSync(join(folder, "input")) && readdirSync(join(folder, "input")).length > 0 ? [] : ["has no input"]),
      ...(expected.trim() === "" ? ["expects nothing; a case that must be clean says so"] : misnamed ? ["is not what its name says"] : []),
    ].map((what) => `${stage}/${group}/${name} ${what}`);
  });
  const kinds = rules.map(({ name }) => name);
  const needed = [...kinds.flatMap((kind) => [`rules/${kind}/flagged`, `rules/${kind}/clean`]), ...FORMS.map((form) => `extract/${form}`)];
  const missing = needed.filter((folder) => !found.some(({ stage, group, name }) => `${stage}/${group}/${name}/`.startsWith(`${folder}/`)));
  const strangers = found.filter(({ stage, group }) => (stage === "rules" && !kinds.includes(group)) || (stage === "extract" && !FORMS.some((form) => form === group)));
  return [...ofCases, ...missing.map((folder) => `${folder} is missing`), ...strangers.map(({ stage, group }) => `${stage}/${group} is no kind and no form`)];
}

it("every fixture is whole, and every kind and form has its own", () => {
  expect(complaints(ROOT)).toEqual([]);
});

describe("complaints", () => {
  const root = mkdtempSync(join(tmpdir(), "fixtures-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  it("names what is missing, empty, misnamed or strange", () => {
    plant("rules/read/flagged/input/mail.ts", "");
    plant("rules/read/flagged/expected.txt", CLEAN);
    plant("rules/reed/flagged/input/mail.ts", "");
    plant("rules/reed/flagged/expected.txt", "\n");
    plant("link/wrapper/calls/expected.txt", CLEAN);
    plant("extract/member/chains/input/mail.ts", "");
    plant("extract/member/chains/expected.txt", "mail.ts:1:1 read member TZ call\n");
    const found = complaints(root);
    expect(found.slice(0, 3)).toEqual(["link/wrapper/calls has no input", "rules/read/flagged is not what its name says", "rules/reed/flagged expects nothing; a case that must be clean says so"]);
    expect(found).toContain("rules/read/clean is missing");
    expect(found).not.toContain("rules/read/flagged is missing");
    expect(found).toContain("extract/element is missing");
    expect(found).not.toContain("extract/member is missing");
    expect(found.at(-1)).toBe("rules/reed is no kind and no form");
  });
});
