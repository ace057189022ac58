import { createHash } from "node:crypto";

/** One text for the same bytes, or the same texts in the same order. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha1");
  for (const part of parts) {
    if (parts.length > 1) hash.update(`${part.length}\n`);
    hash.update(part);
  }
  return hash.digest("hex");
}
