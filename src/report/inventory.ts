/** The inventory, for people and for tools. */
import { counts } from "../contract/counts.ts";
import type { Named, Part, UseSite } from "../contract/inventory.ts";
import { byCodeUnit, printable } from "../verdict.ts";
import { jsonText } from "./json.ts";
import type { Page } from "./rows.ts";
import { renderTable } from "./table.ts";

/** One row a name, as wide as the page; columns that say nothing are left out. Several configurations have a heading each. */
export function renderInventory(parts: readonly Part[], page: Page): string {
  const tables = parts.filter(({ variables }) => variables.length > 0).map(({ folder, variables }) => (parts.length === 1 ? "" : `${page.paint.path(printable(folder))}\n`) + renderTable(HEAD, variables.map(rowOf), page));
  return tables.join("\n");
}

const HEAD = ["name", "class", "owner", "lifecycle", "disposition", "secret", "read", "sites"];

function rowOf(one: Named): string[] {
  return [one.name, one.class, one.owner ?? "", lifecycleText(one), one.disposition ?? "", one.secret ? "secret" : "", one.timing ?? "", sitesText(one.sites)];
}

/** `declared` and `allowed` are bare lists of names, for scripts; patterns of the allowlist end in `*`. Each place is relative to its configuration's `folder`. Names only, never a value. */
export function renderInventoryJson(parts: readonly Part[], head: object): string {
  const all = parts.flatMap(({ folder, variables }) => variables.map((one) => ({ folder, ...one })));
  return jsonText({
    ...head,
    declared: namesOf(all.filter(({ type, aliasOf }) => type !== null && aliasOf === null)),
    allowed: namesOf(all.filter(({ allowedBy }) => allowedBy !== null)),
    variables: all.map(({ declaredAt, sites, ...rest }) => ({
      ...rest,
      declaredAt: declaredAt && { path: declaredAt.path, line: declaredAt.at[0], column: declaredAt.at[1] },
      sites: sites.map(({ path, at, use, timing, test }) => ({ path, line: at[0], column: at[1], use, timing, test })),
    })),
    counts: counts(all),
  });
}

function namesOf(variables: readonly Named[]): string[] {
  return [...new Set(variables.map(({ name }) => name))].sort(byCodeUnit);
}

/** What the class does not say already. */
function lifecycleText({ class: is, lifecycle }: Named): string {
  return lifecycle === null || lifecycle === "stable" || lifecycle === is ? "" : lifecycle;
}

/** `src/smtp.ts:23 +2`: the first in code, if there is one. */
function sitesText(sites: readonly UseSite[]): string {
  const first = sites.find(({ use }) => use !== "mention") ?? sites[0];
  if (first === undefined) return "";
  return `${first.path}:${first.at[0]}${sites.length > 1 ? ` +${sites.length - 1}` : ""}`;
}
