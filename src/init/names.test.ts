import { describe, expect, test } from "vitest";
import type { Access } from "../linked.ts";
import { categoriesOf, namesIn, prefixOf } from "./names.ts";

function read(name: string, kind: "read" | "write" = "read"): Access {
  return { kind, form: "member", door: "process.env", name, site: { path: "src/mail.ts", at: [1, 1, 1, 2] }, timing: "call", via: [] };
}

describe("namesIn", () => {
  test("well-known names are those of their owners, by family where none of ours is in it", () => {
    const { own, external } = namesIn(["ACME_PORT", "CI", "npm_config_x", "VERCEL_URL", "OTEL_ACME", "OTEL_SERVICE_NAME"].map((name) => read(name)));
    expect(own).toEqual(["ACME_PORT"]);
    expect(external.map(({ key }) => key)).toEqual(["CI", "OTEL_*", "VERCEL_*", "npm_*"]);
    expect(external.every(({ reason }) => reason.length >= 10)).toBe(true);
  });

  test("what is only written, dynamic, or differs in case only stays debt", () => {
    expect(namesIn([read("ACME_A", "write"), read("<dynamic>"), read("ACME_*"), read("acme_port"), read("ACME_PORT")])).toEqual({ own: ["ACME_PORT"], external: [] });
    expect(namesIn([read("npm_config_*"), read("<copy>")]).external.map(({ key }) => key)).toEqual(["npm_*"]);
  });
});

describe("prefixOf", () => {
  test.each([
    [["ACME_A", "ACME_B", "ACME_C", "PORT"], "ACME_"],
    [["ACME_WEB_A", "ACME_WEB_B", "ACME_WEB_C"], "ACME_WEB_"],
    [["ACME_SMTP_A", "ACME_SMTP_B", "ACME_SMTP_C", "ACME_PORT"], "ACME_"],
    [["ACME_A", "ACME_B", "ACME_C", "PORT", "HOST", "URL"], null],
    [["ACME_A", "ACME_B"], null],
    [["DATABASE_URL", "DATABASE_SSL", "DATABASE_POOL"], null],
    [["VITE_A", "VITE_B", "VITE_C"], null],
    [[], null],
  ])("%j", (names, prefix) => expect(prefixOf(names)).toBe(prefix));
});

test("a category is a word that three names share", () => {
  const categories = categoriesOf(["ACME_SMTP_HOST", "ACME_SMTP_PORT", "ACME_SMTP_USER", "ACME_PORT", "ACME_LOG_LEVEL", "SMTP_A", "NEXT_PUBLIC_SMTP_B"], "ACME_");
  expect(Object.fromEntries(categories)).toEqual({ ACME_SMTP_HOST: "smtp", ACME_SMTP_PORT: "smtp", ACME_SMTP_USER: "smtp", ACME_PORT: "general", ACME_LOG_LEVEL: "general", SMTP_A: "smtp", NEXT_PUBLIC_SMTP_B: "smtp" });
});
