import { describe, expect, it, test } from "vitest";
import { looksSecret, mask } from "./secret.ts";

it.each(["ACME_TOKEN", "ACME_TOKEN_FILE", "acme_db_password", "ACME_API_KEY", "ACME_API_KEYS", "SENTRY_DSN", "ACME_SMTP_PASS", "ACME_DB_PWD", "GH_PAT", "AWS_CREDENTIALS", "ACME_CLIENT_SECRET"])("%s looks secret", (name) => {
  expect(looksSecret(name)).toBe(true);
});

it.each(["TOKENIZERS_PARALLELISM", "MAX_TOKENS", "CACHE_KEY_PREFIX", "ACME_KEYBOARD", "ACME_PASS_THROUGH", "ACME_MONKEY", "PWD", "ACME_PATH", "ACME_SECRETARY", ""])("%s does not", (name) => {
  expect(looksSecret(name)).toBe(false);
});

/** Secrets with whatever a URL, a list or a connection string would take for its own. */
const CANARIES = ["canary", "can/ary", "can//ary", "can@ary", "can:ary", "can?ary#x", "can&ary=1", "can;ary=1", "can ary", "can,ary", "can\nary", 'can"ary', "https://can/ary", "çanary%2F"];

/** Where people put a secret into a value that is none. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => `https://ada:${secret}@db.example.org/x`,
  (secret) => `https://:${secret}@db.example.org`,
  (secret) => `redis://${secret}:x@cache.example.org:6379/0`,
  (secret) => `amqp://ada:${secret}@one.example.org,amqp://ada:${secret}@two.example.org`,
  (secret) => `jdbc:postgresql://ada:${secret}@db.example.org/x`,
  (secret) => `ada:${secret}@db.example.org:5432/x`,
  (secret) => `see https://ada:${secret}@db.example.org`,
  (secret) => `https://db.example.org/x?token=${secret}`,
  (secret) => `https://db.example.org/x?a=1&api_key=${secret}&b=2`,
  (secret) => `https://db.example.org/x?X-Amz-Signature=${secret}`,
  (secret) => `https://db.example.org/x?sv=2024&sig=${secret}`,
  (secret) => `https://db.example.org/cb#access_token=${secret}`,
  (secret) => `Server=db;User Id=ada;Password=${secret};Pooling=1`,
  (secret) => `host=db user=ada password=${secret} port=5432`,
  (secret) => `{"user": "ada", "clientSecret": "${secret}"}`,
  (secret) => `{ apiKey: '${secret}' }`,
  (secret) => `Authorization: Bearer ${secret}`,
  (secret) => `--verbose --auth-token ${secret}`,
  (secret) => `https://db.example.org/?next=${encodeURIComponent(`https://x.example.org/?token=${secret}`)}`,
  (secret) => `https://db.example.org/?next=${encodeURIComponent(`https://ada:${secret}@x.example.org`)}`,
  (secret) => `<password>${secret}</password>`,
];

describe("mask", () => {
  test.each(CANARIES)("shows nothing of %j, wherever it stands", (secret) => {
    const parts = secret.split(/[^\p{L}]+/u).filter((part) => part.length > 1 && part !== "https");
    for (const place of PLACES) for (const part of parts) expect(mask(place(secret), []), place(secret)).not.toContain(part);
  });

  test.each([
    ["https://***@db.example.org/x", "https://token@db.example.org/x"],
    ["//***@db.example.org", "//token@db.example.org"],
    ["https://registry.example.org/@acme/mail", "https://registry.example.org/@acme/mail"],
    ["https://db.example.org:8443/x?page=2", "https://db.example.org:8443/x?page=2"],
    ["https://db.example.org/x?token=***", "https://db.example.org/x?token=secret&page=2"],
    ["ops@acme.example, Ada <ada@acme.example>", "ops@acme.example, Ada <ada@acme.example>"],
    ["en_GB.UTF-8", "en_GB.UTF-8"],
    ["", ""],
  ])("gives %j", (shown, text) => {
    expect(mask(text, [])).toBe(shown);
  });

  test.each([
    ["~/mail", "/home/ada", "/home/ada/mail"],
    ["~/a:~/b", "/home/ada/", "/home/ada/a:/home/ada/b"],
    ["file:~/mail", "/home/ada", "file:///home/ada/mail"],
    ["~\\mail", "C:\\Users\\Ada", "c:\\users\\ada\\mail"],
    ["~/mail", "C:\\Users\\Ada", "C:/Users/Ada/mail"],
    ["~%2Fmail", "/home/ada", "%2Fhome%2Fada%2Fmail"],
    ["/srv/root", "/", "/srv/root"],
    ["/a.b/mail", "/a+b", "/a.b/mail"],
    ["/srv/x", "", "/srv/x"],
  ])("gives %j for a home of %s", (shown, home, text) => {
    expect(mask(text, [undefined, home])).toBe(shown);
  });

  test.each(["token", "auth", "key ", "//", "a:", "a@", "%2F", 'token"'])("takes no longer than a moment for %j without end", (text) => {
    const before = performance.now();
    mask(text.repeat(130_000 / text.length), ["/home/ada"]);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});
