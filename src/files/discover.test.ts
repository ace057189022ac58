import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { UsageError } from "../verdict.ts";
import { readSourceSync } from "./decode.ts";
import { asPlainUser, discover, gitIn, plant, settingsOf, tree } from "./testing.ts";

const made: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function plain(files: Record<string, string>): string {
  const folder = tree(files);
  made.push(folder);
  return folder;
}

/** Everything staged, as after `git add`. */
function repository(files: Record<string, string>): string {
  const folder = plain(files);
  gitIn(folder, "init", "--quiet");
  gitIn(folder, "add", ".");
  return folder;
}

const kinds = [["in a git work tree", repository], ["in a plain folder", plain]] as const;

describe.each(kinds)("%s", (_name, make) => {
  test("finds sources, dot folders too, and neither declarations nor node_modules nor other files", async () => {
    const folder = make({
      "src/b.ts": "", "src/a.tsx": "", "B.mjs": "", "c.cts": "", "d.mts": "", "e.cjs": "", "f.js": "", "g.jsx": "",
      ".storybook/main.ts": "", ".github/scripts/x.mjs": "",
      "types.d.ts": "", "types.d.mts": "", "types.d.cts": "", "style.d.css.ts": "",
      "node_modules/p/i.ts": "", "packages/x/node_modules/p/i.ts": "",
      "readme.md": "", "data.json": "",
    });
    const { files, notices, skipped, unreadable } = await discover(settingsOf(folder));
    expect(files).toEqual([".github/scripts/x.mjs", ".storybook/main.ts", "B.mjs", "c.cts", "d.mts", "e.cjs", "f.js", "g.jsx", "src/a.tsx", "src/b.ts"]);
    expect({ notices, skipped, unreadable }).toEqual({ notices: [], skipped: [], unreadable: [] });
  });

  test("keeps names with spaces, quotes, line breaks, backslashes and letters of any script", async () => {
    const names = ["a b.ts", 'quo"te.ts', "apo's.ts", "new\nline.ts", "fol\nder/x.ts", "back\\slash.ts", "größe/日本.ts", "tab\t.ts", "-dash.ts", "[x].ts", " .ts", "🙂.ts", ".\\a b.ts"];
    const { files } = await discover(settingsOf(make(Object.fromEntries([...names, "fol\nder/node_modules/p/i.ts"].map((name) => [name, ""])))));
    expect(files).toEqual([...names].sort());
  });

  test("takes Next.js paths as written, in include and exclude", async () => {
    const routes = ["app/(shop)/page.ts", "app/[slug]/page.ts", "app/[...all]/page.ts", "app/@modal/(.)photo/page.ts", "app/{x}/page.ts", "app/!x/page.ts", "app/a+b/page.ts"];
    const others = ["app/shop/page.ts", "app/s/page.ts", "app/x/page.ts", "app/aab/page.ts"];
    const folder = make(Object.fromEntries([...routes, ...others].map((path) => [path, ""])));
    expect((await discover(settingsOf(folder))).files).toEqual([...routes, ...others].sort());
    expect((await discover(settingsOf(folder, { include: routes }))).files).toEqual([...routes].sort());
    expect((await discover(settingsOf(folder, { exclude: routes }))).files).toEqual([...others].sort());
    expect((await discover(settingsOf(folder, { exclude: ["app/(shop)", "app/[slug]/"] }))).files).toEqual([...routes.slice(2), ...others].sort());
  });

  test("normalises Windows patterns, and names include patterns that match nothing", async () => {
    const folder = make({ "src/mail.ts": "", "lib/x.ts": "" });
    expect((await discover(settingsOf(folder, { include: ["src\\**\\*.ts"] }))).files).toEqual(["src/mail.ts"]);
    const { files, notices } = await discover(settingsOf(folder, { include: ["scr/**/*.ts", "src"], exclude: ["dist"] }));
    expect(files).toEqual(["src/mail.ts"]);
    expect(notices).toEqual(["include pattern scr/**/*.ts matches no source file"]);
  });

  test("counts single-file components", async () => {
    const folder = make({ "a.ts": "", "A.vue": "", "B.vue": "", "C.svelte": "", "gen/D.vue": "" });
    expect((await discover(settingsOf(folder, { exclude: ["gen"] }))).notices).toEqual(["2 .vue and 1 .svelte files are not checked"]);
    expect((await discover(settingsOf(folder, { include: ["a.ts"] }))).notices).toEqual([]);
  });

  test("checks a linked file once: under its real path, else under the first link", async () => {
    const folder = make({ "shared/b.ts": "", "src/b.ts": "-> ../shared/b.ts", "src/a.ts": "-> ../shared/b.ts", "src/c.ts": "" });
    const all = await discover(settingsOf(folder));
    expect(all.files).toEqual(["shared/b.ts", "src/c.ts"]);
    expect(all.links).toEqual(new Map([["src/a.ts", "shared/b.ts"], ["src/b.ts", "shared/b.ts"]]));
    expect((await discover(settingsOf(folder, { include: ["src/**"] }))).files).toEqual(["src/a.ts", "src/c.ts"]);
    expect(all.notices).toEqual([]);
  });

  test("follows no links to folders, loops or ways out", async () => {
    const outside = plain({ "x.ts": "", "lib/y.ts": "" });
    const folder = make({
      "src/a.ts": "", "src/up": "-> ..", "src/same": "-> .", "src/dir.ts": "-> ../other", "other/z.ts": "",
      "src/loop.ts": "-> loop.ts", "src/ping.ts": "-> pong.ts", "src/pong.ts": "-> ping.ts", "src/gone.ts": "-> nowhere.ts",
      "src/out.ts": `-> ${outside}/x.ts`, "src/lib": `-> ${outside}/lib`, "readme": `-> ${outside}/x.ts`,
    });
    const { files, notices, links } = await discover(settingsOf(folder));
    expect(files).toEqual(["other/z.ts", "src/a.ts"]);
    expect(notices).toEqual([
      "src/gone.ts is not checked: the link leads nowhere",
      "src/lib is not checked: the link leads out of the project",
      "src/loop.ts is not checked: the link leads in a circle",
      "src/out.ts is not checked: the link leads out of the project",
      "src/ping.ts is not checked: the link leads in a circle",
      "src/pong.ts is not checked: the link leads in a circle",
    ]);
    expect(links.get("src/up")).toBe("");
    expect(links.get("src/dir.ts")).toBe("other");
  });

  test("a link into node_modules is no code of the project", async () => {
    const folder = make({ "node_modules/p/i.ts": "", "src/i.ts": "-> ../node_modules/p/i.ts", "src/a.ts": "" });
    const { files, notices } = await discover(settingsOf(folder));
    expect(files).toEqual(["src/a.ts"]);
    expect(notices).toEqual(["src/i.ts is not checked: the link leads into node_modules"]);
  });

  test("an unreadable folder or file does not end the run, and node_modules is not opened", async () => {
    const folder = make({ "src/a.ts": "", "locked/b.ts": "", "node_modules/p/i.ts": "", "closed.ts": "" });
    vi.stubEnv("HOME", folder);
    const locked = ["locked", "node_modules", "closed.ts"].map((path) => join(folder, path));
    await asPlainUser(folder, async () => {
      for (const path of locked) chmodSync(path, 0o000);
      const found = await discover(settingsOf(folder));
      const without = await discover(settingsOf(folder, { exclude: ["locked/**"] }));
      const within = await discover(settingsOf(folder, { include: ["src/**"] }));
      const file = readSourceSync(folder, "closed.ts");
      for (const path of locked) chmodSync(path, 0o755);
      expect(found.files).toEqual(["closed.ts", "src/a.ts"]);
      expect(found.unreadable).toEqual([{ path: "locked", reason: "unreadable", at: [1, 1, 1, 1], message: expect.stringMatching(/permission denied$/) }]);
      expect(without.unreadable).toEqual([]);
      expect(within.unreadable).toEqual([]);
      expect(file).toMatchObject({ is: "unparsed", problem: { reason: "unreadable", message: "cannot be read: permission denied" } });
    });
  });
});

describe("git", () => {
  test("shows tracked and untracked files and opens no ignored folder; nested .gitignore files count", async () => {
    const folder = repository({
      ".gitignore": "dist\ncache/*\n!cache/keep.txt\n.next\n", "packages/x/.gitignore": "out\n", "src/a.ts": "", "cache/keep.txt": "",
      "dist/bundle.js": "", "cache/a/b.ts": "", "packages/x/out/y.ts": "", ".next/server/a.js": "", "packages/x/node_modules/p/i.ts": "",
    });
    plant(folder, { "src/new.ts": "", ".git/hooks/x.js": "", "dist/forced.ts": "" });
    gitIn(folder, "add", "--force", "dist/forced.ts");
    vi.stubEnv("HOME", folder);
    await asPlainUser(folder, async () => {
      const closed = ["cache/a", "packages/x/out", ".next", "packages/x/node_modules"].map((path) => join(folder, path));
      for (const path of closed) chmodSync(path, 0o000);
      const { files, unreadable } = await discover(settingsOf(folder));
      for (const path of closed) chmodSync(path, 0o755);
      expect(files).toEqual(["dist/forced.ts", "src/a.ts", "src/new.ts"]);
      expect(unreadable).toEqual([]);
    });
  });

  test("knows .git/info/exclude but no excludes of the user", async () => {
    const folder = repository({ "a.ts": "" });
    plant(folder, { "local.ts": "", "user.ts": "", "b.ts": "", ".git/info/exclude": "local.ts\n" });
    const home = plain({ "ignore": "user.ts\n", ".config/git/ignore": "b.ts\n" });
    writeFileSync(join(home, ".gitconfig"), `[core]\n\texcludesFile = ${home}/ignore\n`);
    vi.stubEnv("HOME", home);
    vi.stubEnv("XDG_CONFIG_HOME", join(home, ".config"));
    expect(gitIn(folder, "status", "--porcelain", "-uall")).not.toContain("user.ts");
    expect((await discover(settingsOf(folder))).files).toEqual(["a.ts", "b.ts", "user.ts"]);
  });

  test("lists below a folder of the work tree, relative to it", async () => {
    const folder = repository({ ".gitignore": "gen\n", "root.ts": "", "packages/x/a.ts": "", "packages/x/gen/b.ts": "", "shared/s.ts": "", "packages/x/s.ts": "-> ../../shared/s.ts" });
    const { files, links } = await discover(settingsOf(join(folder, "packages/x")));
    expect(files).toEqual(["a.ts", "s.ts"]);
    expect(links.get("s.ts")).toBe("../../shared/s.ts");
  });

  test("the environment of a hook leads to no other repository", async () => {
    const folder = repository({ "packages/x/a.ts": "" });
    const other = repository({ "z.ts": "" });
    vi.stubEnv("GIT_DIR", join(other, ".git"));
    vi.stubEnv("GIT_WORK_TREE", other);
    vi.stubEnv("GIT_INDEX_FILE", join(other, ".git/index"));
    expect((await discover(settingsOf(join(folder, "packages/x")))).files).toEqual(["a.ts"]);
  });

  test("runs no file system monitor of the repository", async () => {
    const folder = repository({ "a.ts": "" });
    plant(folder, { "monitor.sh": `#!/bin/sh\ntouch ${folder}/ran\n` });
    chmodSync(join(folder, "monitor.sh"), 0o755);
    gitIn(folder, "config", "core.fsmonitor", join(folder, "monitor.sh"));
    await discover(settingsOf(folder));
    expect(() => readFileSync(join(folder, "ran"))).toThrow();
  });

  test("names tracked files that are missing, and counts many", async () => {
    const folder = repository({ "a.ts": "", "b.ts": "", "c.ts": "", "d.ts": "", "e.ts": "", "f.md": "" });
    for (const name of ["b.ts", "f.md"]) rmSync(join(folder, name));
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["a.ts", "c.ts", "d.ts", "e.ts"], notices: ["1 tracked file is missing on disk: b.ts"] });
    for (const name of ["a.ts", "c.ts", "d.ts"]) rmSync(join(folder, name));
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["e.ts"], notices: ["4 tracked files are missing on disk: a.ts, b.ts, c.ts and 1 more"] });
  });

  test("names missing files below a folder, and those that git was told not to look at", async () => {
    const folder = repository({ "fol\nder/x/a.ts": "", "fol\nder/x/b.ts": "", "fol\nder/x/c.ts": "", "top.ts": "" });
    const below = join(folder, "fol\nder");
    plant(below, { "x/new.ts": "" });
    gitIn(below, "add", "--intent-to-add", "x/new.ts");
    gitIn(below, "update-index", "--assume-unchanged", "x/b.ts");
    for (const name of ["x/a.ts", "x/b.ts", "x/new.ts"]) rmSync(join(below, name));
    rmSync(join(folder, "top.ts"));
    expect(await discover(settingsOf(below))).toMatchObject({ files: ["x/c.ts"], notices: ["3 tracked files are missing on disk: x/a.ts, x/b.ts, x/new.ts"] });
  });

  test("names unreadable folders relative to the folder that is listed", async () => {
    const folder = repository({ "packages/x/a.ts": "", "packages/x/locked/b.ts": "" });
    vi.stubEnv("HOME", folder);
    await asPlainUser(folder, async () => {
      chmodSync(join(folder, "packages/x/locked"), 0o000);
      const { files, unreadable } = await discover(settingsOf(join(folder, "packages/x")));
      chmodSync(join(folder, "packages/x/locked"), 0o755);
      expect(files).toEqual(["a.ts"]);
      expect(unreadable.map(({ path }) => path)).toEqual(["locked"]);
    });
  });

  test("a file that became a link, or lies below a folder that did, is what the disk says", async () => {
    const folder = repository({ "a.ts": "", "b.ts": "", "lib/c.ts": "" });
    rmSync(join(folder, "a.ts"));
    symlinkSync("b.ts", join(folder, "a.ts"));
    renameSync(join(folder, "lib"), join(folder, "moved"));
    symlinkSync("moved", join(folder, "lib"));
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["b.ts", "moved/c.ts"], notices: ["1 tracked file is missing on disk: lib/c.ts"] });
  });

  test("files of a sparse checkout are unseen, unless they are there", async () => {
    const folder = repository({ "src/a.ts": "", "docs/b.ts": "", "docs/c.ts": "", "docs/d.md": "" });
    gitIn(folder, "commit", "--quiet", "-m", "Begin");
    gitIn(folder, "sparse-checkout", "set", "src");
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["src/a.ts"], unseen: ["docs/b.ts", "docs/c.ts"], notices: ["2 files are not checked: the sparse checkout leaves them out"] });
    plant(folder, { "docs/b.ts": "" });
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["docs/b.ts", "src/a.ts"], unseen: ["docs/c.ts"] });
  });

  test("submodules and nested repositories are out, with a notice where they matter", async () => {
    const library = repository({ "m.ts": "" });
    gitIn(library, "commit", "--quiet", "-m", "Begin");
    const folder = repository({ "a.ts": "" });
    gitIn(folder, "submodule", "--quiet", "add", library, "libs/m");
    gitIn(folder, "clone", "--quiet", library, "nested");
    const { files, notices } = await discover(settingsOf(folder));
    expect(files).toEqual(["a.ts"]);
    expect(notices).toEqual(["1 submodule is not checked: libs/m", "1 nested repository is not checked: nested"]);
    expect((await discover(settingsOf(folder, { exclude: ["libs", "nested"] }))).notices).toEqual([]);
    expect((await discover(settingsOf(join(folder, "libs/m")))).files).toEqual(["m.ts"]);
  });

  test("intent-to-add, unmerged and assume-unchanged files are there once", async () => {
    const folder = repository({ "a.ts": "one\n", "flag.ts": "" });
    gitIn(folder, "commit", "--quiet", "-m", "Begin");
    gitIn(folder, "checkout", "--quiet", "-b", "topic");
    writeFileSync(join(folder, "a.ts"), "two\n");
    gitIn(folder, "commit", "--quiet", "-am", "Two");
    gitIn(folder, "checkout", "--quiet", "main");
    writeFileSync(join(folder, "a.ts"), "three\n");
    gitIn(folder, "commit", "--quiet", "-am", "Three");
    expect(() => gitIn(folder, "merge", "topic")).toThrow();
    plant(folder, { "new.ts": "" });
    gitIn(folder, "add", "--intent-to-add", "new.ts");
    gitIn(folder, "update-index", "--assume-unchanged", "flag.ts");
    expect((await discover(settingsOf(folder))).files).toEqual(["a.ts", "flag.ts", "new.ts"]);
  });

  test("a folder that an outer repository ignores is listed as it is", async () => {
    const folder = repository({ ".gitignore": "tmp\n", "tmp/project/src/a.ts": "", "tmp/project/node_modules/p.ts": "" });
    expect(await discover(settingsOf(join(folder, "tmp/project")))).toMatchObject({ files: ["src/a.ts"], notices: [] });
  });

  test("an empty repository has no files", async () => {
    expect((await discover(settingsOf(repository({})))).files).toEqual([]);
  });

  test("a broken index is a usage error, not another list", async () => {
    const folder = repository({ "a.ts": "" });
    writeFileSync(join(folder, ".git/index"), "no index");
    const failure = await discover(settingsOf(folder)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as UsageError).message).toMatch(/^git cannot list the files: .*index/);
  });

  test("a repository of another user is a usage error that says how to trust it", async () => {
    const folder = repository({ "a.ts": "" });
    vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    const failure = await discover(settingsOf(folder)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as UsageError).mend).toBe(`run: git config --global --add safe.directory '${folder}'`);
  });
});

describe("without git", () => {
  const files = { ".gitignore": "dist\n", "src/a.ts": "", "src/l.ts": "-> a.ts", ".ci/b.js": "", "node_modules/p.ts": "", "nested/n.ts": "" };

  test("the same tree has the same files where git is not installed", async () => {
    const folder = repository(files);
    rmSync(join(folder, "nested"), { recursive: true });
    mkdirSync(join(folder, "nested"));
    gitIn(join(folder, "nested"), "init", "--quiet");
    plant(folder, { "nested/n.ts": "" });
    gitIn(folder, "rm", "--quiet", "--cached", "nested/n.ts");
    const withGit = await discover(settingsOf(folder));
    vi.stubEnv("PATH", folder);
    const without = await discover(settingsOf(folder));
    expect(withGit.files).toEqual([".ci/b.js", "src/a.ts"]);
    expect(without.files).toEqual(withGit.files);
    expect(withGit.notices).toEqual(["1 nested repository is not checked: nested"]);
    expect(without.notices).toEqual(["git is not installed or cannot read the repository: files that it ignores are checked too", ...withGit.notices]);
  });

  test("a copy of a work tree without its repository is walked, with a notice", async () => {
    const folder = plain({ ...files, ".git": "gitdir: /nowhere/.git/worktrees/x\n" });
    const { files: found, notices } = await discover(settingsOf(folder));
    expect(found).toEqual([".ci/b.js", "nested/n.ts", "src/a.ts"]);
    expect(notices).toEqual(["git is not installed or cannot read the repository: files that it ignores are checked too"]);
  });

  test("repositories side by side in a plain folder are its parts", async () => {
    const folder = plain({});
    cpSync(repository({ "a.ts": "" }), join(folder, "one"), { recursive: true });
    cpSync(repository({ "b.ts": "" }), join(folder, "two"), { recursive: true });
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["one/a.ts", "two/b.ts"], notices: [] });
  });

  test("a pipe with a source's name is skipped, not read", async () => {
    const folder = plain({ "a.ts": "" });
    execFileSync("mkfifo", [join(folder, "pipe.ts")]);
    symlinkSync("pipe.ts", join(folder, "link.ts"));
    expect(await discover(settingsOf(folder))).toMatchObject({ files: ["a.ts"], skipped: [{ path: "link.ts", reason: "no regular file" }, { path: "pipe.ts", reason: "no regular file" }] });
  });
});
