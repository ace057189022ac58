import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extract } from "../extract/extract.ts";
import { exportedBy, mayExport } from "./exported.ts";

const ROOT = join(import.meta.dirname, "..", "..");

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.includes("node_modules")).map((path) => join(ROOT, folder, path));
}

describe("the names that a text may export", () => {
  it.each(["fixtures", "src", "registry/src"])("hold every export that extract finds in %s", (folder) => {
    const lost = sourcesBelow(folder).flatMap((path) => {
      const text = readFileSync(path, "utf8");
      const exported = exportedBy(text);
      return extract({ path, text, watched: [] }).exports.filter(({ name }) => !mayExport(exported, name)).map(({ name }) => `${path}: ${name}`);
    });
    expect(lost).toEqual([]);
  });

  it.each([
    ["export const a = 1, wanted = 2;"],
    ["export let a, wanted;"],
    ["export const { a: wanted } = load();"],
    ["export const [a, wanted = 1] = load();"],
    ["export {\n  // the } brace\n  a as wanted,\n};"],
    ["export { a, /* why */ wanted } from './a';"],
    ["export /* why */ const wanted = 1;"],
    ["export const /* (why) */ wanted = 1;"],
    ["export @sealed class wanted {}"],
    ["export abstract class wanted {}"],
    ["export async function* wanted() {}"],
    ["export declare const wanted: number;"],
    ["export import wanted = a.b;"],
    ["export const enum wanted { A }"],
    ["export namespace wanted { }"],
    ["export * from './a';"],
    ["export * as wanted from './a';"],
    ["exports.wanted = 1;"],
    ["export { a as w\\u0061nted };"],
    ["export const a = 1,\n  wanted: number = 2;"],
  ])("hold the name in %j", (text) => {
    expect(mayExport(exportedBy(text), "wanted")).toBe(true);
  });

  it.each([["const wanted = 1;"], ["import { wanted } from './a';\nexport const a = wanted();"], ["export type wanted = 1;"], ["export interface wanted {}\nexport function a(wanted: string) {}"]])("do not hold the name in %j", (text) => {
    expect(mayExport(exportedBy(text), "wanted")).toBe(false);
  });
});
