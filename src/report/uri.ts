/** A path as a relative reference (RFC 3986). A colon in it would end a scheme. */
export function uriOf(path: string): string {
  return encodeURI(path.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/[?#:]/gu, encodeURIComponent);
}
