import { INLINED_PREFIXES } from "../../src/hosts.ts";
import { looksSecret } from "../../registry/src/secret.ts";
import { has } from "./fault.ts";
import type { Clause } from "./fault.ts";

/** It is secret and written down or published, or looks secret and does not say. */
export const secret: Clause = function* ({ entry }) {
  if (entry.options["secret"] === true) {
    if ("default" in entry.sources || "default" in entry.options) yield { what: "it is secret and has a default, which stands in the code", mend: "make it required or optional" };
    if (has(entry, "client")) yield { what: "it is secret and has client, which publishes it", mend: "delete client" };
    const prefix = INLINED_PREFIXES.find((one) => entry.name.startsWith(one));
    if (prefix !== undefined) yield { what: `it is secret and bundlers publish names with ${prefix}`, mend: "rename it, or say secret: false if everybody may know it" };
  } else if (looksSecret(entry.name) && !("secret" in entry.options || "secret" in entry.sources) && entry.unreadable.length === 0) {
    yield { what: "its name looks secret and it does not say", mend: "add secret: true or secret: false" };
  }
};
