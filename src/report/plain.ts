/** The report for pipes and files: one line per occurrence, and what to do about it apart. */
import { byCodeUnit, line, placeOf, printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { shown, surpluses } from "./shown.ts";
import type { Extent } from "./shown.ts";

/** The command that removes stale entries. */
export const PRUNE = "env-contract baseline prune";

/** The command that writes the new path of what moved. */
export const MOVE = "env-contract baseline move";

/** How to mend a stale entry. */
export const STALE_MEND = `run ${PRUNE}`;

/** Why what grew is at fault. */
export const GROWN = "debt only shrinks, and so does what a configuration lets pass";

/** `<path>: <kind> <name>`, `<path>: unparsed <reason>` and `<baseline>: stale <entry>`, sorted by code unit; empty where there is nothing to say. A line is the same from wherever its configuration is checked. */
export function renderPlain(verdict: Verdict, extent: Extent): string {
  const lines = [
    ...shown(verdict, extent).map(line),
    ...verdict.unparsed.map(({ path, reason }) => printable(`${path}: unparsed ${reason}`)),
    ...verdict.stale.map(({ path, entry }) => printable(`${path}: stale ${entry}`)),
    ...verdict.grown.map(({ path, entry }) => printable(`${path}: grown ${entry}`)),
  ];
  return joined(lines.sort(byCodeUnit));
}

/** Kinds of which `kind name` says what is wrong: the message would only repeat it. */
export const SAID: ReadonlySet<string> = new Set(["read", "write"]);

/** `path:line:col: kind name: what is wrong; mend`, with the path from the root of the run, for each new violation, and the same for what is unparsed, stale and moved. */
export function renderAdvice(verdict: Verdict): string {
  const surplus = surpluses(verdict);
  const lines: string[] = [];
  for (const one of verdict.unparsed) {
    const { reason, at, message } = one;
    lines.push(`${placeOf(one)}:${at[0]}:${at[1]}: unparsed ${reason}: ${message}`);
  }
  for (const violation of verdict.violations) {
    if (violation.status !== "new") continue;
    const { kind, name, at, message, mend } = violation;
    const more = surplus.get(violation);
    const advice = [...(more === undefined ? [] : [more]), ...(SAID.has(kind) ? [] : [message]), mend];
    lines.push(`${placeOf(violation)}:${at[0]}:${at[1]}: ${kind} ${name}: ${advice.join("; ")}`);
  }
  for (const one of verdict.stale) lines.push(`${placeOf(one)}:${one.line}:1: stale ${one.entry}: ${one.reason}; ${STALE_MEND}`);
  for (const one of verdict.grown) lines.push(`${placeOf(one)}:${one.line}:1: grown ${one.entry}: ${GROWN}`);
  for (const moved of verdict.moved) lines.push(movedText(moved));
  return joined(lines.map(printable));
}

/** `moved: src/old.ts to src/new.ts: read ACME_A`. */
export function movedText({ from, to, entry }: Verdict["moved"][number]): string {
  return `moved from ${from} to ${to}: ${entry.slice(from.length + 2)} is both stale and new: run ${MOVE}, or write the new path in the baseline`;
}

function joined(lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
