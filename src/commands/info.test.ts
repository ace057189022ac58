import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { runWith } from "../cli/testing.ts";
import { tree } from "../files/testing.ts";

const REGISTRY = `import { bool, choice, defineEnvs, int, path, str } from "@env-contract/registry";
import { duration, json, list, schema, url } from "@env-contract/registry/types";
import { z } from "zod";
import { shared } from "./shared";

throw new Error("the registry was run");

export const envs = defineEnvs(
  {
    ACME_PORT: int({ default: 8025, min: 1, max: 65535, category: "mail" }),
    ACME_LEVEL: choice(["debug", "info"], { default: "info", category: "mail" }),
    ACME_USE_TLS: bool({ default: true, category: "mail" }),
    ACME_SPOOL: path({ default: "~/spool", category: "mail" }),
    ACME_HOST: str({ required: true, category: "mail", aliases: ["ACME_OLD_HOST", { name: "ACME_OLDEST_HOST" }] }),
    ACME_ZONES: list({ default: ["eu", "us"], category: "mail" }),
    ACME_WAIT: duration({ default: "1h30m", category: "mail" }),
    ACME_RELAY: url({ optional: true, protocols: ["https:"], category: "mail" }),
    ACME_NOTE: str({ optional: true, emptyIsUnset: true, category: "mail" }),
    ACME_STARTED: str({ default: () => new Date().toISOString(), category: "mail" }),
    ACME_FROM: str({ fallbackTo: "ACME_HOST", category: "mail" }),
    ACME_BORN: str({ fallbackTo: "ACME_STARTED", category: "mail" }),
    ACME_RULES: json({ optional: true, category: "mail" }),
    ACME_PLAN: schema(z.enum(["small"]), { optional: true, category: "mail" }),
    ACME_LOGIN: str({ optional: true, secret: true, category: "mail", aliases: ["ACME_OLD_LOGIN"] }),
    ACME_API_KEY: str({ optional: true, category: "mail" }),
    ACME_SENDER: str({ fallbackTo: "ACME_LOGIN", category: "mail" }),
    ACME_MAX_TOKENS: int({ default: 100, category: "mail" }),
    ACME_SHARD: str({ optional: true, audience: "internal", category: "mail" }),
    ACME_HIDDEN: str({ optional: true, ...shared }),
    ACME_MAYBE: str({ optional: true, secret: shared.secret, category: "mail" }),
    ACME_LOOP: str({ fallbackTo: "ACME_LOOP", category: "mail" }),
  },
  { prefix: "ACME_", categories: ["mail"] },
);
`;

const folder = tree({
  "src/envs.ts": REGISTRY,
  "src/shared.ts": "export const shared = JSON.parse('{}');\n",
  "env-contract.json": JSON.stringify({ registry: "src/envs.ts", prefix: "ACME_", allow: { NODE_ENV: "Set by Node tools.", "npm_*": "Set by npm for its scripts.", OPENAI_API_KEY: { reason: "Read by the vendor's SDK.", secret: true }, "<copy>": { reason: "Forwards all.", files: ["src/x.ts"] } } }),
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (environ: Readonly<Record<string, string>>, ...argv: readonly string[]): ReturnType<typeof runWith> => runWith({ variable: (name) => ({ HOME: "/home/ada", ...environ })[name] }, folder, "info", ...argv);

interface Document {
  readonly entries: readonly { readonly name: string; readonly state: string; readonly alias: string | null; readonly value: string | null; readonly expected: string | null }[];
  readonly allowed: readonly { readonly name: string; readonly state: string }[];
  readonly unreadable: number;
}

async function info(environ: Readonly<Record<string, string>>): Promise<Document> {
  return JSON.parse((await run(environ, "-f", "json")).stdout) as Document;
}

/** `state value` by name. */
async function states(environ: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  return Object.fromEntries((await info(environ)).entries.map(({ name, state, value }) => [name, value === null ? state : `${state} ${value}`]));
}

describe("info", () => {
  test("tells what is unset from what has a default, by the rules of the library", async () => {
    expect(await states({})).toEqual({
      ACME_API_KEY: "unset",
      ACME_BORN: "default",
      ACME_FROM: "unset",
      ACME_HOST: "unset",
      ACME_LEVEL: "default info",
      ACME_LOGIN: "unset",
      ACME_LOOP: "unset",
      ACME_MAX_TOKENS: "default 100",
      ACME_NOTE: "unset",
      ACME_PLAN: "unset",
      ACME_PORT: "default 8025",
      ACME_RELAY: "unset",
      ACME_RULES: "unset",
      ACME_SENDER: "unset",
      ACME_SPOOL: "default ~/spool",
      ACME_STARTED: "default",
      ACME_USE_TLS: "default 1",
      ACME_WAIT: "default 5400000ms",
      ACME_ZONES: "default eu,us",
    });
  });

  test("shows values in their canonical text, and which old name carries one", async () => {
    const environ = { ACME_USE_TLS: " Off ", ACME_LEVEL: "DEBUG", ACME_OLDEST_HOST: "mail", ACME_NOTE: "", ACME_RELAY: "https://relay.example.org/x", ACME_WAIT: "90m", ACME_PLAN: "small" };
    expect(await states(environ)).toMatchObject({ ACME_USE_TLS: "set 0", ACME_LEVEL: "set debug", ACME_HOST: "set mail", ACME_FROM: "default mail", ACME_NOTE: "unset", ACME_RELAY: "set https://relay.example.org/x", ACME_WAIT: "set 5400000ms", ACME_PLAN: "set" });
    expect((await info(environ)).entries.filter(({ alias }) => alias !== null)).toMatchObject([{ name: "ACME_HOST", alias: "ACME_OLDEST_HOST" }]);
  });

  test("says what is expected instead of an invalid text", async () => {
    const { entries } = await info({ ACME_PORT: "0", ACME_RELAY: "http://relay.example.org", ACME_WAIT: "soon", ACME_RULES: "{", ACME_LEVEL: "loud" });
    expect(Object.fromEntries(entries.flatMap(({ name, state, expected }) => (state === "invalid" ? [[name, expected]] : [])))).toEqual({
      ACME_PORT: "a whole number from 1 to 65535",
      ACME_RELAY: "a URL with https:",
      ACME_WAIT: "a duration such as 500ms, 1.5s or 1h30m",
      ACME_RULES: "a JSON text",
      ACME_LEVEL: "one of debug, info",
    });
  });

  test("names allowed variables, without a value; counts what cannot be read", async () => {
    const { allowed, unreadable } = await info({ NODE_ENV: "test", npm_config_registry: "x" });
    expect(allowed).toEqual([{ name: "NODE_ENV", state: "set" }, { name: "OPENAI_API_KEY", state: "unset" }]);
    expect(unreadable).toBe(2);
    expect((await run({})).stderr).toContain("2 entries cannot be read statically and are left out");
  });

  test("is a table that a report can hold, whatever a value is", async () => {
    const { code, stdout } = await run({ ACME_HOST: "a|b`c\u001b[31m\nd", ACME_PORT: "x" });
    expect(code).toBe(0);
    expect(stdout).toContain("| `ACME_HOST`       | set                                              | ``a\\|b`c\u241b[31m\u240ad`` |\n");
    expect(stdout).toContain("| `ACME_PORT`       | invalid: expected a whole number from 1 to 65535 |");
    expect(new Set(stdout.trimEnd().split("\n").map((line) => line.length)).size).toBe(1);
  });

  /** One canary in each place where a secret may stand. */
  const SECRETS: Readonly<Record<string, string>> = {
    ACME_LOGIN: "canary-1",
    ACME_OLD_LOGIN: "canary-2",
    ACME_API_KEY: "canary-3",
    ACME_SHARD: "canary-4",
    ACME_HIDDEN: "canary-5",
    ACME_MAYBE: "canary-6",
    ACME_RULES: '{"user": "canary-7"}',
    ACME_PLAN: "canary-8",
    ACME_PORT: "canary-9",
    ACME_LEVEL: "canary-10",
    ACME_WAIT: "canary-11",
    ACME_RELAY: "https://ada:canary-12@relay.example.org/?key=canary-13",
    ACME_HOST: "canary-14:canary-15@mail.example.org",
    ACME_ZONES: "eu,token=canary-16,canary-17",
    ACME_SPOOL: "/home/canary-18/spool",
    ACME_NOTE: "Authorization: Basic canary-19",
    ACME_FROM: "amqp://canary-20:x@mq.example.org",
    NODE_ENV: "canary-21",
    OPENAI_API_KEY: "canary-22",
    UNKNOWN: "canary-23",
    npm_config_token: "canary-24",
    HOME: "/home/canary-18",
    ACME_LOOP: "postgres://ada:canary-25@db/x",
    ACME_STARTED: "{ password: 'canary-26' }",
  };

  test.each(["json", "markdown"])("shows no secret as %s, in whatever position", async (format) => {
    for (const environ of [SECRETS, ...Object.entries(SECRETS).map(([name, text]) => ({ [name]: text, HOME: "/home/canary-18" }))]) {
      const { stdout, stderr } = await run(environ, "-f", format);
      expect(stdout).toContain("ACME_SENDER");
      expect(stdout + stderr).not.toContain("canary");
    }
  });

  test("needs a registry, and says so", async () => {
    const bare = tree({ "src/main.ts": "export const a = 1;\n" });
    const { code, stderr } = await run({}, "-C", bare);
    rmSync(bare, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toContain("info needs a registry");
  });
});
