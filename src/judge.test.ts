import { describe, expect, it } from "vitest";
import { rules } from "../rules/index.ts";
import { settingsOf, workspaceOf } from "./files/testing.ts";
import { judge } from "./judge.ts";
import type { Access, Entry, Facts, Registry, RegistryUse } from "./linked.ts";
import type { Rule } from "./rule.ts";
import type { AllowItem, Settings } from "./settings.ts";
import type { Violation } from "./verdict.ts";
import { views } from "./view.ts";

const AT = [1, 1, 1, 10] as const;
const site = (path: string, line = 1) => ({ path, at: [line, 1, line, 10] as const });

const SETTINGS = settingsOf("/project", { file: "env-contract.json", registry: ["src/envs.ts"], prefixes: ["ACME_"], tests: ["**/*.test.ts"] });

function access(name: string, over: Partial<Access> = {}): Access {
  return { kind: "read", form: "member", door: "process.env", name, site: site("src/mail.ts"), timing: "call", via: [], ...over };
}

function entry(name: string, over: Partial<Entry> = {}): Entry {
  return {
    name,
    site: site("src/envs.ts", 4),
    builder: "str",
    category: "mail",
    description: "Host that takes outgoing mail.",
    options: { optional: true },
    sources: { optional: "true" },
    lists: {}, choices: null,
    aliases: [],
    unreadable: [],
    reads: [],
    declaration: `src/envs.ts#${name}`,
    ...over,
  };
}

function registry(entries: readonly Entry[], over: Partial<Registry> = {}): Registry {
  return { id: 0, name: "envs", site: site("src/envs.ts", 3), prefix: null, categories: ["mail"], sections: {}, entries, removed: [], open: null, broken: false, computed: [], cycle: null, escapes: false, ...over };
}

function use(name: string, over: Partial<RegistryUse> = {}): RegistryUse {
  return { registry: 0, entry: name, use: "get", site: site("src/mail.ts"), timing: "call", floating: false, ...over };
}

function allow(key: string, over: Partial<AllowItem> = {}): AllowItem {
  return { key, at: AT, reason: "Set by the platform that hosts us.", owner: null, url: null, secret: false, files: null, access: ["read"], names: null, ...over };
}

interface Given {
  readonly facts?: Partial<Facts>;
  readonly settings?: Partial<Settings>;
  readonly rules?: readonly Rule[];
  readonly complete?: boolean;
  readonly mentionedIn?: (file: string, name: string) => boolean;
}

function verdicts(given: Given): Violation[] {
  const facts = { accesses: [], registries: [], uses: [], importTime: [], ...given.facts };
  const settings = { ...SETTINGS, ...given.settings };
  const workspace = workspaceOf(settings);
  const view = views(workspace, facts)(workspace.configurations[0]!);
  return judge({ folder: ".", view, settings, pages: [], rules: given.rules ?? rules, complete: given.complete ?? true, mentionedIn: given.mentionedIn ?? (() => false) });
}

const lines = (given: Given): string[] => verdicts(given).map(({ path, kind, name, status }) => `${path}: ${kind} ${name}${status === "allowed" ? " (allowed)" : ""}`);
const mends = (given: Given): string[] => verdicts(given).map(({ mend }) => mend);

describe("judge", () => {
  it("marks what the allowlist covers, and calls an item used that would allow it too", () => {
    const given = { facts: { accesses: [access("TZ")] }, settings: { allow: [allow("TZ"), allow("TZ", { files: ["src/**"] }), allow("LANG")] } };
    expect(lines(given)).toEqual(["src/mail.ts: read TZ (allowed)", "env-contract.json: stale-allow LANG"]);
  });

  it("never allows a name that is declared or carries a prefix", () => {
    const facts = { accesses: [access("REDIS_URL"), access("ACME_ZONE")], registries: [registry([entry("REDIS_URL", { options: { optional: true, unprefixed: "Named by the host." } })])] };
    expect(lines({ facts, settings: { allow: [allow("REDIS_URL"), allow("ACME_*")] } })).toEqual([
      "src/mail.ts: read REDIS_URL",
      "src/mail.ts: read ACME_ZONE",
      "env-contract.json: invalid-allow REDIS_URL",
      "env-contract.json: invalid-allow ACME_*",
    ]);
  });

  it("calls nothing stale or unread in an incomplete run", () => {
    const given = { facts: { registries: [registry([entry("ACME_SMTP_HOST")])] }, settings: { allow: [allow("TZ")] } };
    expect(lines(given)).toEqual(["src/envs.ts: unread ACME_SMTP_HOST", "env-contract.json: stale-allow TZ"]);
    expect(lines({ ...given, complete: false })).toEqual([]);
  });

  it("leaves files that declare a registry alone, whatever the configuration calls one", () => {
    const accesses = [access("NEXT_PUBLIC_ZONE", { site: site("src/envs.ts") })];
    expect(lines({ facts: { accesses, registries: [registry([])] } })).toEqual([]);
    expect(lines({ facts: { accesses } })).toEqual(["src/envs.ts: read NEXT_PUBLIC_ZONE"]);
  });

  it("runs what is on, and three kinds without a configuration", () => {
    const facts = { accesses: [access("ACME_ZONE"), access("ACME_ZONE", { kind: "write", form: "assign" }), access("<copy>", { kind: "whole", form: "copy" })], registries: [registry([entry("SMTP")])] };
    expect(lines({ facts, settings: { off: ["read", "unread"] } })).toEqual(["src/mail.ts: write ACME_ZONE", "src/mail.ts: whole-environ <copy>", "src/envs.ts: prefix SMTP"]);
    expect(lines({ facts, settings: { file: null, registry: [], prefixes: [] } })).toEqual(["src/mail.ts: read ACME_ZONE", "src/mail.ts: write ACME_ZONE", "src/mail.ts: whole-environ <copy>"]);
  });

  it("names the rule and the file when a rule fails", () => {
    const broken: Rule = {
      name: "read",
      summary: "",
      why: "",
      instead: "",
      *check({ accesses }) {
        for (const { site } of accesses) if (site.path === "src/billing.ts") throw new TypeError("no such field");
      },
    };
    const facts = { accesses: [access("TZ"), access("TZ", { site: site("src/billing.ts") })] };
    expect(() => verdicts({ facts, rules: [broken] })).toThrow("rule read failed on src/billing.ts: no such field");
    const always: Rule = {
      ...broken,
      check() {
        throw new Error("no registry");
      },
    };
    expect(() => verdicts({ rules: [always] })).toThrow("rule read failed on env-contract.json: no registry");
  });

  it("reads an entry through any registry that shares it, an alias, a door, another entry or a script", () => {
    const shared = entry("ACME_SMTP_HOST");
    const facts = {
      registries: [
        registry([shared, entry("ACME_A", { aliases: [{ name: "ACME_OLD", at: AT }] }), entry("ACME_B"), entry("ACME_C", { reads: ["ACME_B"] }), entry("ACME_D", { options: { optional: true, readIn: "deploy/start.sh" } })]),
        registry([shared], { id: 1, name: "workerEnvs" }),
      ],
      uses: [use("ACME_SMTP_HOST", { registry: 1 }), use("ACME_C", { use: "set" })],
      accesses: [access("ACME_OLD")],
    };
    expect(lines({ facts, mentionedIn: (file, name) => file === "deploy/start.sh" && name === "ACME_D" })).toEqual(["src/mail.ts: read ACME_OLD", "src/envs.ts: unread ACME_C"]);
  });
});

describe("advice", () => {
  const facts = (...accesses: Access[]): Partial<Facts> => ({
    accesses,
    registries: [registry([entry("ACME_PORT", { aliases: [{ name: "ACME_OLD_PORT", at: AT }] })], { removed: [{ name: "ACME_GONE", reason: "ACME_PORT" }, { name: "ACME_FAX", reason: "nobody faxes any more" }] })],
    uses: [use("ACME_PORT")],
  });
  const test = site("src/mail.test.ts");

  it.each<[Access, string]>([
    [access("ACME_PORT"), "write envs.ACME_PORT.get()"],
    [access("ACME_PORT", { form: "in" }), "write envs.ACME_PORT.isSet()"],
    [access("ACME_PORT", { kind: "write", form: "assign" }), "write envs.ACME_PORT.set(value)"],
    [access("ACME_PORT", { kind: "write", form: "delete" }), "write envs.ACME_PORT.clear()"],
    [access("ACME_PORT", { kind: "write", form: "assign", site: test }), "write using override = envs.ACME_PORT.override(value)"],
    [access("ACME_PORT", { kind: "write", form: "delete", site: test }), "write using override = envs.ACME_PORT.override(undefined)"],
    [access("ACME_PORT", { kind: "write", form: "stub" }), "write using override = envs.ACME_PORT.override(value)"],
    [access("ACME_OLD_PORT"), "write envs.ACME_PORT.get(), which reads ACME_OLD_PORT as its alias"],
    [access("acme_port"), "write envs.ACME_PORT.get(); on Windows both names are one variable"],
    [access("ACME_ZONE"), "declare ACME_ZONE in src/envs.ts, then write envs.ACME_ZONE.get()"],
    [access("SENDMAIL_PATH"), 'declare SENDMAIL_PATH in src/envs.ts, as unprefixed with a reason, if it is yours, else add to "allow" in env-contract.json: "SENDMAIL_PATH": "why this is read here"'],
    [access("SENDMAIL_*"), 'add to "allow" in env-contract.json: "SENDMAIL_*": "why this is read here"'],
    [access("NODE_ENV"), 'add to "allow" in env-contract.json: "NODE_ENV": "Set by Node tools; bundlers inline it."'],
    [access("NODE_ENV", { kind: "write", form: "assign" }), 'add to "allow" in env-contract.json: "NODE_ENV": { "reason": "why this is written here", "access": ["write"] }'],
    [access("npm_config_*"), 'add to "allow" in env-contract.json: "npm_*": "Set by npm and its kin for the scripts that they run."'],
    [access("ACME_*"), "write envs.NAME.get() for each name that ACME_* may be"],
    [access("<dynamic>"), "name the variable, as in envs.NAME.get(), or allow <dynamic> for this file with a reason in env-contract.json"],
    [access("ACME_GONE"), "go through envs.ACME_PORT, which replaced ACME_GONE"],
    [access("ACME_FAX"), "delete the access: nobody faxes any more"],
    [access("<copy>", { kind: "whole", form: "copy", to: "child-process" }), "write env: childEnv(envs, { names: […] }), or allow <copy> for this file with a reason in env-contract.json"],
    [access("<load>", { kind: "whole", form: "load" }), "load in an entry file, before the modules that read, and allow <load> for this file with a reason in env-contract.json"],
  ])("%o", (given, mend) => {
    expect(mends({ facts: facts(given) })).toEqual([mend]);
  });

  it("fits a project without a configuration", () => {
    const settings = { file: null, registry: [], prefixes: [] };
    const alone = (given: Access): string[] => mends({ facts: { accesses: [given] }, settings });
    expect(alone(access("NODE_ENV"))).toEqual(['write env-contract.json: { "allow": { "NODE_ENV": "Set by Node tools; bundlers inline it." } }']);
    expect(alone(access("SMTP_HOST"))).toEqual(['declare SMTP_HOST with defineEnvs if it is yours, else write env-contract.json: { "allow": { "SMTP_HOST": "why this is read here" } }']);
    expect(alone(access("SMTP_HOST", { kind: "write", form: "assign" }))).toEqual(['declare SMTP_HOST with defineEnvs if it is yours, else write env-contract.json: { "allow": { "SMTP_HOST": { "reason": "why this is written here", "access": ["write"] } } }']);
    expect(alone(access("SMTP_*"))).toEqual(['write env-contract.json: { "allow": { "SMTP_*": "why this is read here" } }']);
    expect(alone(access("<dynamic>"))).toEqual(['name the variable, as in envs.NAME.get(), or write env-contract.json: { "allow": { "<dynamic>": { "reason": "why this is read here", "files": ["src/mail.ts"] } } }']);
    expect(alone(access("<copy>", { kind: "whole", form: "copy" }))).toEqual(['read the variables that are needed, one by one, as envs.NAME.get(), or write env-contract.json: { "allow": { "<copy>": { "reason": "why this is right here", "files": ["src/mail.ts"] } } }']);
  });

  it("gives one entry for all that is done with a variable", () => {
    const both = (name: string): Access[] => [access(name), access(name, { kind: "write", form: "assign" })];
    const once = (name: string): (string | undefined)[] => [...new Set(mends({ facts: facts(...both(name)) }))].map((mend) => mend.split(": ").slice(1).join(": "));
    expect(once("SENDMAIL_PATH")).toEqual(['"SENDMAIL_PATH": { "reason": "why this is read and written here", "access": ["read", "write"] }']);
    expect(once("NODE_ENV")).toEqual(['"NODE_ENV": [{ "reason": "Set by Node tools; bundlers inline it." }, { "reason": "why this is written here", "access": ["write"] }]']);
  });

  it("adds to an entry that is there, and never offers a family that may hold a name of the project", () => {
    const given = access("NODE_ENV", { kind: "write", form: "assign" });
    expect(mends({ facts: facts(access("NODE_ENV"), given), settings: { allow: [allow("NODE_ENV")] } }).slice(1)).toEqual(['add { "reason": "why this is written here", "access": ["write"] } to the list of "NODE_ENV" under "allow" in env-contract.json']);
    const ours = registry([entry("VERCEL_MAIL_ROUTE")]);
    expect(mends({ facts: { accesses: [access("VERCEL_URL")], registries: [ours], uses: [use("VERCEL_MAIL_ROUTE")] }, settings: { off: ["prefix"] } })).toEqual(['add to "allow" in env-contract.json: "VERCEL_URL": "Named by Vercel for its builds, functions and tools."']);
  });

  it("asks for no reason that would be refused", () => {
    const accesses = ["SENDMAIL_PATH", "NODE_ENV", "GITHUB_SHA", "<dynamic>"].flatMap((name) => [access(name), access(name, { kind: "write", form: "assign" })]);
    for (const mend of mends({ facts: { accesses }, settings: { file: null, registry: [], prefixes: [] } })) {
      const { allow: written } = JSON.parse(mend.slice(mend.indexOf("{"))) as { allow: Record<string, unknown> };
      const items = Object.entries(written).flatMap(([key, value]) => [value].flat().map((item) => allow(key, typeof item === "string" ? { reason: item } : (item as Partial<AllowItem>))));
      expect(lines({ facts: { accesses }, settings: { allow: items } }).filter((text) => text.includes("invalid-allow"))).toEqual([]);
    }
  });
});

describe("expired-alias", () => {
  const expired = (release: string | null, removeIn: string): number =>
    verdicts({ facts: { registries: [registry([entry("ACME_PORT", { aliases: [{ name: "ACME_OLD_PORT", removeIn, at: AT }] })])], uses: [use("ACME_PORT")] }, settings: { release } }).filter(({ kind }) => kind === "expired-alias").length;

  it.each([
    ["2.0.0", "2.0.0", 1],
    ["2.0.0-rc.1", "2.0.0", 0],
    ["2.0.0", "2.0.0-rc.1", 1],
    ["2.0.0-rc.10", "2.0.0-rc.9", 1],
    ["2.0.0-alpha", "2.0.0-alpha.1", 0],
    ["10.0.0", "9.5", 1],
    ["1.9.9", "2", 0],
    ["2.0.1+build.7", "v2.0.1", 1],
    ["2.0.0", "next", 0],
    [null, "1.0.0", 0],
  ])("release %s, removeIn %s", (release, removeIn, found) => {
    expect(expired(release, removeIn)).toBe(found);
  });
});

it("asks for a release where an alias states its end and none is known", () => {
  const registries = [registry([entry("ACME_PORT", { aliases: [{ name: "ACME_OLD_PORT", removeIn: "2.0.0", at: AT }] })])];
  const facts = { registries, uses: [use("ACME_PORT")] };
  expect(verdicts({ facts }).map(({ message }) => message)).toEqual(["declares ACME_PORT wrongly: its alias ACME_OLD_PORT goes in 2.0.0, and no release is known"]);
  expect(lines({ facts, settings: { release: "1.0.0" } })).toEqual([]);
});
