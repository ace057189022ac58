import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Settings } from "../settings.ts";
import { UsageError } from "../verdict.ts";
import { matchPaths } from "./paths.ts";
import { discover, gitIn, plant, settingsOf, tree, workspaceOf } from "./testing.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

const ROUTES = ["app/(shop)/page.ts", "app/[slug]/page.ts", "app/[...all]/page.ts", "app/@modal/(.)photo/page.ts", "app/{x}/page.ts", "app/!x/page.ts", "app/a+b/page.ts"];

function project(some: Partial<Settings> = {}): Settings {
  const files = ["src/main.ts", "src/mail/send.ts", "src/mail/queue.ts", "lib/x.js", "app/shop/page.ts", "app/s/page.ts", ...ROUTES];
  const folder = tree(Object.fromEntries(files.map((path) => [path, ""])));
  made.push(folder);
  return settingsOf(folder, some);
}

async function match(settings: Settings, paths: string[], below = ""): Promise<{ files: string[]; notices: readonly string[] }> {
  const { files, notices } = matchPaths(paths, join(settings.folder, below), workspaceOf(settings), await discover(settings));
  return { files: [...files].sort(), notices };
}

async function failure(settings: Settings, paths: string[], below = ""): Promise<string> {
  const error: unknown = await match(settings, paths, below).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  return `${(error as UsageError).message}; ${(error as UsageError).mend}`;
}

describe("files, folders and globs", () => {
  test.each([
    ["src/main.ts", ["src/main.ts"]],
    ["./src/main.ts", ["src/main.ts"]],
    ["src/mail", ["src/mail/queue.ts", "src/mail/send.ts"]],
    ["src/mail/", ["src/mail/queue.ts", "src/mail/send.ts"]],
    ["src/**/*.ts", ["src/mail/queue.ts", "src/mail/send.ts", "src/main.ts"]],
    ["src\\mail\\*.ts", ["src/mail/queue.ts", "src/mail/send.ts"]],
    ["src/{main,mail/send}.ts", ["src/mail/send.ts", "src/main.ts"]],
    ["app/(shop)", ["app/(shop)/page.ts"]],
    ["app/[slug]/*.ts", ["app/[slug]/page.ts"]],
  ])("%s", async (path, expected) => {
    expect(await match(project(), [path])).toEqual({ files: expected, notices: [] });
  });

  test("Next.js paths select themselves", async () => {
    expect(await match(project(), ROUTES)).toEqual({ files: [...ROUTES].sort(), notices: [] });
  });

  test("are relative to the working directory", async () => {
    const settings = project();
    expect((await match(settings, ["send.ts", "../main.ts"], "src/mail")).files).toEqual(["src/mail/send.ts", "src/main.ts"]);
    expect((await match(settings, ["*.ts"], "src/mail")).files).toEqual(["src/mail/queue.ts", "src/mail/send.ts"]);
    expect((await match(settings, ["*.ts"], "app/[slug]")).files).toEqual(["app/[slug]/page.ts"]);
    expect((await match(settings, ["../../lib/*"], "src/mail")).files).toEqual(["lib/x.js"]);
    expect((await match(settings, ["."], "src/mail")).files).toEqual(["src/mail/queue.ts", "src/mail/send.ts"]);
    expect((await match(settings, [join(settings.folder, "lib")], "src")).files).toEqual(["lib/x.js"]);
    expect((await match(settings, ["."])).files).toHaveLength(13);
    expect((await match(settings, ["../.."])).files).toHaveLength(13);
  });
});

describe("what does not exist", () => {
  test.each([
    [["scr/**/*.ts"], "no checked file matches scr/**/*.ts; did you mean src/**/*.ts?"],
    [["src/main.ts", "scr/**/*.ts"], "no checked file matches scr/**/*.ts; did you mean src/**/*.ts?"],
    [["src/mian.ts"], "src/mian.ts does not exist; did you mean src/main.ts?"],
    [["send.ts"], "send.ts does not exist; did you mean src/mail/send.ts?"],
    [["libs"], "libs does not exist; did you mean lib?"],
    [["src/Main.ts"], "src/Main.ts does not exist; did you mean src/main.ts?"],
    [[""], "a path is empty; name files, folders or globs, or nothing to check the whole project"],
  ])("%j is refused", async (paths, expected) => {
    expect(await failure(project(), paths)).toBe(expected);
  });

  test("is refused without a suggestion where nothing is near", async () => {
    const settings = project();
    expect(await failure(settings, ["zzzzzzzz/**"])).toBe(`no checked file matches zzzzzzzz/**; paths are relative to ${settings.folder}`);
    expect(await failure(settings, ["src/**/*.tsx"])).toBe(`no checked file matches src/**/*.tsx; paths are relative to ${settings.folder}`);
    expect(await failure(settings, [`${"x".repeat(300)}*`])).toMatch(/^no checked file matches x+\*; paths are relative/);
  });

  test("is suggested relative to the working directory", async () => {
    expect(await failure(project(), ["mian.ts"], "src")).toBe("mian.ts does not exist; did you mean main.ts?");
  });
});

test("an existing path that is not checked is a notice with its reason", async () => {
  const settings = project({ include: ["src/**", "lib/**", "node_modules/**"], exclude: ["src/vendored/**"] });
  gitIn(settings.folder, "init", "--quiet");
  plant(settings.folder, { ".gitignore": "gen\n", "readme.md": "", "src/types.d.ts": "", "src/vendored/v.ts": "", "node_modules/p/i.ts": "", "src/gen/g.ts": "", "src/link.ts": "-> main.ts", "src/post": "-> mail" });
  mkdirSync(join(settings.folder, "empty"));
  const paths = ["readme.md", "src/types.d.ts", "src/vendored/v.ts", "node_modules/p/i.ts", "src/gen/g.ts", "app/s/page.ts", "empty", "src/link.ts", "src/post"];
  expect(await match(settings, paths)).toEqual({
    files: ["src/mail/queue.ts", "src/mail/send.ts", "src/main.ts"],
    notices: [
      "readme.md is not checked: it is no TypeScript or JavaScript file",
      "src/types.d.ts is not checked: declaration files are not checked",
      "src/vendored/v.ts is not checked: exclude pattern src/vendored/** covers it",
      "node_modules/p/i.ts is not checked: code in node_modules is not the project's",
      "src/gen/g.ts is not checked: git ignores it, or it is no file of this repository",
      "app/s/page.ts is not checked: no include pattern matches it",
      "empty holds no file that is checked",
      "src/link.ts is checked as src/main.ts",
      "src/post is checked as src/mail",
    ],
  });
});

test("a path that the sparse checkout leaves out is a notice", async () => {
  const settings = project();
  gitIn(settings.folder, "init", "--quiet");
  gitIn(settings.folder, "add", ".");
  gitIn(settings.folder, "commit", "--quiet", "-m", "Begin");
  gitIn(settings.folder, "sparse-checkout", "set", "src");
  expect(await match(settings, ["lib/x.js", "app"])).toEqual({ files: [], notices: ["lib/x.js is not checked: the sparse checkout leaves it out", "app is not checked: the sparse checkout leaves it out"] });
});
