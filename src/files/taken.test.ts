import { describe, expect, it } from "vitest";
import { specifiersOf } from "./select.ts";
import { mayTakeMember, namesPassed } from "./taken.ts";

const MEMBERS = new Set(["process", "env"]);
const told = (text: string, name: string) => specifiersOf(text).map((module) => mayTakeMember(text, module, name, MEMBERS));

describe("what a text may take from an import", () => {
  it.each([
    ["import { WINDOW } from './w';\nWINDOW.document.title; WINDOW?.fetch('/'); typeof WINDOW === 'object' && 'fetch' in WINDOW;"],
    ["import { WINDOW as view } from './w';\nexport const host = () => view.location.host;"],
    ["import * as WINDOW from './w';\nWINDOW.start(); window.Shop = WINDOW;\nvi.spyOn(WINDOW, 'start');"],
  ])("is nothing that matters in %j", (text) => expect(told(text, "WINDOW")).toEqual([false]));

  it.each([
    ["import { WINDOW } from './w';\nWINDOW.process.env.PORT;"],
    ["import { WINDOW } from './w';\nWINDOW ?. process;"],
    ["import { WINDOW } from './w';\nWINDOW!.process;"],
    ["import { WINDOW } from './w';\nWINDOW['process'];"],
    ["import { WINDOW } from './w';\ntypeof WINDOW.process;"],
    ["import { WINDOW } from './w';\ntypeof WINDOW[key];"],
    ["import { WINDOW } from './w';\n(WINDOW as Shop).process;"],
    ["import { WINDOW } from './w';\nconst { process } = WINDOW;"],
    ["import { WINDOW } from './w';\nload(WINDOW);"],
    ["import { WINDOW } from './w';\nexport { WINDOW };"],
    ["export { WINDOW } from './w';"],
    ["import { WINDOW as view } from './w';\nload(view);"],
    ["import { WINDOW, default as shop } from './w';\nload({ ...WINDOW });"],
    ["import * as WINDOW from './w';\nWINDOW.env.PORT;"],
    ["import * as WINDOW from './w';\nvi.spyOn(WINDOW, 'env');"],
    ["import * as WINDOW from './w';\nself.Shop = load(WINDOW);"],
    ["import * as WINDOW from './w';\nconst shop = window.Shop = WINDOW;"],
    ["import { WINDOW } from './w';\nW\\u0049NDOW.process;"],
    ["import shop from './w';\nshop.process;"],
    ["const { WINDOW } = require('./w');"],
  ])("is seen in %j", (text) => expect(told(text, "WINDOW")).toContain(true));

  it("is exported again by the names of the list, or all but the default", () => {
    const passed = (text: string, name: string) => specifiersOf(text).flatMap((module) => namesPassed(module, name));
    expect(passed("export * from './w';", "WINDOW")).toEqual(["WINDOW"]);
    expect(passed("export * from './w';", "default")).toEqual([]);
    expect(passed("export { WINDOW as view, other } from './w';", "WINDOW")).toEqual(["view"]);
    expect(passed("import { WINDOW } from './w';", "WINDOW")).toEqual([]);
    expect(passed("import { WINDOW } from './w';\nexport { WINDOW as view } from './w';", "WINDOW")).toEqual(["WINDOW", "view"]);
    expect(passed("export type { WINDOW } from './w';", "WINDOW")).toEqual([]);
  });
});
