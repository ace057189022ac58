/** What changed in the contract, for people and for tools. */
import { IMPACTS } from "../contract/change.ts";
import type { Change, Impact } from "../contract/change.ts";
import type { Step } from "../contract/diff.ts";
import { printable } from "../verdict.ts";
import { jsonText } from "./json.ts";
import type { Page } from "./rows.ts";
import { outdented } from "./summary.ts";
import { renderTable } from "./table.ts";

export interface Diff {
  readonly changes: readonly Change[];
  readonly step: Step;
  readonly since: { readonly ref: string; readonly commit: string; readonly release: string | null };
}

/** The step first, then a table for each impact. */
export function renderDiff({ changes, step, since }: Diff, page: Page): string {
  const counts = IMPACTS.map((impact) => [impact, changes.filter((change) => change.impact === impact)] as const).filter(([, of]) => of.length > 0);
  const told = counts.map(([impact, of]) => `${of.length} ${impact}`).join(", ") || "the contract is the same";
  const paint = step === "major" ? page.paint.bad : page.paint.bold;
  const head = outdented([{ text: step === "none" ? "no release is needed" : step, paint }, { text: printable(` since ${since.ref}: ${told}`) }], page.columns);
  return head + counts.map(([impact, of]) => `\n${heading(impact, page)}\n${renderTable(["name", "change", "before", "after", "note"], of.map(rowOf), page)}`).join("");
}

/** One document: `step`, and each change with its `impact`; places of what is gone are those of the revision. */
export function renderDiffJson({ changes, step, since }: Diff, head: object): string {
  const summary = Object.fromEntries(IMPACTS.map((impact) => [impact, changes.filter((change) => change.impact === impact).length]));
  return jsonText({ ...head, since, step, summary, changes: changes.map(({ at, ...change }) => ({ ...change, path: at.path, line: at.at[0], column: at.at[1] })) });
}

function heading(impact: Impact, { paint }: Page): string {
  return impact === "breaking" ? paint.bad(impact) : paint.bold(impact);
}

function rowOf({ name, change, what, before, after, note }: Change): string[] {
  const said = change === "changed" ? what! : what === null ? change : `${what} ${change}`;
  return [name, said, before ?? "", after ?? "", note ?? ""];
}
