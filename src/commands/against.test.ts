/** The proof that debt only shrinks, on repositories. */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

type Files = Readonly<Record<string, string>>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const reads = (...names: readonly string[]): string => names.map((name, index) => `export const f${index} = () => process.env.${name};\n`).join("");
const list = (...entries: readonly string[]): string => `${JSON.stringify(entries.toSorted(), null, 2)}\n`;
const configured = (more: object = {}): string => JSON.stringify({ ...more });

/** A repository whose branch `work` has left `main`, which holds the files. */
function branched(files: Files): string {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  commit(folder);
  gitIn(folder, "checkout", "-q", "-b", "work");
  return folder;
}

function commit(folder: string): void {
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "--allow-empty", "-m", "Change");
}

function move(folder: string, from: string, to: string): void {
  mkdirSync(join(folder, to, ".."), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}

const against = async (folder: string, ...argv: readonly string[]): Promise<string[]> => (await run(folder, "check", "--against", "main", ...argv)).stdout.split("\n").filter((line) => line !== "");

/** Longer than its one read, so that git knows it again. */
const MAIL = `${reads("PORT")}export const subject = (name) => \`Welcome, \${name}\`;\nexport const sender = "shop@example.org";\nexport const retries = 3;\n`;
const SHOP: Files = { "env-contract.json": configured(), "src/mail.ts": MAIL, "src/web.ts": reads("HOST"), "known-violations.json": list("src/mail.ts: read PORT", "src/web.ts: read HOST") };

describe("a baseline", () => {
  test("that is the same or shrank passes", async () => {
    const folder = branched(SHOP);
    expect(await run(folder, "--against", "main")).toMatchObject({ code: 0, stdout: "" });
    plant(folder, { "src/web.ts": "export const host = 'localhost';\n", "known-violations.json": list("src/mail.ts: read PORT") });
    expect(await run(folder, "--against", "main")).toMatchObject({ code: 0, stdout: "" });
    commit(folder);
    expect(await run(folder, "--against", "main")).toMatchObject({ code: 0, stdout: "" });
  });

  test("that gained a line fails, committed or not, and says so in each form", async () => {
    const folder = branched(SHOP);
    plant(folder, { "src/web.ts": reads("HOST", "HOST"), "known-violations.json": list("src/mail.ts: read PORT", "src/web.ts: read HOST", "src/web.ts: read HOST") });
    const text = await run(folder, "--against", "main");
    expect(text).toMatchObject({ code: 1, stdout: "known-violations.json: grown src/web.ts: read HOST\n" });
    expect(text.stderr).toContain("known-violations.json:4:1: grown src/web.ts: read HOST: debt only shrinks");
    expect(text.stderr).toContain("✖ 1 grown (3 known)");
    commit(folder);
    expect(JSON.parse((await run(folder, "--against", "main", "-f", "json")).stdout)).toMatchObject({ exitCode: 1, grown: [{ entry: "src/web.ts: read HOST", line: 4, path: "known-violations.json", folder: "." }], summary: { grown: 1, new: 0 } });
    expect((await run(folder, "--against", "main", "-f", "unix")).stdout).toContain("known-violations.json:4:1: grown src/web.ts: read HOST: ");
    expect(await run(folder)).toMatchObject({ code: 0 });
  });

  test("is compared with where the branch left, not with what came after", async () => {
    const folder = branched(SHOP);
    gitIn(folder, "checkout", "-q", "main");
    plant(folder, { "src/web.ts": "export {};\n", "known-violations.json": list("src/mail.ts: read PORT") });
    commit(folder);
    gitIn(folder, "checkout", "-q", "work");
    expect(await against(folder)).toEqual([]);
  });

  test("that stands in another file is the same list", async () => {
    const folder = branched(SHOP);
    move(folder, "known-violations.json", "debt.json");
    plant(folder, { "env-contract.json": configured({ baseline: "debt.json" }) });
    expect(await against(folder)).toEqual([]);
    plant(folder, { "src/new.ts": reads("TOKEN"), "debt.json": list("src/mail.ts: read PORT", "src/web.ts: read HOST", "src/new.ts: read TOKEN") });
    expect(await against(folder)).toEqual(["debt.json: grown src/new.ts: read TOKEN"]);
  });

  test("that the merge base has not is growth, unless a first one is allowed", async () => {
    const folder = branched({ "env-contract.json": configured(), "src/web.ts": reads("HOST") });
    plant(folder, { "known-violations.json": list("src/web.ts: read HOST") });
    const refused = await run(folder, "--against", "main");
    expect(refused).toMatchObject({ code: 1, stdout: "known-violations.json: grown src/web.ts: read HOST\n" });
    expect(refused.stderr).toContain("the merge base has no known-violations.json: --allow-new-baseline accepts a first one");
    expect(await run(folder, "--against", "main", "--allow-new-baseline")).toMatchObject({ code: 0, stdout: "" });
    commit(folder);
    gitIn(folder, "branch", "-f", "main");
    plant(folder, { "src/web.ts": reads("HOST", "PORT"), "known-violations.json": list("src/web.ts: read HOST", "src/web.ts: read PORT") });
    expect(await run(folder, "--against", "main", "--allow-new-baseline")).toMatchObject({ code: 1, stdout: "known-violations.json: grown src/web.ts: read PORT\n" });
  });

  test("of a project that adopts the tool is a first one", async () => {
    const folder = branched({ "src/web.ts": reads("HOST") });
    plant(folder, { "env-contract.json": configured({ allow: { TZ: "Set by the container." } }), "known-violations.json": list("src/web.ts: read HOST") });
    expect(await run(folder, "--against", "main", "--allow-new-baseline")).toMatchObject({ code: 1, stdout: "env-contract.json: stale-allow TZ\n" });
  });
});

describe("an upgrade of the list", () => {
  const grown = ["known-violations.json: grown src/mail.ts: read PORT", "known-violations.json: grown src/mail.ts: read ZONE"];

  /** A list that an older version wrote, which saw less; the branch lists more of it, and one that it brings itself. */
  function upgraded(): string {
    const folder = branched({ ...SHOP, "src/mail.ts": `${MAIL}${reads("PORT", "ZONE").replaceAll(/f\d/gu, "$&0")}` });
    plant(folder, { "known-violations.json": list("src/mail.ts: read PORT", "src/mail.ts: read PORT", "src/mail.ts: read ZONE", "src/web.ts: read HOST") });
    return folder;
  }

  test("is growth, unless it is said that what this version finds at the merge base is none", async () => {
    const folder = upgraded();
    expect(await against(folder)).toEqual(grown);
    expect(await run(folder, "--against", "main", "--allow-upgrade")).toMatchObject({ code: 0, stdout: "" });
    commit(folder);
    expect(await run(folder, "--against", "main", "--allow-upgrade", "--staged")).toMatchObject({ code: 0, stdout: "" });
  });

  test("follows renamed files, and lets nothing pass that the branch brought: a read more, a wider exclude", async () => {
    const folder = upgraded();
    move(folder, "src/mail.ts", "src/post.ts");
    plant(folder, { "src/web.ts": reads("HOST", "TOKEN"), "env-contract.json": configured({ exclude: ["gen/**"] }), "known-violations.json": list("src/post.ts: read PORT", "src/post.ts: read PORT", "src/post.ts: read ZONE", "src/web.ts: read HOST", "src/web.ts: read TOKEN") });
    expect(await against(folder, "--allow-upgrade")).toEqual(["env-contract.json: grown exclude gen/**", "known-violations.json: grown src/web.ts: read TOKEN"]);
  });

  test("is no first list, and cannot be told from new debt where the merge base cannot be read", async () => {
    const unlisted = branched({ "env-contract.json": configured(), "src/web.ts": reads("HOST") });
    plant(unlisted, { "known-violations.json": list("src/web.ts: read HOST") });
    expect(await against(unlisted, "--allow-upgrade")).toEqual(["known-violations.json: grown src/web.ts: read HOST"]);
    const broken = branched({ ...SHOP, "src/mail.ts": `${MAIL}const = 1;\n` });
    plant(broken, { "src/mail.ts": `${MAIL}${reads("ZONE").replace("f0", "f1")}`, "known-violations.json": list("src/mail.ts: read PORT", "src/mail.ts: read ZONE", "src/web.ts: read HOST") });
    const refused = await run(broken, "--against", "main", "--allow-upgrade");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/error at the merge base with main \([0-9a-f]{12}\): the check is incomplete: src\/mail\.ts:5:7/u);
  });

  test("is asked for with the proof only", async () => {
    const { code, stderr } = await run(upgraded(), "--allow-upgrade");
    expect(code).toBe(2);
    expect(stderr).toContain("--allow-upgrade says nothing without --against");
  });
});

describe("a renamed file", () => {
  const moved = list("src/post.ts: read PORT", "src/web.ts: read HOST");

  test.each(["untracked", "staged", "committed"])("takes its entries along, %s", async (state) => {
    const folder = branched(SHOP);
    move(folder, "src/mail.ts", "src/post.ts");
    plant(folder, { "known-violations.json": moved });
    if (state !== "untracked") gitIn(folder, "add", "-A");
    if (state === "committed") commit(folder);
    expect(await against(folder)).toEqual([]);
  });

  test("that was edited too takes them along, and no more of them", async () => {
    const folder = branched(SHOP);
    move(folder, "src/mail.ts", "src/post.ts");
    plant(folder, { "src/post.ts": `${MAIL}${reads("PORT").replace("f0", "f1")}`, "known-violations.json": list("src/post.ts: read PORT", "src/post.ts: read PORT", "src/web.ts: read HOST") });
    expect(await against(folder)).toEqual(["known-violations.json: grown src/post.ts: read PORT"]);
  });

  test("that stays where it was is a copy, and growth", async () => {
    const folder = branched(SHOP);
    plant(folder, { "src/post.ts": MAIL, "known-violations.json": list("src/mail.ts: read PORT", "src/post.ts: read PORT", "src/web.ts: read HOST") });
    expect(await against(folder)).toEqual(["known-violations.json: grown src/post.ts: read PORT"]);
  });

  test("that is split is growth: which half took the debt cannot be told", async () => {
    const folder = branched(SHOP);
    move(folder, "src/mail.ts", "src/post.ts");
    plant(folder, { "src/letter.ts": MAIL, "known-violations.json": list("src/letter.ts: read PORT", "src/web.ts: read HOST"), "src/post.ts": MAIL });
    const { code, stdout, stderr } = await run(folder, "--against", "main");
    expect({ code, grown: stdout.split("\n").filter((line) => line.includes(" grown ")) }).toEqual({ code: 1, grown: ["known-violations.json: grown src/letter.ts: read PORT"] });
    expect(stderr).toContain("src/mail.ts lives on in src/letter.ts and src/post.ts");
  });

  test("whose name git would quote is followed too", async () => {
    const folder = branched(SHOP);
    move(folder, "src/mail.ts", "src/po st/\"é\".ts");
    plant(folder, { "known-violations.json": list("src/po st/\"é\".ts: read PORT", "src/web.ts: read HOST") });
    expect(await against(folder)).toEqual([]);
  });

  test("leaves the repository as it was", async () => {
    const folder = branched(SHOP);
    move(folder, "src/mail.ts", "src/post.ts");
    plant(folder, { "known-violations.json": moved });
    const before = [gitIn(folder, "status", "--porcelain"), gitIn(folder, "count-objects"), gitIn(folder, "ls-files", "--stage")];
    expect(await against(folder)).toEqual([]);
    expect([gitIn(folder, "status", "--porcelain"), gitIn(folder, "count-objects"), gitIn(folder, "ls-files", "--stage")]).toEqual(before);
  });
});

describe("a configuration", () => {
  test("that lets more pass is growth, entry for entry", async () => {
    const folder = branched({ ...SHOP, "env-contract.json": configured({ prefix: ["SHOP_", "MAIL_"] }), "src/old/a.ts": "export {};\n", "src/clock.ts": "export {};\n" });
    plant(folder, { "env-contract.json": configured({ prefix: "SHOP_", exclude: ["src/old/**"], kinds: { prefix: "off" }, allow: { TZ: [{ reason: "Tests pin the zone.", files: ["src/clock.ts"], access: ["read", "write"] }] } }), "src/clock.ts": reads("TZ") });
    expect((await against(folder)).filter((line) => line.includes(" grown "))).toEqual([
      "env-contract.json: grown allow TZ in src/clock.ts",
      "env-contract.json: grown allow TZ write in src/clock.ts",
      "env-contract.json: grown exclude src/old/**",
      "env-contract.json: grown kinds.prefix off",
      "env-contract.json: grown prefix MAIL_ dropped",
    ]);
  });

  test("that got stricter, or says the same in another file, is none", async () => {
    const folder = branched({ ...SHOP, "env-contract.json": configured({ exclude: ["src/old/**"], kinds: { prefix: "off" } }), "src/old/a.ts": "export {};\n" });
    rmSync(join(folder, "env-contract.json"));
    plant(folder, { "package.json": JSON.stringify({ name: "shop", "env-contract": { exclude: ["src/old/gen/**"] } }) });
    expect(await against(folder)).toEqual([]);
  });

  test("whose registry loses its own prefix is growth, unless the configuration has the same", async () => {
    const registry = (options: string): string => `import { defineEnvs, str } from "@env-contract/registry";\nexport const envs = defineEnvs({}, { ${options}categories: [] });\n`;
    const folder = branched({ ...SHOP, "env-contract.json": configured({ registry: "src/envs.ts" }), "src/envs.ts": registry('prefix: "SHOP_", ') });
    expect(await against(folder)).toEqual([]);
    plant(folder, { "src/envs.ts": registry("") });
    expect(await against(folder)).toEqual(["env-contract.json: grown prefix SHOP_ dropped in src/envs.ts"]);
    plant(folder, { "env-contract.json": configured({ registry: "src/envs.ts", prefix: "SHOP_" }) });
    expect(await against(folder)).toEqual([]);
    plant(folder, { "env-contract.json": configured({}) });
    expect(await against(folder)).toEqual(["env-contract.json: grown prefix SHOP_ dropped in src/envs.ts", "env-contract.json: grown registry src/envs.ts dropped"]);
  });

  test("that is deleted is growth", async () => {
    const folder = branched(SHOP);
    rmSync(join(folder, "env-contract.json"));
    expect((await against(folder)).filter((line) => line.includes(" grown "))).toEqual(["env-contract.json: grown configuration deleted"]);
  });

  test("at the merge base that is broken is named there", async () => {
    const folder = branched({ ...SHOP, "env-contract.json": '{ "prefixes": "SHOP_" }' });
    plant(folder, { "env-contract.json": configured() });
    const { code, stderr } = await run(folder, "--against", "main");
    expect(code).toBe(2);
    expect(stderr).toMatch(/error at the merge base with main \([0-9a-f]{12}\): env-contract\.json:1:3: unknown key "prefixes"/u);
    expect(stderr).not.toContain("env-contract-");
  });
});

describe("several configurations", () => {
  const PACKAGES: Files = {
    "packages/mail/env-contract.json": configured(), "packages/mail/src/mail.ts": MAIL, "packages/mail/known-violations.json": list("src/mail.ts: read PORT"),
    "packages/web/env-contract.json": configured(), "packages/web/src/web.ts": reads("HOST"), "packages/web/known-violations.json": list("src/web.ts: read HOST"),
  };

  test("each answers for its own, and a run in a package for that alone", async () => {
    const folder = branched(PACKAGES);
    plant(folder, { "packages/web/src/web.ts": reads("HOST", "PORT"), "packages/web/known-violations.json": list("src/web.ts: read HOST", "src/web.ts: read PORT") });
    expect(await against(folder)).toEqual(["known-violations.json: grown src/web.ts: read PORT"]);
    const { grown } = JSON.parse((await run(folder, "--against", "main", "-f", "json")).stdout) as { grown: unknown };
    expect(grown).toEqual([{ entry: "src/web.ts: read PORT", line: 3, path: "known-violations.json", folder: "packages/web" }]);
    expect(await against(join(folder, "packages/web"))).toEqual(["known-violations.json: grown src/web.ts: read PORT"]);
    expect(await against(join(folder, "packages/mail"))).toEqual([]);
  });

  test("an entry may follow its file into another package, once", async () => {
    const folder = branched(PACKAGES);
    move(folder, "packages/mail/src/mail.ts", "packages/web/src/mail.ts");
    plant(folder, { "packages/mail/src/index.ts": "export {};\n", "packages/mail/known-violations.json": "[]\n", "packages/web/known-violations.json": list("src/mail.ts: read PORT", "src/web.ts: read HOST") });
    expect(await against(folder)).toEqual([]);
    expect(await against(join(folder, "packages/web"))).toEqual([]);
    plant(folder, { "packages/mail/src/mail.ts": MAIL, "packages/mail/known-violations.json": list("src/mail.ts: read PORT") });
    expect(await against(folder)).toEqual(["known-violations.json: grown src/mail.ts: read PORT"]);
  });

  test("a package that is renamed keeps its rules and its debt", async () => {
    const folder = branched({ ...PACKAGES, "packages/web/env-contract.json": configured({ exclude: ["src/gen/**"], kinds: { prefix: "off" } }), "packages/web/src/gen/a.ts": "export {};\n" });
    move(folder, "packages/web", "apps/site");
    expect(await against(folder)).toEqual([]);
  });

  test("one that takes files over from an outer one with weaker rules is growth, whether they were there or would have come", async () => {
    const folder = branched({ ...SHOP, "packages/web/src/web.ts": reads("ZONE"), "known-violations.json": list("packages/web/src/web.ts: read ZONE", "src/mail.ts: read PORT", "src/web.ts: read HOST") });
    plant(folder, { "known-violations.json": SHOP["known-violations.json"]!, "packages/web/env-contract.json": configured(), "packages/web/known-violations.json": list("src/web.ts: read ZONE") });
    expect(await against(folder)).toEqual([]);
    plant(folder, { "packages/web/env-contract.json": configured({ kinds: { read: "off" } }), "packages/web/known-violations.json": "[]\n", "apps/new/env-contract.json": configured({ kinds: { write: "off" } }), "apps/new/a.ts": "export {};\n" });
    expect(await against(folder)).toEqual(["env-contract.json: grown kinds.read off", "env-contract.json: grown kinds.write off"]);
  });

  test("one beside what an outer one checks has its own rules", async () => {
    const folder = branched({ ...SHOP, "env-contract.json": configured({ include: ["src/**/*.ts"], exclude: ["src/vendored/**"] }) });
    plant(folder, { "apps/new/env-contract.json": configured({ kinds: { read: "off" } }), "apps/new/a.ts": "export {};\n", "src/vendored/lib/env-contract.json": configured({ kinds: { read: "off" } }), "src/vendored/lib/a.ts": "export {};\n" });
    expect(await against(folder)).toEqual([]);
  });

  test("one that is deleted is growth while its files are there", async () => {
    const folder = branched({ ...PACKAGES, "env-contract.json": configured(), "a.ts": "export {};\n" });
    rmSync(join(folder, "packages/web/env-contract.json"));
    plant(folder, { "known-violations.json": list("packages/web/src/web.ts: read HOST") });
    expect(await against(folder)).toEqual(["env-contract.json: grown configuration deleted"]);
    rmSync(join(folder, "packages/web"), { recursive: true });
    plant(folder, { "known-violations.json": "[]\n" });
    expect(await against(folder)).toEqual([]);
  });
});

describe("what cannot be compared is a mistake with its mend", () => {
  const fails = async (folder: string, ...argv: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(folder, ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    return stderr;
  };

  test("outside a repository, before the first commit, without a common one", async () => {
    const bare = tree(SHOP);
    folders.push(bare);
    expect(await fails(bare, "--against", "main")).toContain("no git repository holds");
    gitIn(bare, "init", "-q");
    expect(await fails(bare, "--against", "main")).toContain('git knows no revision "main"');
    const folder = branched(SHOP);
    gitIn(folder, "checkout", "-q", "--orphan", "other");
    expect(await fails(folder, "--against", "main")).toContain("there is no commit yet to compare with main");
    // Of the same files, author and second it would be the same commit.
    plant(folder, { "src/other.ts": "export {};\n" });
    commit(folder);
    expect(await fails(folder, "--against", "main")).toContain("main and HEAD have no commit in common");
    expect(await fails(folder, "--against", "nowhere")).toContain("see git tag and git branch --all");
    expect(await fails(folder, "--allow-new-baseline")).toContain("as in --against origin/main");
  });

  test("in a shallow clone, with what to fetch", async () => {
    const origin = branched(SHOP);
    plant(origin, { "a.ts": "export {};\n" });
    commit(origin);
    gitIn(origin, "checkout", "-q", "main");
    plant(origin, { "b.ts": "export {};\n" });
    commit(origin);
    const around = tree({});
    folders.push(around);
    gitIn(around, "clone", "-q", "--depth", "1", "--branch", "work", `file://${origin}`, "shallow");
    const clone = join(around, "shallow");
    expect(await fails(clone, "--against", "origin/main")).toContain("run git fetch --unshallow origin main:refs/remotes/origin/main, or let CI fetch the whole history (fetch-depth: 0)");
    gitIn(clone, "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main");
    expect(await fails(clone, "--against", "main")).toContain("did you mean origin/main?");
    expect(await fails(clone, "--against", "origin/main")).toContain("run git fetch --deepen=100 until they do, or let CI fetch the whole history (fetch-depth: 0)");
    gitIn(clone, "fetch", "-q", "--deepen=100", "origin", "work", "main");
    expect(await run(clone, "--against", "origin/main")).toMatchObject({ code: 0 });
  });

  test("a detached HEAD and a merge under way are compared like any other", async () => {
    const folder = branched(SHOP);
    plant(folder, { "src/web.ts": `${reads("HOST")}export const a = 1;\n` });
    commit(folder);
    gitIn(folder, "checkout", "-q", "--detach");
    expect(await against(folder)).toEqual([]);
    gitIn(folder, "checkout", "-q", "-b", "other", "main");
    plant(folder, { "src/web.ts": `${reads("HOST")}export const a = 2;\n` });
    commit(folder);
    expect(() => gitIn(folder, "merge", "work")).toThrow();
    expect((await run(folder, "--against", "main")).stdout).toContain("src/web.ts: unparsed syntax\n");
  });
});
