import { describe, expect, test } from "vitest";
import { matcher, normalise, plainHead, reachesInto } from "./globs.ts";

function picked(patterns: string[], paths: string[], tree: string[] = paths): string[] {
  const covers = matcher(patterns, (path) => tree.some((known) => known === path || known.startsWith(`${path}/`)));
  return paths.filter((path) => covers(path));
}

describe("matcher", () => {
  test("matches globs, dot folders and line breaks in names", () => {
    const paths = ["src/mail.ts", ".storybook/main.ts", "a/b\nc/d.ts", "src/mail.css"];
    expect(picked(["**/*.{ts,tsx}"], paths)).toEqual(["src/mail.ts", ".storybook/main.ts", "a/b\nc/d.ts"]);
  });

  test("takes a pattern that names a folder of the tree as that folder only", () => {
    const paths = ["app/(shop)/page.ts", "app/shop/page.ts"];
    expect(picked(["app/(shop)"], paths)).toEqual(["app/(shop)/page.ts"]);
    expect(picked(["app/(shop)/"], paths)).toEqual(["app/(shop)/page.ts"]);
  });

  test.each(["app/[slug]/page.ts", "app/[...all]/page.ts", "app/@modal/(.)photo/page.ts", "app/{x}/page.ts", "app/!x/page.ts", "app/a+b/page.ts", "!x/page.ts", "[[...slug]]/page.ts"])(
    "takes %s as written",
    (path) => {
      const others = ["app/s/page.ts", "app/x/page.ts", "app/aab/page.ts", "x/page.ts"];
      expect(picked([path], [path, ...others])).toEqual([path]);
      expect(matcher([path])(path)).toBe(!path.startsWith("!"));
    },
  );

  test("takes the leading folders of a glob as written where they exist", () => {
    const paths = ["app/[slug]/page.ts", "app/s/page.ts"];
    expect(picked(["app/[slug]/*.ts"], paths)).toEqual(["app/[slug]/page.ts"]);
    expect(picked(["app/[slug]/*.ts"], ["app/s/page.ts"])).toEqual(["app/s/page.ts"]);
  });

  test("takes route folders as written behind a wildcard, without a tree", () => {
    const covers = matcher(["**/(shop)/**", "**/[slug]/*.ts"]);
    expect(covers("app/(shop)/page.ts")).toBe(true);
    expect(covers("app/[slug]/page.ts")).toBe(true);
    expect(covers("app/shop/page.ts")).toBe(false);
  });

  test("keeps groups with alternatives and extended globs", () => {
    const paths = ["src/a.ts", "src/b.ts", "src/c.ts"];
    expect(picked(["src/(a|b).ts"], paths)).toEqual(["src/a.ts", "src/b.ts"]);
    expect(picked(["src/!(a|b).ts"], paths)).toEqual(["src/c.ts"]);
    expect(picked(["src/@(a).ts"], paths)).toEqual(["src/a.ts"]);
  });

  test("covers the folder that a plain last name names, and no more than one level under a star", () => {
    const paths = ["pkg/a/dist/x.js", "pkg/a/src/y.ts", "pkg/z.ts"];
    expect(picked(["pkg/*/dist"], paths)).toEqual(["pkg/a/dist/x.js"]);
    expect(picked(["**/dist"], paths)).toEqual(["pkg/a/dist/x.js"]);
    expect(picked(["pkg/*"], paths)).toEqual(["pkg/z.ts"]);
    expect(picked(["pkg"], paths)).toEqual(paths);
    expect(picked(["pk"], paths)).toEqual([]);
    expect(matcher(["pkg/**"])("pkg")).toBe(true);
    expect(matcher(["**/dist/**"])("pkg/a/dist")).toBe(true);
  });

  test("lets the last match decide about a negated pattern", () => {
    const paths = ["src/a.ts", "src/gen/b.ts", "src/gen/keep.ts"];
    expect(picked(["src/**", "!src/gen/**", "src/gen/keep.ts"], paths)).toEqual(["src/a.ts", "src/gen/keep.ts"]);
    expect(picked(["!src/gen/**"], paths)).toEqual([]);
  });

  test("reads Windows separators, and backslashes beside slashes as escapes", () => {
    expect(picked(["src\\**\\*.ts"], ["src/mail/send.ts"])).toEqual(["src/mail/send.ts"]);
    expect(picked(["**/\\*.ts"], ["src/*.ts", "src/a.ts"])).toEqual(["src/*.ts"]);
  });

  test("takes . as the whole folder", () => {
    expect(picked(["."], ["a.ts", "b/c.ts"])).toEqual(["a.ts", "b/c.ts"]);
    expect(picked(["./src/*.ts"], ["src/a.ts"])).toEqual(["src/a.ts"]);
  });
});

test("reachesInto tells folders that no pattern can match in", () => {
  const reaches = reachesInto(["src/**/*.ts", "!data/**"]);
  expect(reaches("src/deep")).toBe(true);
  expect(reaches("src")).toBe(true);
  expect(reaches("data")).toBe(false);
  expect(reachesInto(["**/*.ts"])("data")).toBe(true);
});

test("normalise and plainHead", () => {
  expect(normalise("./src//app/")).toBe("src/app");
  expect(plainHead("src/app/*.ts")).toBe("src/app");
  expect(plainHead("**/*.ts")).toBe("");
});
