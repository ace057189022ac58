/** Every builder and every option, in every way to write them that the checker reads. */
import * as registry from "@env-contract/registry";
import { bool, choice, defineEnvs, float, int as integer, nested, path, str } from "@env-contract/registry";
import { duration, json, list, port, schema, url } from "@env-contract/registry/types";
import type { StandardSchema } from "@env-contract/registry/types";
import { LEVELS, logging, mirror, PREFIX, storage } from "./parts.ts";

const shape: StandardSchema<{ name: string }> = { "~standard": { version: 1, vendor: "house", validate: (value) => ({ value: value as { name: string } }) } };

const RELEASE = "2.0.0";
const limits = { default: 30, min: 1, max: 60, category: "net" } as const;

/** Where the mail goes out. */
const ACME_SMTP_HOST = str({ required: true, category: "net" });

export const envs = defineEnvs(
  {
    ACME_PORT: integer({ default: 8080, category: "net", min: 1, max: 65535, description: "Port the server listens on." }),
    /** Log each query. */
    ACME_DEBUG_SQL: bool({ default: false, category: "log", audience: "internal", lifecycle: "diagnostic", owner: "data", disposition: "internalize" }),
    /**
     * Share of requests
     * that are traced.
     * @example 0.5
     */
    ACME_RATE: float({ default: (): number => envs.ACME_PORT.get() / 8080, category: "log", finite: true, defaultDoc: "the port as a share of 8080", example: "0.5" }),
    /** Key of the mail service. */
    ACME_MAIL_KEY: str({ required: true, secret: true, category: "net", emptyIsUnset: true, aliases: ["ACME_SMTP_KEY", { name: "ACME_KEY", since: "1.1.0", removeIn: RELEASE }] }),
    /** Where the mail goes out. */
    ACME_SMTP_HOST,
    /** Where bounces go. */
    ACME_BOUNCE_HOST: str({ fallbackTo: "ACME_SMTP_HOST", category: "net" }),
    /** Seconds until a request ends. */
    ACME_TIMEOUT: integer(limits),
    /** How much is logged. */
    ACME_LEVEL: choice(LEVELS, { default: LEVELS[1], category: "log", argument: "--level", precedence: "argument", appliesTo: ["server", "worker"] }),
    /** How the log is written. */
    "ACME_LOG_FORMAT": choice(["plain", "json"], { optional: true, category: "log", appliesTo: "server", readIn: "parts.ts" }),
    /** Where the log lies. */
    [`${PREFIX}LOG_FILE`]: path({ default: "~/log", category: "log" }),
    /** Old name of the log's folder. */
    ACME_LOG_DIR: path({ optional: true, category: "log", lifecycle: "deprecated", lifecycleNote: "Set ACME_LOG_FILE.", disposition: "remove" }),
    /** Passphrase of nobody: a name that only looks so. */
    ACME_TOKEN_BUCKET: registry.int({ default: -10, category: "net", secret: false }),
    /** Where the API stands. */
    NEXT_PUBLIC_API: str({ default: "", category: "net", unprefixed: "Next.js publishes names with this prefix.", client: () => process.env.NEXT_PUBLIC_API }),
    /** Port of the metrics. */
    ACME_METRICS_PORT: port({ default: 9090, min: 0, max: 9999, category: "net" }),
    /** The database. */
    ACME_DB_URL: url({ default: "postgres://localhost/acme", protocols: ["postgres:", "postgresql:"], category: "storage" }),
    /** Hosts that may connect. */
    ACME_HOSTS: list({ default: ["a.example", "b.example"], category: "net" }),
    /** Ports that stay closed. */
    ACME_CLOSED: list({ item: "int", separator: ";", default: [25, 465], category: "net" }),
    /** Labels of the metrics. */
    ACME_LABELS: json({ default: { zone: null, tags: ["a"] }, category: "log" }),
    /** Pause between two tries. */
    ACME_PAUSE: duration({ default: "1h30m", min: 1_000, max: 86_400_000, category: "net" }),
    /** Who answers for the service. */
    ACME_OWNER: schema(shape, { input: "json", default: { name: "nobody" }, category: "log" }),
    /** Who is told. */
    ACME_TOLD: schema(shape, { required: true, category: "log" }),
    ...storage,
    ...mirror,
    ...logging,
    ...nested("ACME_CACHE", {
      /** Where the cache lies. */
      PATH: path({ required: true, category: "storage" }),
    }),
  },
  {
    prefix: PREFIX,
    categories: ["net", "log", "storage"],
    removed: { ACME_PROXY: "The service connects by itself.", ACME_HOST: "ACME_SMTP_HOST" },
    policyDoc: "docs/env.md",
    source: {},
    warn: () => undefined,
  },
);
