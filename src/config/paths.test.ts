import { expect, test } from "vitest";
import { UsageError } from "../verdict.ts";
import { parseDocument } from "./document.ts";
import { type Desk, globOf, pathOf } from "./paths.ts";

function readBy(read: typeof pathOf, written: string): string {
  const { source, root } = parseDocument(JSON.stringify(written), "c.json", "jsonc");
  const desk: Desk = { source, notices: [] };
  try {
    return [read(desk, root), ...desk.notices].join(" | ");
  } catch (error) {
    if (error instanceof UsageError) return `${error.message.split("\n")[0]} => ${error.mend}`;
    throw error;
  }
}

const INSIDE = "name what stands inside it, or move the configuration up";

test.each([
  ["./src//envs.ts", "src/envs.ts"],
  ["src/../lib/envs.ts", "lib/envs.ts"],
  ["src/..envs.ts", "src/..envs.ts"],
  ["src\\envs.ts", 'src/envs.ts | c.json:1:1: "src\\envs.ts" is read as "src/envs.ts"; write "/" between folders'],
  ["../envs.ts", `c.json:1:1: "../envs.ts" leaves the configuration's folder => ${INSIDE}`],
  ["a/../../envs.ts", `c.json:1:1: "a/../../envs.ts" leaves the configuration's folder => ${INSIDE}`],
  ["..\\envs.ts", `c.json:1:1: "..\\envs.ts" leaves the configuration's folder => ${INSIDE}`],
  ["..", `c.json:1:1: ".." leaves the configuration's folder => ${INSIDE}`],
  ["/envs.ts", 'c.json:1:1: "/envs.ts" is an absolute path => write "envs.ts", relative to the configuration\'s folder'],
  ["C:\\envs.ts", "c.json:1:1: \"C:\\envs.ts\" is an absolute path => write a path relative to the configuration's folder"],
  ["src/", 'c.json:1:1: "src/" is a folder => name a file'],
  [".", 'c.json:1:1: "." is a folder => name a file'],
])("the path %s", (written, expected) => {
  expect(readBy(pathOf, written)).toBe(expected);
});

const read = (written: string, glob: string): string => `${glob} | c.json:1:1: "${written}" is read as "${glob}"; write "/" between folders`;

test.each([
  ["src/**/*.ts", "src/**/*.ts"],
  ["./src/**", "src/**"],
  ["gen/", "gen/**"],
  ["src//gen/**", "src/gen/**"],
  ["page{1..3}.ts", "page{1..3}.ts"],
  ["!(a|b).ts", "!(a|b).ts"],
  ["src\\**\\*.ts", read("src\\**\\*.ts", "src/**/*.ts")],
  ["src\\\\gen\\*", read("src\\\\gen\\*", "src/gen/*")],
  ["app\\[slug]\\page.ts", read("app\\[slug]\\page.ts", "app/[slug]/page.ts")],
  ["app\\{a,b}\\*.ts", read("app\\{a,b}\\*.ts", "app/{a,b}/*.ts")],
  ["app/\\[slug\\]/\\(shop\\)/*.ts", "app/\\[slug\\]/\\(shop\\)/*.ts"],
  ["!src/keep.ts", 'c.json:1:1: "!src/keep.ts" is a negated glob => globs are not negated: what "include" covers is narrowed by "exclude"'],
  ["/gen/**", 'c.json:1:1: "/gen/**" is an absolute path => write "gen/**", relative to the configuration\'s folder'],
  ["../gen/**", `c.json:1:1: "../gen/**" leaves the configuration's folder => ${INSIDE}`],
  ["**/../gen", `c.json:1:1: "**/../gen" leaves the configuration's folder => ${INSIDE}`],
])("the glob %s", (written, expected) => {
  expect(readBy(globOf, written)).toBe(expected);
});
