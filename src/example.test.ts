/** Holds what the README's first command prints, and runs the tests of the example, so that it stays a service that works. */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import "../fixtures/example/test/queue.test.ts";
import "../fixtures/example/test/smtp.test.ts";
import { run as runIn } from "./cli/testing.ts";

const LINES = [
  "src/bounce.ts: whole-environ <copy>",
  "src/envs.ts: prefix SMTP_TIMEOUT_MS",
  "src/envs.ts: unread ACME_BATCH_SIZE",
  "src/main.ts: removed-variable ACME_SENDMAIL_PATH",
  "src/main.ts: write ACME_LOG_LEVEL",
  "src/queue.ts: import-time-read ACME_QUEUE_LIMIT",
  "src/smtp.ts: bare-field ACME_USE_TLS",
  "src/smtp.ts: read ACME_SMTP_HOST",
  "src/smtp.ts: read ACME_SMTP_PASSWORD",
  "test/queue.test.ts: floating-override ACME_MAX_ATTEMPTS",
];
const KNOWN = ["src/metrics.ts: read ACME_STATSD_HOST", "test/smtp.test.ts: write ACME_SMTP_HOST"];
const MAIN_KINDS = ["read", "write", "whole-environ", "bare-field", "import-time-read", "prefix", "unread"];

const run = (...argv: readonly string[]): ReturnType<typeof runIn> => runIn(resolve("fixtures/example"), ...argv);

describe("the example", () => {
  test("is reported line by line, with exit 1", async () => {
    const { code, stdout, stderr } = await run("check");
    expect(stdout).toBe(LINES.map((line) => `${line}\n`).join(""));
    expect(stderr).toContain(`${LINES.length} new (${KNOWN.length} known, 3 allowed)`);
    expect(code).toBe(1);
  });

  test("has two known violations, three allowed ones, and each main kind among the new ones", async () => {
    const { violations, stale } = JSON.parse((await run("check", "--all", "-f", "json")).stdout) as {
      readonly violations: readonly { readonly path: string; readonly kind: string; readonly name: string; readonly status: string }[];
      readonly stale: readonly unknown[];
    };
    const of = (status: string): string[] => violations.filter((violation) => violation.status === status).map(({ path, kind, name }) => `${path}: ${kind} ${name}`);
    expect(of("known")).toEqual(KNOWN);
    expect(of("allowed")).toEqual(["src/log.ts: read NODE_ENV", "src/main.ts: whole-environ <load>", "src/smtp.ts: read HOSTNAME"]);
    expect(stale).toEqual([]);
    const kinds = violations.filter(({ status }) => status === "new").map(({ kind }) => kind);
    expect(MAIN_KINDS.filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
});
