/** The report for tools: one document, always (SPEC: version 1, only ever gains fields). */
import { exitCode } from "../verdict.ts";
import type { Summary, Unparsed, Verdict, Violation } from "../verdict.ts";
import { STALE_MEND } from "./plain.ts";
import { shown } from "./shown.ts";
import type { Extent } from "./shown.ts";

export interface Tool {
  readonly name: string;
  readonly version: string;
}

/** What ended a run before it came to a verdict, and how to mend it. */
export interface Failure {
  readonly message: string;
  readonly mend: string;
}

/** The document of a run that came to a verdict. Each path is relative to the folder of its configuration, which `folder` names from `root`. */
export function renderJson(verdict: Verdict, options: { readonly tool: Tool; readonly extent: Extent }): string {
  return jsonText({
    version: 1,
    tool: options.tool,
    root: verdict.root,
    complete: verdict.complete,
    error: null,
    exitCode: exitCode(verdict),
    filesChecked: verdict.filesChecked,
    skipped: verdict.skipped.map(({ path, folder, reason }) => ({ path, folder, reason })),
    unparsed: verdict.unparsed.map(unparsedOf),
    violations: shown(verdict, options.extent).map(violationOf),
    stale: verdict.stale.map(({ path, folder, entry, line, reason }) => ({ entry, line, reason, mend: STALE_MEND, path, folder })),
    moved: verdict.moved.map(({ path, folder, from, to, entry }) => ({ from, to, entry, path, folder })),
    grown: verdict.grown.map(({ path, folder, entry, line }) => ({ entry, line, path, folder })),
    notices: verdict.notices,
    summary: counts(verdict.summary),
    configurations: verdict.parts.map(({ folder, config, baseline, complete, filesChecked, summary, off }) => ({ folder, config, baseline, complete, filesChecked, off, summary: counts(summary) })),
  });
}

/** The document of a run that a mistake or a bug ended: no verdict, exit code 2. */
export function renderJsonFailure(failure: Failure, options: { readonly tool: Tool; readonly root: string }): string {
  return jsonText({
    version: 1,
    tool: options.tool,
    root: options.root,
    complete: false,
    error: { message: failure.message, mend: failure.mend },
    exitCode: 2,
    filesChecked: 0,
    skipped: [],
    unparsed: [],
    violations: [],
    stale: [],
    moved: [],
    grown: [],
    notices: [],
    summary: { new: 0, known: 0, stale: 0, grown: 0, byKind: {} },
    configurations: [],
  });
}

function counts({ new: fresh, known, stale, grown, byKind }: Summary): object {
  return { new: fresh, known, stale, grown, byKind };
}

function unparsedOf({ path, folder, reason, at, message }: Unparsed): object {
  return { path, folder, reason, line: at[0], column: at[1], message };
}

function violationOf({ path, folder, kind, name, form, timing, status, at, message, mend, declaredAt, via }: Violation): object {
  return {
    path,
    folder,
    kind,
    name,
    form,
    timing,
    status,
    line: at[0],
    column: at[1],
    endLine: at[2],
    endColumn: at[3],
    message,
    mend,
    ...(declaredAt && { declaredAt: { path: declaredAt.path, line: declaredAt.at[0], column: declaredAt.at[1] } }),
    ...(via.length > 0 && { via: via.map((site) => ({ path: site.path, line: site.at[0] })) }),
  };
}

/** Control characters and reordering marks that JSON leaves as they are become escapes: the document may be read on a terminal. */
export function jsonText(document: object): string {
  const text = JSON.stringify(document, null, 2).replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `${text}\n`;
}
