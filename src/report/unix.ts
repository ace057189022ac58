/** The report that editors and grep understand. */
import { placeOf, printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { GROWN } from "./plain.ts";
import { shown } from "./shown.ts";
import type { Extent } from "./shown.ts";

/** `path:line:col: kind name: message`, one line each, with the path from the root of the run; the stale entries last. */
export function renderUnix(verdict: Verdict, extent: Extent): string {
  const lines = [
    ...verdict.unparsed.map((one) => `${placeOf(one)}:${one.at[0]}:${one.at[1]}: unparsed ${one.reason}: ${one.message}`),
    ...shown(verdict, extent).map((one) => `${placeOf(one)}:${one.at[0]}:${one.at[1]}: ${one.kind} ${one.name}: ${one.message}`),
    ...verdict.stale.map((one) => `${placeOf(one)}:${one.line}:1: stale ${one.entry}: ${one.reason}`),
    ...verdict.grown.map((one) => `${placeOf(one)}:${one.line}:1: grown ${one.entry}: ${GROWN}`),
  ];
  return lines.map((text) => `${printable(text)}\n`).join("");
}
