import { describe, expect, test } from "vitest";
import { wrap } from "./wrap.ts";

const rows = (text: string, width: number): string[] => wrap([{ text }], width);

describe("text in rows", () => {
  test("breaks between words, and keeps what stands between those of a row", () => {
    expect(rows("read HOST  past the registry", 20)).toEqual(["read HOST  past the", "registry"]);
    expect(rows("read HOST  past the registry", Infinity)).toEqual(["read HOST  past the registry"]);
    expect(rows("", 20)).toEqual([]);
  });

  test("keeps quotes, brackets and braces whole where they fit a row", () => {
    const snippet = 'write env-contract.json: { "allow": { "TZ": "why this is read here" } }';
    expect(rows(snippet, 50)).toEqual(["write env-contract.json:", '{ "allow": { "TZ": "why this is read here" } }']);
    expect(rows(snippet, 30)).toEqual(["write env-contract.json: {", '"allow": { "TZ":', '"why this is read here" } }']);
    expect(rows(snippet, 22)).toEqual(["write", "env-contract.json: {", '"allow": { "TZ": "why', 'this is read here" } }']);
    expect(rows('"TZ": [{ "reason": "The zone." }, { "reason": "why" }]', 32)).toEqual(['"TZ":', '[{ "reason": "The zone." },', '{ "reason": "why" }]']);
    expect(rows('add "TZ": "why this is read here"', 26)).toEqual(['add "TZ":', '"why this is read here"']);
  });

  test("an open brace or quote, as of a strange name, costs nothing but that", () => {
    expect(rows("read A{B which nothing allows", 20)).toEqual(["read A{B which", "nothing allows"]);
    expect(rows("} read A which nothing allows", 20)).toEqual(["} read A which", "nothing allows"]);
    expect(rows('read A"B which nothing allows', 20)).toEqual(['read A"B which', "nothing allows"]);
  });

  test("breaks a word longer than a row after a slash or an underscore, or where the row ends", () => {
    expect(rows("see apps/web/routes/settings/page.ts", 20)).toEqual(["see apps/web/routes/", "settings/page.ts"]);
    expect(rows("ACME_OUTGOING_MAIL_HOST", 16)).toEqual(["ACME_OUTGOING_", "MAIL_HOST"]);
    expect(rows("x".repeat(25), 10)).toEqual(["x".repeat(10), "x".repeat(10), "x".repeat(5)]);
    expect(rows("日本語".repeat(4), 10)).toEqual(["日本語日本", "語日本語日", "本語"]);
  });

  test("paints each row for itself", () => {
    const marked = (mark: string) => (text: string) => `${mark}${text}${mark}`;
    expect(wrap([{ text: "read", paint: marked("*") }, { text: " " }, { text: "HOST past the registry", paint: marked("_") }], 14)).toEqual(["*read* _HOST past_", "_the registry_"]);
  });
});
