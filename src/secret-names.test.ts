import { expect, it } from "vitest";
import { looksSecret } from "./secret-names.ts";

it.each(["ACME_TOKEN", "ACME_TOKEN_FILE", "acme_db_password", "ACME_API_KEY", "SENTRY_DSN", "ACME_SMTP_PASS", "AWS_CREDENTIALS", "ACME_CLIENT_SECRET"])("%s looks secret", (name) => {
  expect(looksSecret(name)).toBe(true);
});

it.each(["TOKENIZERS_PARALLELISM", "MAX_TOKENS", "CACHE_KEY_PREFIX", "ACME_KEYBOARD", "ACME_PASS_THROUGH", "ACME_MONKEY", "PWD", ""])("%s does not", (name) => {
  expect(looksSecret(name)).toBe(false);
});
