/** The outcome of a run: what compare makes of the violations and every report renders. */
import { posix } from "node:path";
import type { At, Form, Problem, Site, Timing } from "./facts.ts";

export type Status = "new" | "known" | "allowed";

/** What stands in a file of one configuration: `path` is relative to its folder, and `folder` leads there from the root of the run. */
export interface Located {
  readonly path: string;
  /** POSIX; "." at the root of the run. */
  readonly folder: string;
}

export interface Violation extends Located {
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

/** A baseline entry whose violation is gone; `path` is the baseline's, `line` its line there. */
export interface Stale extends Located {
  readonly entry: string;
  readonly line: number;
  readonly reason: string;
}

/** An entry that a baseline gained, or a way in which a configuration lets more pass; `path` is that file's. */
export interface Grown extends Located {
  readonly entry: string;
  /** Of the entry in a baseline; 1 in a configuration. */
  readonly line: number;
}

/** A new and a stale line that differ in the path only; `path` is the baseline's. */
export interface Moved extends Located {
  readonly from: string;
  readonly to: string;
  readonly entry: string;
}

export interface Skipped extends Located {
  readonly reason: string;
}

export interface Unparsed extends Problem, Located {}

/** What a run says of one configuration. */
export interface Part {
  /** POSIX, from the root of the run. */
  readonly folder: string;
  /** The configuration file and the baseline, relative to the folder; `config` is null without one. */
  readonly config: string | null;
  readonly baseline: string;
  readonly complete: boolean;
  readonly filesChecked: number;
  readonly summary: Summary;
  /** Kinds that did not run. */
  readonly off: readonly string[];
}

export interface Verdict {
  /** Absolute: the folder of the outermost configuration of the run. */
  readonly root: string;
  /** One for each configuration, sorted by folder. */
  readonly parts: readonly Part[];
  /** False if a file could not be read or parsed, or no file was checked. */
  readonly complete: boolean;
  readonly filesChecked: number;
  readonly skipped: readonly Skipped[];
  readonly unparsed: readonly Unparsed[];
  /** Sorted by configuration, printed line (code unit) and place. */
  readonly violations: readonly Violation[];
  readonly stale: readonly Stale[];
  readonly moved: readonly Moved[];
  readonly grown: readonly Grown[];
  readonly notices: readonly string[];
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

/** The line as a baseline is read: with `/` for `\\` in the path, whatever system wrote it. */
export function listedLine(violation: { readonly path: string; readonly kind: string; readonly name: string }): string {
  return line({ ...violation, path: slashed(violation.path) });
}

/** The path with `/` between folders. */
export function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

/** Where a file is found: its path from the root of the run. */
export function placeOf({ folder, path }: Located): string {
  return posix.join(folder, path);
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
