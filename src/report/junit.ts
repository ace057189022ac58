/** The report for whatever reads JUnit's XML: a test suite for each file, a test case for each item. */
import { printable } from "../verdict.ts";
import type { Verdict } from "../verdict.ts";
import { itemsOf } from "./items.ts";
import type { Item, ItemOptions, State } from "./items.ts";
import type { Failure, Tool } from "./json.ts";
import { amount } from "./summary.ts";
import { unixLine } from "./unix.ts";

/** What fails a check is a failure, what could not be parsed an error; what is known or allowed is skipped. A check that says nothing is one case that passes. */
export function renderJunit(verdict: Verdict, options: ItemOptions & { readonly tool: Tool }): string {
  const files = new Map<string, Item[]>();
  for (const item of itemsOf(verdict, options)) {
    const same = files.get(item.place);
    if (same === undefined) files.set(item.place, [item]);
    else same.push(item);
  }
  const { name } = options.tool;
  const suites = [...files].map(([place, items]) => suiteOf(place, items));
  if (suites.length === 0) suites.push({ name, cases: [element("testcase", { name: `checks ${amount(verdict.filesChecked, "file")}`, classname: name, time: 0 })], failures: 0, errors: 0, skipped: 0 });
  return document(name, suites);
}

/** A mistake or a bug as the one case, an error. */
export function renderJunitFailure({ message, mend }: Failure, { tool: { name } }: { readonly tool: Tool }): string {
  const body = element("error", { message, type: "error" }, [escaped(`${message}\n${mend}`)]);
  return document(name, [{ name, cases: [element("testcase", { name: "runs", classname: name, time: 0 }, [body])], failures: 0, errors: 1, skipped: 0 }]);
}

interface Suite {
  readonly name: string;
  /** Elements. */
  readonly cases: readonly string[];
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

type Result = "failure" | "error" | "skipped";

const RESULTS: Readonly<Record<State, Result>> = { unparsed: "error", new: "failure", grown: "failure", stale: "failure", known: "skipped", allowed: "skipped" };

function suiteOf(place: string, items: readonly Item[]): Suite {
  const count = (result: Result): number => items.filter(({ state }) => RESULTS[state] === result).length;
  return { name: place, cases: items.map(caseOf), failures: count("failure"), errors: count("error"), skipped: count("skipped") };
}

function caseOf(item: Item): string {
  const { state, kind, name, advice, place, line, ordinal } = item;
  const result = RESULTS[state];
  const message = result === "skipped" ? `${state}: ${advice}` : advice;
  const body = result === "skipped" ? element(result, { message }) : element(result, { message, type: kind }, [escaped(unixLine(item))]);
  // Readers compare runs by the name: no line, and no two alike.
  return element("testcase", { name: `${kind} ${name}${ordinal === 1 ? "" : ` #${ordinal}`}`, classname: place, file: place, line, time: 0 }, [body]);
}

function document(name: string, suites: readonly Suite[]): string {
  const sum = (of: (suite: Suite) => number): number => suites.reduce((before, suite) => before + of(suite), 0);
  const total = { tests: sum(({ cases }) => cases.length), failures: sum(({ failures }) => failures), errors: sum(({ errors }) => errors), time: 0 };
  const body = suites.map(({ cases, failures, errors, skipped, name: file }) => element("testsuite", { name: file, tests: cases.length, failures, errors, skipped, time: 0 }, cases));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name, ...total }, body)}\n`;
}

function element(tag: string, attributes: Readonly<Record<string, string | number>>, content: readonly string[] = []): string {
  const head = `${tag}${Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(`${value}`)}"`).join("")}`;
  if (content.length === 0) return `<${head}/>`;
  const nested = content.some((text) => text.startsWith("<"));
  return nested ? `<${head}>\n${content.map((text) => text.replace(/^(?=\s*<)/gmu, "  ")).join("\n")}\n</${tag}>` : `<${head}>${content.join("")}</${tag}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

/** XML has no way at all to write most control characters, halves of surrogate pairs and two noncharacters. */
function escaped(text: string): string {
  return text.split(/\r?\n/u).map(printable).join("\n").replace(/[<>&"]/gu, (character) => ENTITIES[character]!).replace(/[\ufffe\uffff\p{Surrogate}]/gu, "\ufffd");
}
