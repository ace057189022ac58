/** Verdicts for the tests of formats. */
import type { Rule } from "../rule.ts";
import type { Verdict, Violation } from "../verdict.ts";
import type { ItemOptions } from "./items.ts";
import type { SarifOptions } from "./sarif.ts";

/** Everything that a path or a name could make a format stumble over. */
export const NASTY = "a b%20:,;=|`*_<&>\"'[x](y)#?\\{0}&amp;]]>@é日😀::error::\u001b[31m\u0000\u0007\u202e\r\n\u2028\ufffe\ud800--";

/** A verdict without a finding. */
export const CLEAN: Verdict = {
  root: "/project",
  parts: [{ folder: ".", config: "env-contract.json", baseline: "known-violations.json", complete: true, filesChecked: 12, summary: { new: 0, known: 0, allowed: 0, stale: 0, grown: 0, byKind: {} }, off: [] }],
  complete: true,
  filesChecked: 12,
  skipped: [],
  unparsed: [],
  violations: [],
  stale: [],
  moved: [],
  grown: [],
  notices: [],
  summary: { new: 0, known: 0, allowed: 0, stale: 0, grown: 0, byKind: {} },
};

/** A new read of a variable, unless `rest` says otherwise. */
export function read(name: string, rest: Partial<Violation> = {}): Violation {
  return { path: "src/mail.ts", folder: ".", kind: "read", name, form: "member", timing: "call", status: "new", at: [3, 51, 3, 77], message: `reads ${name} past the registry`, mend: `write envs.${name}.get()`, declaredAt: null, via: [], ...rest };
}

/** One item of each state, with a stale entry that moved and a line of which more is found than listed. */
export const FULL: Verdict = {
  ...CLEAN,
  complete: false,
  skipped: [{ path: "video.ts", folder: ".", reason: "MPEG" }],
  unparsed: [{ path: "src/broken.ts", folder: ".", reason: "syntax", at: [2, 4, 2, 5], message: "expression expected" }],
  violations: [
    read("NODE_ENV", { status: "allowed" }),
    read("ACME_SMTP_HOST", { declaredAt: { path: "src/envs.ts", at: [14, 3, 14, 17] }, via: [{ path: "src/read.ts", at: [4, 1, 5, 9] }] }),
    read("ACME_SMTP_PORT", { status: "known", at: [4, 27, 4, 53] }),
    read("ACME_SMTP_PORT", { at: [6, 27, 8, 3] }),
    read("ACME_SMTP_HOST", { folder: "packages/web" }),
    read("TZ", { status: "known", folder: "packages/web" }),
  ],
  stale: [
    { path: "known-violations.json", folder: ".", entry: "src/old.ts: read ACME_SMTP_HOST", line: 4, reason: "the file is gone" },
    { path: "known-violations.json", folder: "packages/web", entry: "src/c.ts: read ACME_C", line: 2, reason: "no such violation any more" },
  ],
  moved: [{ path: "known-violations.json", folder: ".", from: "src/old.ts", to: "src/mail.ts", entry: "src/old.ts: read ACME_SMTP_HOST" }],
  grown: [{ path: "known-violations.json", folder: "packages/web", entry: "src/d.ts: read ACME_D", line: 3 }],
  summary: { new: 3, known: 2, allowed: 1, stale: 2, grown: 1, byKind: { read: 5 } },
};

/** A verdict each of whose texts is nasty. */
export const HOSTILE: Verdict = {
  ...CLEAN,
  complete: false,
  unparsed: [{ path: `src/${NASTY}.ts`, folder: ".", reason: "syntax", at: [1, 1, 1, 1], message: NASTY }],
  violations: (["new", "known", "allowed"] as const).map((status) => read(NASTY, { status, path: `src/${NASTY}${status}.ts`, folder: `packages/${NASTY}`, message: NASTY, mend: NASTY, declaredAt: { path: NASTY, at: [1, 1, 1, 1] }, via: [{ path: NASTY, at: [1, 1, 1, 1] }] })),
  stale: [{ path: NASTY, folder: ".", entry: `${NASTY}: read ${NASTY}`, line: 1, reason: NASTY }],
  moved: [{ path: NASTY, folder: ".", from: NASTY, to: NASTY, entry: `${NASTY}: read ${NASTY}` }],
  grown: [{ path: NASTY, folder: ".", entry: `${NASTY}: read ${NASTY}`, line: 1 }],
  skipped: [{ path: NASTY, folder: ".", reason: NASTY }],
  notices: [NASTY],
  parts: [{ ...CLEAN.parts[0]!, off: [NASTY] }],
};

const RULE: Rule = { name: "read", summary: "a variable is read past the registry", why: "Such a read has no type.", instead: "Write `envs.NAME.get()`.", check: () => [] };

/** What a format is given, at the top of the repository. */
export const OPTIONS: ItemOptions & SarifOptions = { extent: "new", base: ".", tool: { name: "env-contract", version: "1.2.3" }, rules: [RULE] };
