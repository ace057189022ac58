import { rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { list, selected } from "../discover.ts";
import { manifestsIn } from "../manifests.ts";
import { type Modules, moduleResolver } from "../resolve.ts";
import { gitIn, settingsOf, tree, workspaceOf } from "../testing.ts";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function plain(files: Readonly<Record<string, string>>): string {
  const folder = tree(files);
  made.push(folder);
  return folder;
}

/** The modules of a folder, with the notices of its manifests. */
async function modulesOf(top: string): Promise<Modules> {
  const { files, manifests, links } = selected(workspaceOf(settingsOf(top)), await list(top));
  const scan = { top, files: new Set(files), manifests: new Set(manifests), links };
  const read = manifestsIn(scan);
  const modules = moduleResolver(scan, read);
  return { ...modules, notices: () => [...read.notices(), ...modules.notices()] };
}

const json = (value: unknown): string => JSON.stringify(value);
const paths = (of: Readonly<Record<string, readonly string[]>>): string => json({ compilerOptions: { paths: of } });

describe("the same with and without what is built and installed", () => {
  const SOURCES = {
    ".gitignore": "node_modules\ndist\n",
    "package.json": json({ workspaces: ["packages/*"] }),
    "packages/mail/package.json": json({ name: "@acme/mail", exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./queue": "./dist/queue/index.js" } }),
    "packages/mail/src/index.ts": "",
    "packages/mail/src/queue/index.ts": "",
    "packages/app/package.json": json({ name: "@acme/app", dependencies: { "@acme/mail": "workspace:*", express: "5" } }),
    "packages/app/main.ts": "",
  };
  const BUILT = {
    "packages/mail/dist/index.js": "",
    "packages/mail/dist/index.d.ts": "",
    "packages/mail/dist/queue/index.js": "",
    "node_modules/@acme/mail": "-> ../../packages/mail",
    "node_modules/express/package.json": json({ name: "express", main: "index.js" }),
    "node_modules/express/index.js": "",
  };

  test.each([["a fresh clone", SOURCES], ["after install and build", { ...SOURCES, ...BUILT }]])("%s", async (_name, files) => {
    const repository = plain(files);
    gitIn(repository, "init", "--quiet");
    for (const folder of [repository, plain(files)]) {
      const { resolve, notices } = await modulesOf(folder);
      expect(resolve("packages/app/main.ts", "@acme/mail")).toBe("packages/mail/src/index.ts");
      expect(resolve("packages/app/main.ts", "@acme/mail/queue")).toBe("packages/mail/src/queue/index.ts");
      expect(resolve("packages/app/main.ts", "express")).toBeNull();
      expect(notices()).toEqual([]);
    }
  });
});

describe("notices", () => {
  test("each broken file is named once, and nothing else is lost", async () => {
    const { resolve, notices } = await modulesOf(
      plain({
        "package.json": json({ workspaces: ["apps/*"] }),
        "apps/torn/package.json": '{\n  "name": "torn",\n  "main" "index.js"\n}',
        "apps/torn/tsconfig.json": '{\n  "compilerOptions": {\n    "paths": { "@/*": ["./*" }\n  }\n}',
        "apps/torn/main.ts": "",
        "apps/list/package.json": "[]",
        "apps/list/tsconfig.json": '"strict"',
        "apps/list/main.ts": "",
        "apps/without-sources/package.json": "{",
        "apps/lone/tsconfig.json": json({ extends: ["./missing.json", "@acme/not-installed"], compilerOptions: { paths: { "@/*": ["./*"] } } }),
        "apps/lone/main.ts": "",
        "apps/yaml/package.json": "{}",
        "apps/yaml/pnpm-workspace.yaml": "packages: [",
        "apps/yaml/main.ts": "",
      }),
    );
    for (const folder of ["torn", "list", "lone", "yaml", "torn"]) {
      for (const specifier of ["./main", "@/main", "torn"]) resolve(`apps/${folder}/main.ts`, specifier);
    }
    expect(resolve("apps/torn/main.ts", "./main")).toBe("apps/torn/main.ts");
    expect(resolve("apps/lone/main.ts", "@/main")).toBe("apps/lone/main.ts");
    expect(notices()).toEqual([
      "apps/list/package.json: holds no JSON object, so what it says of modules and scripts is not followed",
      "apps/torn/package.json: is no JSON (ColonExpected in line 3), so what it says of modules and scripts is not followed",
      "apps/torn/tsconfig.json: is no JSON (CommaExpected in line 3), so its paths are not followed",
      "apps/list/tsconfig.json: holds no JSON object, so its paths are not followed",
      "apps/lone/tsconfig.json: extends ./missing.json, which does not exist, so its paths are not followed",
      expect.stringMatching(/^apps\/yaml\/pnpm-workspace\.yaml: is no YAML \(.+\), so its packages are not followed$/),
    ]);
  });

  test("more than three bases that are missing are one notice", async () => {
    const apps = ["a", "b", "c", "d"];
    const { resolve, notices } = await modulesOf(plain(Object.fromEntries(apps.flatMap((app) => [[`${app}/tsconfig.json`, json({ extends: "./.made/base.json" })], [`${app}/main.ts`, ""]]))));
    for (const app of apps) resolve(`${app}/main.ts`, "express");
    expect(notices()).toEqual(["4 configurations extend a file that does not exist, so its paths are not followed: a/tsconfig.json (./.made/base.json), b/tsconfig.json (./.made/base.json), c/tsconfig.json (./.made/base.json) and 1 more"]);
  });

  test("a circle of extended files ends, and is named", async () => {
    const { resolve, notices } = await modulesOf(
      plain({
        "tsconfig.json": json({ extends: "./a.json" }),
        "a.json": json({ extends: "./b.json", compilerOptions: { paths: { "@/*": ["./src/*"] } } }),
        "b.json": json({ extends: "./a.json" }),
        "src/mail.ts": "",
      }),
    );
    expect(resolve("src/mail.ts", "@/mail")).toBe("src/mail.ts");
    expect(notices()).toEqual(["b.json: extends ./a.json, which extends it back, so its paths are not followed"]);
  });

  test("no file is read before a specifier asks for it", async () => {
    const { resolve, notices } = await modulesOf(plain({ "tsconfig.json": "{", "src/a.ts": "", "src/b.ts": "" }));
    expect(resolve("src/a.ts", "./b")).toBe("src/b.ts");
    expect(resolve("src/a.ts", "node:fs")).toBeNull();
    expect(notices()).toEqual([]);
    expect(resolve("src/a.ts", "express")).toBeNull();
    expect(notices()).toHaveLength(1);
  });
});

test("the configuration of an installed package is followed where it names the folder of the one that extends it", async () => {
  const { resolve, notices } = await modulesOf(
    plain({
      "node_modules/@acme/tsconfig/package.json": json({ name: "@acme/tsconfig" }),
      "node_modules/@acme/tsconfig/tsconfig.json": paths({ "@/*": ["${configDir}/src/*"] }),
      "app/tsconfig.json": json({ extends: "@acme/tsconfig" }),
      "app/src/mail.ts": "",
    }),
  );
  expect(resolve("app/src/mail.ts", "@/mail")).toBe("app/src/mail.ts");
  expect(notices()).toEqual([]);
});

test("names of properties of all objects mean nothing", async () => {
  const { resolve } = await modulesOf(plain({ "package.json": json({ name: "acme", imports: {}, exports: {} }), "tsconfig.json": paths({ constructor: ["./src/mail"] }), "src/mail.ts": "" }));
  expect(resolve("src/mail.ts", "constructor")).toBe("src/mail.ts");
  for (const specifier of ["toString", "__proto__", "#constructor", "acme/hasOwnProperty", "#__proto__"]) expect(resolve("src/mail.ts", specifier)).toBeNull();
});

test("a file behind a link sees the packages and paths of where it really lies", async () => {
  const { resolve } = await modulesOf(
    plain({ "shared/tsconfig.json": paths({ "@/*": ["./*"] }), "shared/mail.ts": "", "shared/queue.ts": "", "app/tsconfig.json": paths({ "@/*": ["./*"] }), "app/lib": "-> ../shared", "app/queue.ts": "" }),
  );
  expect(resolve("app/lib/mail.ts", "@/queue")).toBe("shared/queue.ts");
  expect(resolve("app/queue.ts", "./lib/mail")).toBe("shared/mail.ts");
  expect(resolve("app/queue.ts", "@/lib/mail")).toBe("shared/mail.ts");
});
