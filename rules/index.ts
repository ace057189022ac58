/** Every rule, in the order of tables and pages. */
import type { Rule } from "../src/rule.ts";
import { bareField } from "./bare-field.ts";
import { expiredAlias } from "./expired-alias.ts";
import { floatingOverride } from "./floating-override.ts";
import { importTimeRead } from "./import-time-read.ts";
import { invalidAllow } from "./invalid-allow.ts";
import { invalidEntry } from "./invalid-entry.ts";
import { prefix } from "./prefix.ts";
import { read } from "./read.ts";
import { removedVariable } from "./removed-variable.ts";
import { staleAllow } from "./stale-allow.ts";
import { staleDocs } from "./stale-docs.ts";
import { undeclaredMention } from "./undeclared-mention.ts";
import { undescribed } from "./undescribed.ts";
import { undocumented } from "./undocumented.ts";
import { unknownField } from "./unknown-field.ts";
import { unread } from "./unread.ts";
import { wholeEnviron } from "./whole-environ.ts";
import { write } from "./write.ts";

/** The rules that `check` runs. */
export const rules: readonly Rule[] = [
  read,
  write,
  wholeEnviron,
  bareField,
  importTimeRead,
  unknownField,
  prefix,
  unread,
  undescribed,
  invalidEntry,
  expiredAlias,
  removedVariable,
  floatingOverride,
  staleAllow,
  invalidAllow,
  staleDocs,
  undocumented,
  undeclaredMention,
];
