/** The outcome of a run: what compare makes of the violations and every report renders. */
import type { At, Form, Problem, Site, Timing } from "./facts.ts";

export type Status = "new" | "known" | "allowed";

export interface Violation {
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  readonly form: Form | null;
  readonly timing: Timing | null;
  readonly status: Status;
  readonly at: At;
  readonly message: string;
  readonly mend: string;
  readonly declaredAt: Site | null;
  readonly via: readonly Site[];
}

/** A baseline entry whose violation is gone; `line` is its line in the baseline file. */
export interface Stale {
  readonly entry: string;
  readonly line: number;
  readonly reason: string;
}

/** A new and a stale line that differ in the path only. */
export interface Moved {
  readonly from: string;
  readonly to: string;
  readonly entry: string;
}

export interface Skipped {
  readonly path: string;
  readonly reason: string;
}

export interface Unparsed extends Problem {
  readonly path: string;
}

export interface Verdict {
  /** Absolute folder that paths are relative to. */
  readonly root: string;
  /** The configuration file, relative to root; null without one. */
  readonly config: string | null;
  readonly baseline: string;
  /** False if a file could not be read or parsed, or no file was checked. */
  readonly complete: boolean;
  readonly filesChecked: number;
  readonly skipped: readonly Skipped[];
  readonly unparsed: readonly Unparsed[];
  /** Sorted by printed line (code unit), then place. */
  readonly violations: readonly Violation[];
  readonly stale: readonly Stale[];
  readonly moved: readonly Moved[];
  readonly grown: readonly { readonly entry: string }[];
  readonly notices: readonly string[];
  /** Kinds that did not run. */
  readonly off: readonly string[];
  /** Kinds that may never be known (`invalid-entry`, …) need no baseline advice. */
  readonly summary: Summary;
}

export interface Summary {
  readonly new: number;
  readonly known: number;
  readonly allowed: number;
  readonly stale: number;
  readonly grown: number;
  readonly byKind: Readonly<Record<string, number>>;
}

/** One line of a baseline; `line` is where it stands in the file, from 1. */
export interface BaselineEntry {
  readonly entry: string;
  readonly line: number;
}

/** Kinds that are mended at once: a baseline cannot hold them. `unparsed` is no violation and cannot be held either. */
export const NEVER_KNOWN: ReadonlySet<string> = new Set(["invalid-entry", "invalid-allow", "stale-allow", "unparsed"]);

/** `<path>: <kind> <name>`: the identity of a violation in output and baseline, always one line. */
export function line(violation: { readonly path: string; readonly kind: string; readonly name: string }): string {
  return printable(`${violation.path}: ${violation.kind} ${violation.name}`);
}

/** The parts of a line that `line` made, or null for any other text. */
export function parseLine(text: string): { readonly path: string; readonly kind: string; readonly name: string } | null {
  const match = /^(.+?): ([a-z]+(?:-[a-z]+)*) (.+)$/su.exec(text);
  return match === null ? null : { path: match[1] ?? "", kind: match[2] ?? "", name: match[3] ?? "" };
}

/** The same text with nothing in it that could move a terminal's cursor, break a line or reverse its order. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** Code-unit order: the same on every machine, unlike `localeCompare`. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** 0 clean; 1 new, stale or grown; 2 incomplete (SPEC's exit codes; usage and internal errors are 2 at their source). */
export function exitCode(verdict: Verdict): 0 | 1 | 2 {
  if (!verdict.complete) return 2;
  return verdict.summary.new + verdict.summary.stale + verdict.summary.grown > 0 ? 1 : 0;
}

/** A mistake of the user: printed without a stack, exit 2. `mend` says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly mend: string;
  constructor(message: string, mend: string) {
    super(message);
    this.mend = mend;
  }
}
