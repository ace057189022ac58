import { isComputed } from "../../src/declared.ts";
import { has } from "./fault.ts";
import type { Clause, Fault } from "./fault.ts";

/** It cannot be read statically. */
export const unreadable: Clause = function* ({ entry }) {
  const reasons = entry.unreadable.length > 0 || entry.builder !== null ? entry.unreadable : ["its value is no call of a builder"];
  for (const reason of reasons) yield { what: `it cannot be read statically: ${reason}`, mend: "write the entry out: a call of a builder with constant options" };
};

/** Its category is none of its registry's. */
export const category: Clause = function* ({ entry, registry }) {
  if (registry.categories === null) return;
  const listed = registry.categories.map((one) => JSON.stringify(one)).join(", ") || "none";
  if (entry.category !== null) {
    if (!registry.categories.includes(entry.category)) yield { what: `it has the category ${JSON.stringify(entry.category)}, and ${registry.name} lists ${listed}`, mend: `use a category that ${registry.name} lists, or add it there` };
  } else if (entry.unreadable.length === 0 && !("category" in entry.sources)) {
    yield { what: "it has no category", mend: `add category: one of ${listed}` };
  }
};

const PRESENCE = ["default", "optional", "required", "fallbackTo"];

/** It has exactly one of `default`, `optional`, `required`, `fallbackTo`. */
export const presence: Clause = function* ({ entry }) {
  // `default: undefined` is a default, a wrong one.
  const given = PRESENCE.filter((key) => has(entry, key) || (key === "default" && key in entry.options));
  if (given.length > 1) yield { what: `it has ${given.join(" and ")}, of which only one can hold`, mend: `keep one of ${given.join(", ")}` };
  if (given.length === 0 && entry.unreadable.length === 0) yield { what: "it has no default and is neither optional nor required", mend: "add default, optional: true, required: true or fallbackTo" };
};

const WORDS: readonly (readonly [option: string, words: readonly string[]])[] = [
  ["lifecycle", ["stable", "experimental", "diagnostic", "deprecated"]],
  ["disposition", ["promote", "request-scope", "external", "internalize", "remove"]],
  ["audience", ["public", "internal"]],
];

/** Its lifecycle, disposition or audience is no such word; it is deprecated without a word on what to use instead or why, or is to be promoted all the same. */
export const lifecycle: Clause = function* ({ entry }): Generator<Fault> {
  const { options } = entry;
  for (const [option, words] of WORDS) {
    const word = options[option];
    if (word === undefined || isComputed(word) || words.includes(String(word))) continue;
    yield { what: `its ${option} ${JSON.stringify(word)} is none of ${words.join(", ")}`, mend: `write one of them as ${option}, or leave it out` };
  }
  if (options["lifecycle"] !== "deprecated") return;
  const note = options["lifecycleNote"];
  const said = typeof note === "string" ? note.trim() !== "" : has(entry, "lifecycleNote");
  if (!said) yield { what: "it is deprecated without a replacement or a reason", mend: "add lifecycleNote with the replacement or the reason" };
  if (options["disposition"] === "promote") yield { what: "it is deprecated and is to be promoted", mend: 'delete one of the two, or write disposition: "remove"' };
};
