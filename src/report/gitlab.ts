/** The report for GitLab's Code Quality: a JSON array of issues. */
import type { Verdict } from "../verdict.ts";
import { fingerprint, itemsOf } from "./items.ts";
import type { Item, ItemOptions, State } from "./items.ts";
import { jsonText } from "./json.ts";
import type { Failure } from "./json.ts";

const SEVERITIES: Readonly<Record<State, string>> = { unparsed: "blocker", new: "major", grown: "major", stale: "major", known: "minor", allowed: "info" };

/** One issue for each item; its fingerprint has no line, so that GitLab knows it again. */
export function renderGitlab(verdict: Verdict, options: ItemOptions): string {
  return jsonText(itemsOf(verdict, options).map(issue));
}

/** A mistake or a bug as the one issue: an empty array would say that all is well. It stands at the configuration, which most mistakes are about. */
export function renderGitlabFailure({ message, mend }: Failure): string {
  const place = "env-contract.json";
  return jsonText([{ description: `${message}; ${mend}`, check_name: "error", fingerprint: fingerprint({ place, kind: "error", name: message, ordinal: 1 }), severity: "blocker", location: { path: place, lines: { begin: 1, end: 1 } } }]);
}

function issue(item: Item): object {
  const { state, kind, name, advice, place, line, at } = item;
  return { description: `${kind} ${name}: ${advice}`, check_name: kind, fingerprint: fingerprint(item), severity: SEVERITIES[state], location: { path: place, lines: { begin: line, end: at?.[2] ?? line } } };
}
