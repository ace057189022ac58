/** The report for code scanning: SARIF 2.1.0 (OASIS), one run, always a whole document. */
import type { At } from "../facts.ts";
import type { Rule } from "../rule.ts";
import { exitCode } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { fingerprint, itemsOf } from "./items.ts";
import type { Item, ItemOptions, State } from "./items.ts";
import { jsonText } from "./json.ts";
import type { Failure, Tool } from "./json.ts";
import { uriOf } from "./uri.ts";

export interface SarifOptions {
  readonly tool: Tool;
  /** Every kind that there is: whoever reads the document learns what a kind means, and how to mend it. */
  readonly rules: readonly Rule[];
}

/** The document of a run that came to a verdict. What could not be parsed is no result but a notification: the run did not succeed. */
export function renderSarif(verdict: Verdict, options: ItemOptions & SarifOptions): string {
  const items = itemsOf(verdict, options);
  const rules = [...options.rules.map(descriptor), ...BASELINE_RULES];
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const code = exitCode(verdict);
  return document(options.tool, rules, {
    invocations: [{ executionSuccessful: verdict.complete, exitCode: code, toolExecutionNotifications: items.filter(({ state }) => state === "unparsed").map(notification) }],
    results: items.filter(({ state }) => state !== "unparsed").map((item) => result(item, indexes)),
  });
}

/** The document of a run that a mistake or a bug ended. */
export function renderSarifFailure({ message, mend }: Failure, { tool, rules }: SarifOptions): string {
  const failure = { level: "error", descriptor: { id: "error" }, message: { text: `${message}\n${mend}` } };
  return document(tool, [...rules.map(descriptor), ...BASELINE_RULES], { invocations: [{ executionSuccessful: false, exitCode: 2, toolConfigurationNotifications: [failure] }], results: [] });
}

interface Descriptor {
  readonly id: string;
  readonly [property: string]: unknown;
}

/** What is no kind, but fails a check as one does. */
const BASELINE_RULES: readonly Descriptor[] = [
  described("stale", "an entry of the baseline whose violation is gone", "Debt that is paid must leave the list, or the same debt could be made again unseen.", "Run `env-contract baseline prune`."),
  described("grown", "a baseline gained an entry, or a configuration lets more pass", "The baseline lists the debt of the day that the check came in, and only shrinks; so does what a configuration lets pass.", "Mend the violation, or let those decide who decide about debt."),
];

const NOTIFICATIONS: readonly Descriptor[] = [
  described("unparsed", "a file could not be read or parsed", "A check that did not see all the code proves nothing about the rest: nothing is stale or clean before.", "Mend the file, or exclude it in the configuration."),
  described("error", "the run came to no verdict", "There is a mistake in the command line or the configuration, or a fault of the tool.", "Do what the message says."),
];

function descriptor({ name, summary, why, instead }: Rule): Descriptor {
  return described(name, summary, why, instead);
}

function described(id: string, summary: string, why: string, instead: string): Descriptor {
  return {
    id,
    shortDescription: { text: plain(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`) },
    fullDescription: { text: plain(why) },
    help: { text: plain(`${why}\n\n${instead}`), markdown: `${why}\n\n${instead}` },
    defaultConfiguration: { level: "error" },
  };
}

/** Rules say code in Markdown's way. */
function plain(text: string): string {
  return text.replaceAll("`", "");
}

function document(tool: Tool, rules: readonly Descriptor[], run: object): string {
  return jsonText({
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: tool.name, version: tool.version, semanticVersion: tool.version, rules, notifications: NOTIFICATIONS } },
        columnKind: "utf16CodeUnits",
        // Without an address: the same document on every machine.
        originalUriBaseIds: { [TOP]: { description: { text: "The top of the repository." } } },
        ...run,
      },
    ],
  });
}

const TOP = "SRCROOT";
const LEVELS: Readonly<Record<State, string>> = { unparsed: "error", new: "error", grown: "error", stale: "error", known: "warning", allowed: "note" };
const BASELINE_STATES: Readonly<Record<State, string>> = { unparsed: "new", new: "new", grown: "new", stale: "absent", known: "unchanged", allowed: "unchanged" };

function result(item: Item, indexes: ReadonlyMap<string, number>): object {
  const { state, kind, name, advice, place, related } = item;
  const index = indexes.get(kind);
  return {
    ruleId: kind,
    ...(index !== undefined && { ruleIndex: index }),
    level: LEVELS[state],
    message: { text: `${kind} ${name}: ${advice}` },
    locations: [location(place, regionOf(item))],
    ...(related.length > 0 && { relatedLocations: related.map(({ site, role }) => ({ ...location(site.path, rangeOf(site.at)), message: { text: role === "declared" ? "declared here" : "on the way to the access" } })) }),
    partialFingerprints: { "envContractLine/v1": fingerprint(item) },
    baselineState: BASELINE_STATES[state],
    ...(state === "allowed" && { suppressions: [{ kind: "external", status: "accepted", justification: "allowed in the configuration, with a reason" }] }),
  };
}

function notification(item: Item): object {
  const { name, advice, place } = item;
  return { level: "error", descriptor: { id: "unparsed" }, message: { text: `unparsed ${name}: ${advice}` }, locations: [location(place, regionOf(item))] };
}

function location(path: string, region: object): object {
  return { physicalLocation: { artifactLocation: { uri: uriOf(path), uriBaseId: TOP }, region } };
}

function regionOf({ line, at }: Item): object {
  return at === null ? { startLine: line } : rangeOf(at);
}

function rangeOf([startLine, startColumn, endLine, endColumn]: At): object {
  return { startLine, startColumn, endLine, endColumn };
}
