import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

type Files = Readonly<Record<string, string>>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const upgrade = (folder: string): ReturnType<typeof run> => run(folder, "baseline", "upgrade", "--against", "main");
const reads = (...names: readonly string[]): string => names.map((name, index) => `export const f${index} = () => process.env.${name};\n`).join("");
const list = (...entries: readonly string[]): string => `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`;
const listed = (folder: string): string => readFileSync(join(folder, "known-violations.json"), "utf8");

/** A branch of a project whose list an older version wrote, which saw no more than `HOST`. */
function branched(files: Files = {}): string {
  const folder = tree({ "env-contract.json": "{}", "src/web.ts": reads("HOST", "PORT", "PORT"), "src/zone.ts": `${reads("ZONE")}${"// What stands here makes the file long enough to be known again.\n".repeat(3)}`, "known-violations.json": list("src/web.ts: read HOST"), ...files });
  folders.push(folder);
  gitIn(folder, "init", "-q");
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "-m", "Begin");
  gitIn(folder, "checkout", "-q", "-b", "work");
  return folder;
}

test("adds what is found at the merge base too, each as often as there", async () => {
  const folder = branched();
  expect(await upgrade(folder)).toMatchObject({ code: 0, stdout: "src/web.ts: read PORT\nsrc/web.ts: read PORT\nsrc/zone.ts: read ZONE\n", stderr: "✔ added 3 entries to known-violations.json: this version finds them at the merge base with main too\ncheck --against main takes them for growth, unless it is told to --allow-upgrade\n" });
  expect(listed(folder)).toBe(list("src/web.ts: read HOST", "src/web.ts: read PORT", "src/web.ts: read PORT", "src/zone.ts: read ZONE"));
  expect(await run(folder, "check")).toMatchObject({ code: 0, stdout: "" });
  expect(await upgrade(folder)).toMatchObject({ code: 0, stdout: "", stderr: "✔ nothing to add: all that this version finds at the merge base is listed\n" });
});

test("never adds what came since: another read, another file, a file that only looks like one", async () => {
  const folder = branched();
  plant(folder, { "src/web.ts": reads("HOST", "PORT", "PORT", "PORT", "TOKEN"), "src/new.ts": reads("ZONE") });
  const { code, stdout, stderr } = await upgrade(folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "src/web.ts: read PORT\nsrc/web.ts: read PORT\nsrc/zone.ts: read ZONE\n" });
  expect(stderr).toContain("✖ 3 new: not added, since the merge base has none of it");
  expect(stderr).toContain("src/new.ts:1:25: read ZONE");
  expect((await run(folder, "check")).stdout.split("\n").filter((line) => line !== "")).toEqual(["src/new.ts: read ZONE", "src/web.ts: read PORT", "src/web.ts: read PORT", "src/web.ts: read PORT", "src/web.ts: read TOKEN"]);
});

test("a renamed file is the one that was there", async () => {
  const folder = branched();
  renameSync(join(folder, "src/zone.ts"), join(folder, "src/area.ts"));
  expect((await upgrade(folder)).stdout).toBe("src/area.ts: read ZONE\nsrc/web.ts: read PORT\nsrc/web.ts: read PORT\n");
});

test("what a change brings about elsewhere came with it: a constant, a rule, a folder that is checked now", async () => {
  const files = { "src/name.ts": 'export const NAME = "HOST";\n', "src/named.ts": 'import { NAME } from "./name";\nexport const f = () => process.env[NAME];\n', "gen/a.ts": reads("ZONE"), "env-contract.json": '{ "exclude": ["gen/**"], "kinds": { "write": "off" } }', "src/set.ts": "export const g = () => { process.env.HOST = ''; };\n" };
  const folder = branched({ ...files, "known-violations.json": list("src/named.ts: read HOST", "src/web.ts: read HOST", "src/web.ts: read PORT", "src/web.ts: read PORT", "src/zone.ts: read ZONE") });
  plant(folder, { "src/name.ts": 'export const NAME = "TOKEN";\n', "env-contract.json": "{}" });
  const { code, stdout, stderr } = await upgrade(folder);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const place of ["gen/a.ts:1:25: read ZONE", "src/named.ts:2:24: read TOKEN", "src/set.ts:1:26: write HOST"]) expect(stderr).toContain(place);
});

test("refuses where it cannot tell: no list, files that are not parsed now or then", async () => {
  const fails = async (folder: string): Promise<string> => {
    const { code, stderr } = await upgrade(folder);
    expect(code).toBe(2);
    return stderr;
  };
  const unlisted = branched();
  rmSync(join(unlisted, "known-violations.json"));
  expect(await fails(unlisted)).toContain("known-violations.json does not exist");
  const folder = branched({ "src/broken.ts": "export const = process.env.X;\n" });
  expect(await fails(folder)).toContain("error the check is incomplete: src/broken.ts:1:14");
  plant(folder, { "src/broken.ts": "export {};\n" });
  expect(await fails(folder)).toMatch(/error at the merge base with main \([0-9a-f]{12}\): the check is incomplete: src\/broken\.ts:1:14/u);
  expect(await run(folder, "baseline", "upgrade")).toMatchObject({ code: 2 });
  expect(listed(folder)).toBe(list("src/web.ts: read HOST"));
});
