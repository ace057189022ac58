/** The report that editors and grep understand. */
import { printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { shown } from "./shown.ts";
import type { Extent } from "./shown.ts";

/** `path:line:col: kind name: message`, one line each; the stale entries last. */
export function renderUnix(verdict: Verdict, extent: Extent): string {
  const lines = [
    ...verdict.unparsed.map(({ path, at, reason, message }) => `${path}:${at[0]}:${at[1]}: unparsed ${reason}: ${message}`),
    ...shown(verdict, extent).map(({ path, at, kind, name, message }) => `${path}:${at[0]}:${at[1]}: ${kind} ${name}: ${message}`),
    ...verdict.stale.map(({ entry, line, reason }) => `${verdict.baseline}:${line}:1: stale ${entry}: ${reason}`),
    ...verdict.grown.map(({ entry }) => `${verdict.baseline}:1:1: grown ${entry}: the baseline only shrinks`),
  ];
  return lines.map((text) => `${printable(text)}\n`).join("");
}
