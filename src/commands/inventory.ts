/** `env-contract inventory`: every name, and what is known of it. */
import type { Change } from "../contract/change.ts";
import { counts, countsMarkdown } from "../contract/counts.ts";
import { contractChanges } from "../contract/diff.ts";
import { inventoryOf } from "../contract/inventory.ts";
import type { Mention, Part } from "../contract/inventory.ts";
import { namesIn } from "../contract/mentions.ts";
import { readPages } from "../files/pages.ts";
import type { View } from "../linked.ts";
import { renderInventory, renderInventoryJson } from "../report/inventory.ts";
import { jsonText } from "../report/json.ts";
import { amount } from "../report/summary.ts";
import type { Settings } from "../settings.ts";
import { analyse, incompleteness } from "./analyse.ts";
import { TOOL } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { readContract } from "./contract.ts";
import { contractAt } from "./revision.ts";

export interface InventoryRequest {
  readonly format: "table" | "json";
  readonly show: "names" | "counts";
  /** `pass`: a name without a class is no reason to fail. */
  readonly unclassified: "fail" | "pass";
  /** A revision, to name the stable public names that are gone since; null for none. */
  readonly against: string | null;
}

/** Lists the names of each configuration of the run, or counts them all; exit code 1 where one has no class and that is to fail, 2 where a file could not be parsed. */
export async function inventoryCommand(request: InventoryRequest, bench: Bench): Promise<Outcome> {
  const { verdict, verdicts, viewOf } = await analyse([], bench, { timed: "every" });
  const parts: Part[] = [];
  const advice: string[] = [];
  for (const [configuration, { parts: [part] }] of verdicts) {
    const { settings } = configuration;
    const view = viewOf(configuration);
    const variables = inventoryOf({ view, settings, mentions: await mentionsOf(settings, view) });
    parts.push({ folder: part!.folder, variables });
    if (request.unclassified === "fail") advice.push(...unclassifiedAdvice({ folder: part!.folder, variables }, settings));
  }
  const breaking = request.against === null ? [] : await goneSince(request.against, bench);
  const stderr = [...verdict.notices.map((notice) => `notice ${notice}`), ...breaking.map(({ name, note }) => `breaking: ${name} is gone since ${request.against}${note === null ? "" : `: ${note}`}`), ...advice, ...(verdict.complete ? [] : [`incomplete: ${incompleteness(verdict)}`])];
  return { stdout: document(parts, request, { complete: verdict.complete, bench, breaking }), stderr: stderr.map((line) => `${line}\n`).join(""), code: !verdict.complete ? 2 : advice.length > 0 ? 1 : 0 };
}

function document(parts: readonly Part[], { format, show }: InventoryRequest, { complete, bench, breaking }: { readonly complete: boolean; readonly bench: Bench; readonly breaking: readonly Change[] }): string {
  const head = { version: 1, tool: { name: TOOL, version: bench.version }, complete, breaking: breaking.map(({ name, note }) => ({ name, note })) };
  if (show === "counts") {
    const all = counts(parts.flatMap(({ variables }) => variables));
    return format === "json" ? jsonText({ ...head, ...all }) : countsMarkdown(all);
  }
  if (format === "json") return renderInventoryJson(parts, head);
  return renderInventory(parts, { paint: bench.stdout.paint, columns: bench.stdout.terminal ? bench.stdout.columns : Infinity });
}

/** Stable public names that the contract had at a revision and has no more. */
async function goneSince(ref: string, bench: Bench): Promise<Change[]> {
  const now = await readContract(bench);
  const { contract } = await contractAt(ref, now.settings, bench);
  return contractChanges(contract?.registries ?? [], now.registries).filter(({ change, impact }) => change === "removed" && impact === "breaking");
}

function unclassifiedAdvice({ folder, variables }: Part, { file, registry }: Settings): string[] {
  const names = variables.filter((one) => one.class === "unclassified").map(({ name }) => name);
  if (names.length === 0) return [];
  const where = folder === "." ? "" : `${folder}: `;
  return [`${where}${amount(names.length, "name")} without a class: ${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}; declare what is yours in ${registry[0] ?? "a registry"}, allow what is not in ${file ?? "env-contract.json"}`];
}

/** The owned names that the pages of the configuration mention. */
async function mentionsOf(settings: Settings, { registries }: View): Promise<Mention[]> {
  const declared = new Set(registries.flatMap(({ entries, removed }) => [...entries.flatMap((entry) => [entry.name, ...entry.aliases.map(({ name }) => name)]), ...removed.map(({ name }) => name)]));
  const isOwned = (word: string): boolean => declared.has(word) || settings.prefixes.some((prefix) => word.startsWith(prefix));
  return (await readPages(settings)).flatMap(({ path, text }) => namesIn(text, isOwned).map(({ name, at }) => ({ name, site: { path, at } })));
}
