/** The report that editors and grep understand. */
import { printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { itemsOf } from "./items.ts";
import type { Item } from "./items.ts";
import type { Extent } from "./shown.ts";

/** `path:line:col: kind name: what is wrong; mend`, one line each, with the path from the root of the run. */
export function renderUnix(verdict: Verdict, extent: Extent): string {
  return itemsOf(verdict, { extent, base: "." }).map((item) => `${unixLine(item)}\n`).join("");
}

/** One item in the line that editors and grep understand. */
export function unixLine({ kind, name, advice, place, line, at }: Item): string {
  return `${printable(place)}:${line}:${at?.[1] ?? 1}: ${kind} ${name}: ${advice}`;
}
