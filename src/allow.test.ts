import { describe, expect, it } from "vitest";
import { allowFaults, itemsInForce, matchAllow } from "./allow.ts";
import type { AllowItem } from "./settings.ts";

const AT = [3, 5, 3, 15] as const;

function item(key: string, over: Partial<AllowItem> = {}): AllowItem {
  return { key, at: AT, reason: "Set by the platform that hosts us.", owner: null, url: null, secret: false, files: null, access: ["read"], names: null, ...over };
}

function allows(key: AllowItem | string, name: string, kind: "read" | "write" | "whole" = "read", path = "src/mail.ts"): boolean {
  return matchAllow({ kind, name }, [typeof key === "string" ? item(key) : key], path).length > 0;
}

describe("matchAllow", () => {
  it.each([
    ["NODE_ENV", "NODE_ENV", true],
    ["NODE_ENV", "node_env", false],
    ["NODE_ENV", "NODE_ENV_FILE", false],
    ["npm_*", "npm_config_cache", true],
    ["npm_*", "npm_", true],
    ["npm_*", "NPM_TOKEN", false],
    ["npm_*", "npm_config_*", true],
    ["npm_*", "npm_*", true],
    ["npm_config_*", "npm_*", false],
    ["npm_config_cache", "npm_config_*", false],
    ["np*", "<dynamic>", false],
  ])("%s on %s: %s", (key, name, expected) => {
    expect(allows(key, name)).toBe(expected);
  });

  it("allows reads alone unless access says more, and angle names ignore it", () => {
    expect(allows("TZ", "TZ", "write")).toBe(false);
    expect(allows(item("TZ", { access: ["write"] }), "TZ", "write")).toBe(true);
    expect(allows(item("TZ", { access: ["write"] }), "TZ")).toBe(false);
    const dynamic = item("<dynamic>", { files: ["src/**"] });
    expect(allows(dynamic, "<dynamic>")).toBe(true);
    expect(allows(dynamic, "<dynamic>", "write")).toBe(true);
  });

  it("matches whole forms with their door", () => {
    const copy = item("<copy>", { files: ["src/launch.ts"] });
    expect(allows(copy, "<copy>", "whole", "src/launch.ts")).toBe(true);
    expect(allows(copy, "<copy>", "whole", "src/mail.ts")).toBe(false);
    expect(allows(copy, "import.meta.env<copy>", "whole", "src/launch.ts")).toBe(false);
    expect(allows(item("import.meta.env<copy>", { files: ["src/launch.ts"] }), "import.meta.env<copy>", "whole", "src/launch.ts")).toBe(true);
  });

  it("takes a file as a path before it takes it as a glob", () => {
    expect(allows(item("TZ", { files: ["app/(shop)/[id]/page.ts"] }), "TZ", "read", "app/(shop)/[id]/page.ts")).toBe(true);
    expect(allows(item("TZ", { files: ["test/**"] }), "TZ", "read", "test/.hidden/zone.ts")).toBe(true);
  });

  it("answers every item that allows the access", () => {
    const items = [item("npm_*"), item("npm_config_cache"), item("npm_config_cache", { files: ["test/**"] })];
    expect(matchAllow({ kind: "read", name: "npm_config_cache" }, items, "src/mail.ts")).toEqual(items.slice(0, 2));
  });
});

describe("allowFaults", () => {
  const ownership = { prefixes: ["ACME_"], declared: new Set(["ACME_PORT", "REDIS_URL", "OLD_MAIL_HOST"]) };
  const faults = (...items: AllowItem[]): readonly string[] => allowFaults(items, [], ownership).map(({ key, what, inForce }) => `${key}: ${what}${inForce ? "" : " (not in force)"}`);

  it.each([
    ["*", "*: it would allow every name (not in force)"],
    ["n*", "n*: it has fewer than two characters before `*` (not in force)"],
    ["npm_*_dir", "npm_*_dir: its `*` is not at the end (not in force)"],
    ["<copy>", "<copy>: it names no files (not in force)"],
    ["REDIS_URL", "REDIS_URL: the registry declares it (not in force)"],
    ["OLD_MAIL_HOST", "OLD_MAIL_HOST: the registry declares it (not in force)"],
    ["ACME_ANYTHING", "ACME_ANYTHING: it carries the project's prefix ACME_ (not in force)"],
    ["AC*", "AC*: it could match names with the project's prefix ACME_ (not in force)"],
    ["ACME_PLUGIN_*", "ACME_PLUGIN_*: its names carry the project's prefix ACME_ (not in force)"],
    ["REDIS_*", "REDIS_*: it matches REDIS_URL, which the registry declares (not in force)"],
  ])("%s", (key, expected) => {
    expect(faults(item(key))).toEqual([expected]);
    expect(itemsInForce([item(key)], ownership)).toEqual([]);
  });

  it.each(["NODE_ENV", "ACMEX_HOME", "acme_port", "npm_*", "ACMEX*", "REDIS_TLS"])("finds nothing wrong with %s", (key) => {
    expect(faults(item(key))).toEqual([]);
  });

  it("leaves an entry in force whose reason is at fault", () => {
    const items = [item("HOME", { reason: "" }), item("CI", { reason: " \t " }), item("TZ", { reason: "needed" })];
    expect(faults(...items)).toEqual(["HOME: its reason is blank", "CI: its reason is blank", "TZ: its reason has fewer than 10 characters"]);
    expect(itemsInForce(items, ownership)).toEqual(items);
  });

  it("reports a key that stands there twice", () => {
    expect(allowFaults([], [{ key: "CI", at: AT }], ownership)).toMatchObject([{ key: "CI", at: AT, inForce: true }]);
  });
});
