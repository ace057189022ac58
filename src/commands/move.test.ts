import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

type Files = Readonly<Record<string, string>>;

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function repository(files: Files): string {
  const folder = tree(files);
  folders.push(folder);
  gitIn(folder, "init", "-q");
  commit(folder);
  return folder;
}

function commit(folder: string): void {
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "-m", "Change");
}

function rename(folder: string, from: string, to: string): void {
  mkdirSync(join(folder, to, ".."), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}

/** Long enough for git to know it again. */
const text = (name: string, subject: string): string => `export const read = () => process.env.${name};\nexport const subject = (name) => \`${subject}, \${name}\`;\nexport const sender = "${subject}@example.org";\n`;
const list = (...entries: readonly string[]): string => `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n")}\n]\n`;
const listed = (folder: string, path = "known-violations.json"): string => readFileSync(join(folder, path), "utf8");

const SHOP: Files = {
  "env-contract.json": "{}",
  "src/mail.ts": text("PORT", "Welcome"),
  "src/web.ts": text("HOST", "Hello"),
  "known-violations.json": list("src/mail.ts: read PORT", "src/web.ts: read HOST"),
};

describe("along the renames that git sees", () => {
  test.each(["untracked", "staged", "committed", "committed long ago"])("%s", async (state) => {
    const folder = repository(SHOP);
    rename(folder, "src/mail.ts", "src/post/send.ts");
    if (state !== "untracked") gitIn(folder, "add", "-A");
    if (state.startsWith("committed")) commit(folder);
    if (state.endsWith("ago")) {
      plant(folder, { "src/web.ts": text("HOST", "Hello again"), "known-violations.json": `${listed(folder)}\n` });
      commit(folder);
    }
    expect(await run(folder, "check")).toMatchObject({ code: 1 });
    expect(await run(folder, "baseline", "move")).toEqual({ code: 0, stdout: "moved from src/mail.ts to src/post/send.ts: read PORT\n", stderr: "✔ moved 1 entry in known-violations.json\n" });
    expect(listed(folder)).toBe(list("src/post/send.ts: read PORT", "src/web.ts: read HOST"));
    expect(await run(folder, "check")).toMatchObject({ code: 0, stdout: "" });
    expect(await run(folder, "baseline", "move")).toMatchObject({ code: 0, stdout: "", stderr: "✔ nothing to move\n" });
  });

  test("one that git follows over two commits, and a file that came back under the old name stays", async () => {
    const folder = repository(SHOP);
    rename(folder, "src/mail.ts", "src/a.ts");
    commit(folder);
    rename(folder, "src/a.ts", "src/b.ts");
    rename(folder, "src/web.ts", "src/site.ts");
    plant(folder, { "src/web.ts": text("HOST", "Another file of that name, which owes on its own") });
    commit(folder);
    expect((await run(folder, "baseline", "move")).stdout).toBe("moved from src/mail.ts to src/b.ts: read PORT\n");
    expect(listed(folder)).toBe(list("src/b.ts: read PORT", "src/web.ts: read HOST"));
  });

  test("all of a line go, and the number stays; what is gone for good is named", async () => {
    const folder = repository({ ...SHOP, "known-violations.json": list("src/gone.ts: read ZONE", "src/mail.ts: read PORT", "src/mail.ts: read PORT", "src/mail.ts: write PORT", "src/web.ts: read HOST") });
    rename(folder, "src/mail.ts", "src/post.ts");
    const { stdout, stderr } = await run(folder, "baseline", "move");
    expect(stdout.split("\n").length - 1).toBe(3);
    expect(stderr).toContain("✔ moved 3 entries in known-violations.json");
    expect(stderr).toContain("src/gone.ts is gone, and git finds no file that it became: name it with env-contract baseline move src/gone.ts <to>, or run env-contract baseline prune");
    expect(listed(folder)).toBe(list("src/gone.ts: read ZONE", "src/post.ts: read PORT", "src/post.ts: read PORT", "src/post.ts: write PORT", "src/web.ts: read HOST"));
  });

  test("a file that became two is refused, and nothing is written", async () => {
    const folder = repository(SHOP);
    rename(folder, "src/web.ts", "src/site.ts");
    rename(folder, "src/mail.ts", "src/post.ts");
    plant(folder, { "src/letter.ts": text("PORT", "Welcome") });
    const { code, stderr } = await run(folder, "baseline", "move");
    expect(code).toBe(2);
    expect(stderr).toContain("src/mail.ts lives on in src/letter.ts and src/post.ts: which of them takes its entries cannot be told");
    expect(stderr).toContain("env-contract baseline move src/mail.ts src/letter.ts");
    expect(listed(folder)).toBe(SHOP["known-violations.json"]);
    expect(await run(folder, "baseline", "move", "src/mail.ts", "src/post.ts")).toMatchObject({ code: 0 });
    expect(await run(folder, "baseline", "move")).toMatchObject({ code: 0, stdout: "moved from src/web.ts to src/site.ts: read HOST\n" });
  });
});

describe("along a pair", () => {
  test("a file, a folder, a file into a folder, from a folder below", async () => {
    const folder = tree(SHOP);
    folders.push(folder);
    rename(folder, "src/mail.ts", "src/post.ts");
    expect(await run(folder, "baseline", "move", "src/mail.ts", "src/post.ts")).toMatchObject({ code: 0 });
    rename(folder, "src", "lib");
    expect(await run(folder, "baseline", "move", "src", "lib")).toMatchObject({ code: 0 });
    expect(listed(folder)).toBe(list("lib/post.ts: read PORT", "lib/web.ts: read HOST"));
    rename(folder, "lib/post.ts", "lib/mail/post.ts");
    expect(await run(join(folder, "lib"), "baseline", "move", "post.ts", "mail")).toMatchObject({ code: 0 });
    expect(listed(folder)).toBe(list("lib/mail/post.ts: read PORT", "lib/web.ts: read HOST"));
    expect(await run(folder, "check")).toMatchObject({ code: 0 });
  });

  test("two files that become one bring the entries of both", async () => {
    const folder = tree({ ...SHOP, "src/web.ts": text("PORT", "Hello"), "known-violations.json": list("src/mail.ts: read PORT", "src/web.ts: read PORT") });
    folders.push(folder);
    plant(folder, { "src/all.ts": `${text("PORT", "Welcome")}${text("PORT", "Hello").replaceAll("const ", "const other_")}` });
    rmSync(join(folder, "src/mail.ts"));
    rmSync(join(folder, "src/web.ts"));
    for (const path of ["src/mail.ts", "src/web.ts"]) expect(await run(folder, "baseline", "move", path, "src/all.ts")).toMatchObject({ code: 0 });
    expect(listed(folder)).toBe(list("src/all.ts: read PORT", "src/all.ts: read PORT"));
    expect(await run(folder, "check")).toMatchObject({ code: 0 });
  });

  test.each([
    [["src/mail.ts"], "src/mail.ts moved to where"],
    [["src/mail.ts", "src/post.ts"], "src/mail.ts is still there"],
    [["src/no.ts", "src/web.ts"], "no entry of a baseline lies at src/no.ts"],
    [["src/gone.ts", "src/no.ts"], "src/no.ts does not exist"],
  ])("%j: %s", async (argv, message) => {
    const folder = tree({ ...SHOP, "known-violations.json": list("src/gone.ts: read HOST", "src/mail.ts: read PORT") });
    folders.push(folder);
    const { code, stderr } = await run(folder, "baseline", "move", ...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("without a repository there is nothing else to go by", async () => {
    const folder = tree(SHOP);
    folders.push(folder);
    rename(folder, "src/mail.ts", "src/post.ts");
    expect((await run(folder, "baseline", "move")).stderr).toContain("no git repository holds");
    gitIn(folder, "init", "-q");
    expect((await run(folder, "baseline", "move")).stderr).toContain("name the pair: env-contract baseline move <from> <to>");
  });
});

describe("between packages", () => {
  const PACKAGES: Files = {
    "packages/mail/env-contract.json": "{}", "packages/mail/src/mail.ts": text("PORT", "Welcome"), "packages/mail/src/other.ts": "export {};\n", "packages/mail/known-violations.json": list("src/mail.ts: read PORT"),
    "packages/web/env-contract.json": '{ "baseline": "debt.json" }', "packages/web/src/web.ts": text("HOST", "Hello"), "packages/web/debt.json": list("src/web.ts: read HOST"),
    "apps/new/env-contract.json": "{}", "apps/new/src/a.ts": "export {};\n", "lib/a.ts": "export {};\n",
  };

  test("an entry goes to the list of the package that has the file now", async () => {
    const folder = repository(PACKAGES);
    rename(folder, "packages/mail/src/mail.ts", "packages/web/lib/mail.ts");
    expect(await run(folder, "baseline", "move")).toEqual({ code: 0, stdout: "moved from packages/mail/src/mail.ts to packages/web/lib/mail.ts: read PORT\n", stderr: "✔ moved 1 entry in packages/mail/known-violations.json, packages/web/debt.json\n" });
    expect(listed(folder, "packages/mail/known-violations.json")).toBe("[]\n");
    expect(listed(folder, "packages/web/debt.json")).toBe(list("lib/mail.ts: read PORT", "src/web.ts: read HOST"));
    expect(await run(folder, "check")).toMatchObject({ code: 0 });
  });

  test("which may have none yet; out of all of them is refused", async () => {
    const folder = repository(PACKAGES);
    rename(folder, "packages/mail/src/mail.ts", "apps/new/src/mail.ts");
    rename(folder, "packages/web/src/web.ts", "lib/web.ts");
    const refused = await run(folder, "baseline", "move");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("packages/web/src/web.ts is now lib/web.ts, which no configuration governs");
    expect(listed(folder, "packages/mail/known-violations.json")).toBe(PACKAGES["packages/mail/known-violations.json"]);
    expect(await run(join(folder, "packages/mail"), "baseline", "move", "src/mail.ts", "../../apps/new/src/mail.ts")).toMatchObject({ code: 0 });
    expect(listed(folder, "apps/new/known-violations.json")).toBe(list("src/mail.ts: read PORT"));
  });
});
