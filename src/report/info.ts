/** The environment section of a bug report. */
import type { Info, PublicVariable } from "../contract/info.ts";
import { byCodeUnit, printable } from "../verdict.ts";
import { jsonText } from "./json.ts";
import type { Tool } from "./json.ts";
import { markdownTable } from "./markdown.ts";

/** Markdown, to be pasted; one table, aligned so that it can be read as it is. */
export function renderInfo({ entries, allowed }: Info): string {
  const rows = [
    ...entries.map((entry) => [`\`${entry.name}\``, stateOf(entry), entry.value === null ? "" : code(entry.value)]),
    ...allowed.map(({ name, state }) => [`\`${name}\``, state, ""]),
  ].sort((a, b) => byCodeUnit(a[0]!, b[0]!));
  return rows.length === 0 ? "The contract names no public variable.\n" : markdownTable(["Variable", "State", "Value"], rows);
}

/** The same as a document: names of others have no value. */
export function renderInfoJson({ entries, allowed, unreadable }: Info, { tool, complete }: { readonly tool: Tool; readonly complete: boolean }): string {
  return jsonText({ version: 1, tool, complete, entries, allowed, unreadable });
}

function stateOf({ state, alias, expected }: PublicVariable): string {
  const by = alias === null ? "" : `, as \`${alias}\``;
  return expected === null ? `${state}${by}` : `${state}${by}: expected ${expected}`;
}

/** A code span that holds any text: its fence is longer than each run of backticks within. */
function code(text: string): string {
  const shown = printable(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = shown === "" || /^[` ]|[` ]$/.test(shown) ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}
