/** All that is known of a variable, for people. */
import { constantText } from "../contract/explanation.ts";
import type { Declaration, Explanation, Mention } from "../contract/explanation.ts";
import type { Site } from "../facts.ts";
import { printable } from "../verdict.ts";
import { renderRows } from "./rows.ts";
import type { LabelRow, Page } from "./rows.ts";

/** What it is, where it is declared, read, written and allowed, and what to check where it has no effect. */
export function renderExplanation(explanation: Explanation, effects: readonly string[], page: Page): string {
  const { name, declared, aliasOf, removed, reads, writes, allowed } = explanation;
  const rows: LabelRow[] = [
    ...declared.flatMap(declarationRows),
    ...aliasOf.map(({ at, entry }) => ({ label: "alias", text: `of ${entry.name}${sinceOf(entry, name)}, declared at ${place(at)}` })),
    ...removed.map(({ registry, at, removed: one }) => ({ label: "removed", text: `listed by ${registry} (${place(at)}): ${one.reason}` })),
    ...mentionRows("read", reads),
    ...mentionRows("written", writes),
    ...allowed.map(({ item, file }) => ({ label: "allowed", text: `as ${item.key} in ${file}:${item.at[0]}${item.files === null ? "" : `, in ${item.files.join(", ")}`}${item.key.includes("<") ? "" : `, to ${item.access.join(" and ")}`}: ${item.reason}${item.owner === null ? "" : ` (${item.owner})`}` })),
    ...effects.map((text, index) => ({ label: index === 0 ? "check" : "", text })),
  ];
  const { bold, dim } = page.paint;
  return `${bold(printable(name))}${dim(`  ${printable(standing(explanation))}`)}\n${renderRows(rows, page)}`;
}

function standing({ name, declared, aliasOf, removed, prefixes, allowed }: Explanation): string {
  if (declared[0] !== undefined) return `entry of ${declared.flatMap(({ registries }) => registries).join(", ")}`;
  if (aliasOf[0] !== undefined) return `old name of ${aliasOf[0].entry.name}`;
  if (removed.length > 0) return "removed";
  if (prefixes.length > 0) return `carries the prefix ${prefixes.join(", ")}, and no registry declares it`;
  return allowed.length > 0 ? "owned by others, and allowed" : `neither declared nor allowed: declare ${name} in the registry, or allow it with a reason`;
}

function declarationRows({ at, entry }: Declaration): LabelRow[] {
  const { options, sources } = entry;
  const given = (option: string): string | null => (option in sources ? sources[option]! : option in options ? constantText(options[option]) : null);
  const presence = given("default") !== null ? `default ${given("default")}` : options["required"] === true ? "required" : typeof options["fallbackTo"] === "string" ? `falls back to ${options["fallbackTo"]}` : "optional";
  const facts = [entry.builder ?? "unreadable", ...(entry.choices === null ? [] : [`one of ${entry.choices.join(", ")}`]), presence, ...(entry.category === null ? [] : [`category ${entry.category}`])];
  for (const option of ["lifecycle", "audience", "owner", "disposition", "unprefixed", "readIn"]) if (given(option) !== null) facts.push(`${option} ${given(option)}`);
  if (options["secret"] === true) facts.push("secret");
  return [
    { label: "declared", text: `${place(at)}: ${facts.join(", ")}` },
    ...(entry.description === null ? [] : [{ label: "", text: entry.description }]),
    ...entry.aliases.map((alias) => ({ label: "old name", text: `${alias.name}${sinceOf(entry, alias.name)}` })),
    ...(entry.unreadable.length === 0 ? [] : [{ label: "", text: entry.unreadable.join("; ") }]),
  ];
}

function sinceOf({ aliases }: Declaration["entry"], name: string): string {
  const alias = aliases.find((one) => one.name === name);
  return [...(alias?.since === undefined ? [] : [` since ${alias.since}`]), ...(alias?.removeIn === undefined ? [] : [`, until ${alias.removeIn}`])].join("");
}

const WHEN: Readonly<Record<Mention["timing"], string>> = { import: "while a module loads", start: "when the program starts", call: "when it is called" };

function mentionRows(label: string, mentions: readonly Mention[]): LabelRow[] {
  return mentions.map(({ at, how, as, timing, via, verdict }, index) => {
    const through = via.length === 0 ? "" : `, through ${via.map(place).join(" → ")}`;
    const judged = verdict === null ? "" : ` [${verdict.status} ${verdict.kind}]`;
    return { label: index === 0 ? label : "", text: `${place(at)}:${at.at[1]} by ${how}${as === null ? "" : ` as ${as}`}, ${WHEN[timing]}${through}${judged}` };
  });
}

function place({ path, at }: Site): string {
  return `${path}:${at[0]}`;
}
