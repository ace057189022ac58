/** Names that look as if their value were a secret. */

const ANYWHERE = new Set(["TOKEN", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PASSWD", "PASSPHRASE", "DSN", "CREDENTIAL", "CREDENTIALS", "APIKEY"]);
/** Words that name other things too (`CACHE_KEY_PREFIX`, `PASS_THROUGH`): only the last segment tells. */
const AT_THE_END = new Set(["KEY", "PASS"]);

/** True if a whole `_` segment of the name says secret: `ACME_API_KEY` does, `MAX_TOKENS`, `TOKENIZERS_PARALLELISM` and `CACHE_KEY_PREFIX` do not. */
export function looksSecret(name: string): boolean {
  const segments = name.toUpperCase().split("_");
  return segments.some((segment) => ANYWHERE.has(segment)) || AT_THE_END.has(segments.at(-1) ?? "");
}
