/** From code to the declaration that says the same. */
import { describe, expect, it, test } from "vitest";
import { extract } from "../extract/extract.ts";
import { link } from "../link/link.ts";
import { builderCall, declare } from "./declare.ts";
import type { Usage } from "./usage.ts";
import { usagesIn } from "./usages.ts";

/** The uses of ACME_X in a text. */
function usages(text: string): Usage[] {
  const path = "mail.ts";
  const file = extract({ path, text, watched: [] });
  const { accesses } = link({ files: [file], resolve: () => null, registries: [], doors: [], isStarted: () => false, timed: "registry" }).facts;
  return usagesIn({ path, text }, accesses.map(({ name, form, site }) => ({ name, form, at: site.at }))).get("ACME_X") ?? [];
}

function declared(...lines: readonly string[]): string {
  return builderCall("ACME_X", declare("ACME_X", usages(lines.join("\n"))), "mail");
}

describe("declare", () => {
  test.each([
    ['const port = Number(process.env.ACME_X ?? 8025);', "int({ default: 8025"],
    ['const port = Number(process.env.ACME_X || "8025");', "int({ default: 8025, emptyIsUnset: true"],
    ["const port = parseInt(process.env.ACME_X!, 10);", "int({ required: true"],
    ["const port = process.env.ACME_X ? parseInt(process.env.ACME_X, 10) : 8025;", "int({ default: 8025, emptyIsUnset: true"],
    ["const rate = parseFloat(process.env.ACME_X ?? '0.5');", "float({ default: 0.5"],
    ["const FALLBACK = 3; const tries = +(process.env.ACME_X ?? FALLBACK);", "int({ default: 3"],
    ["const tls = process.env.ACME_X === 'true';", "bool({ default: false"],
    ["const tls = process.env.ACME_X !== 'false';", "bool({ default: true, emptyIsUnset: true"],
    ["const tls = process.env.ACME_X === '1' || process.env.ACME_X?.toLowerCase() === 'true';", "bool({ default: false"],
    ["const tls = ['1', 'yes'].includes(process.env.ACME_X ?? '');", "bool({ default: false"],
    ["const level = process.env.ACME_X as 'debug' | 'info' ?? 'info';", 'choice(["debug", "info"], { default: "info"'],
    ["const host = process.env.ACME_X ?? 'localhost';", 'str({ default: "localhost"'],
    ["const host = process.env.ACME_X || 'localhost';", 'str({ default: "localhost", emptyIsUnset: true'],
    ["const { ACME_X = 'localhost' } = process.env;", 'str({ default: "localhost"'],
    ["const host = process.env.ACME_X as string;", "str({ required: true"],
    ["if (process.env.ACME_X) console.log('on');", "str({ optional: true"],
    ["export const isSet = 'ACME_X' in process.env;", "str({ optional: true"],
    ["const a = Number(process.env.ACME_X ?? 1); const b = Number(process.env.ACME_X ?? 2);", "int({ optional: true"],
    ["const a = Number(process.env.ACME_X ?? 1); send(process.env.ACME_X);", "str({ optional: true"],
    ["if (process.env.ACME_X === 'true') start(); if (process.env.ACME_X === 'dry') rehearse();", "str({ optional: true"],
  ])("%s", (text, call) => {
    expect(declared(text)).toBe(`${call}, category: "mail" })`);
  });

  it("gives a secret no default, and says what looks secret and is published", () => {
    const use = usages("const key = process.env.ACME_X ?? 'dev';");
    expect(builderCall("ACME_API_KEY", declare("ACME_API_KEY", use), "mail")).toBe('str({ optional: true, secret: true, category: "mail" })');
    expect(builderCall("NEXT_PUBLIC_API_KEY", declare("NEXT_PUBLIC_API_KEY", use), "mail")).toBe('str({ default: "dev", secret: false, client: () => process.env.NEXT_PUBLIC_API_KEY, category: "mail" })');
  });

  it("takes no switch and no number for a secret, whatever its name", () => {
    const use = usages("const allowed = process.env.ACME_X === 'true';");
    expect(builderCall("ACME_ALLOW_SECRETS", declare("ACME_ALLOW_SECRETS", use), "mail")).toBe('bool({ default: false, secret: false, category: "mail" })');
  });

  it("says nothing of a variable that nobody reads", () => {
    expect(builderCall("ACME_X", declare("ACME_X", []), "mail")).toBe('str({ optional: true, category: "mail" })');
  });
});
