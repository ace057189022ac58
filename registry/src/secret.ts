/** Whether a whole `_` segment of the name says secret: `ACME_API_KEY` does; `MAX_TOKENS`, `TOKENIZERS_PARALLELISM` and `CACHE_KEY_PREFIX` do not. @internal */
export function looksSecret(name: string): boolean {
  // Words that name other things too (`CACHE_KEY_PREFIX`, `PASS_THROUGH`, `PWD`) tell at the end alone.
  return /(^|_)(TOKEN|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|DSN|CREDENTIALS?|APIKEY)(_|$)|(^|_)(KEYS?|PASS|SALT|JWT)$|_(PWD|PAT)$/i.test(name);
}

/** The text for a report. Hidden are the user of a URL and all else before an `@` that may be one, all that follows a word for a secret (`token=`, `"apiKey":`, `Bearer `), and each of `homes` (`~`). Rather too much than too little. @internal */
export function mask(text: string, homes: readonly (string | undefined)[]): string {
  let masked = text
    // To the end: what a secret may hold, a separator among it, is not known.
    .replace(/((token|secret|passw|passphrase|credential|signature)[\w.-]{0,64}|key|pwd|pass|auth\w{0,64}|sig|sid|jwt|dsn|bearer|basic|cookie)(["']?\s*([=:>]|%3[AD])|\s).*/is, "$1$3***")
    .replace(/^((?:(?:jdbc:)?[a-z][a-z\d+.-]*:)?\/\/)?(.*)(@|%40)/is, (all, scheme: string | undefined, user: string) => (/:|%3A/i.test(user) || (scheme && /^[^/?#]*(@|$)/.test(user)) ? `${scheme ?? ""}***@` : all));
  for (const home of homes) {
    const parts = home?.replace(/[\\/]+$/, "").split(/[\\/]+/) ?? [];
    if (parts.length > 1) masked = masked.replace(new RegExp(parts.map((part) => part.replace(/\W/g, "\\$&")).join("([\\\\/]|%2F|%5C){1,4}"), "gi"), "~");
  }
  return masked;
}
