/** How the registry says what an expression over a variable says, on every environment that counts. */
import { evaluate, show } from "./evaluate.ts";
import { given, isSet } from "./parse.ts";
import type { Outcome } from "./parse.ts";
import { namedBy, probesOf, SWITCHES } from "./probes.ts";
import { fits } from "./types.ts";
import { claimsPresence, partsOf, reads, within } from "./usage.ts";
import type { Declaration, Shape, Usage } from "./usage.ts";

/** What the library is asked: `envs.NAME.get()`, `!envs.NAME.get()`, and the same of `isSet()`. */
export type Form = "get" | "not-get" | "isSet" | "not-isSet";

export interface Replacement {
  readonly of: Shape;
  readonly by: Form;
}

/** `kept`: the expression gives what it gave; `notes` say which further texts count from now on. `changed`: it would not, for the reason; `instead` is what comes closest. */
export type Simplification =
  | { readonly is: "kept"; readonly replacements: readonly Replacement[]; readonly notes: readonly string[] }
  | { readonly is: "changed"; readonly reason: string; readonly instead: readonly Replacement[] | null };

/** Replaces as much of the expression as the declaration makes redundant, and no more than keeps its value. */
export function simplify(usage: Usage, declaration: Declaration): Simplification {
  const trial: Trial = { usage, declaration, probes: probesOf(usage, declaration), asserted: [...within(usage.shape)].some(claimsPresence) };
  const found = solve(trial, usage.shape);
  if (found !== null) return { is: "kept", replacements: found, notes: notesOf(trial, found) };
  const [closest] = attempts(trial, usage.shape).toSorted((a, b) => a.faults.length - b.faults.length);
  return { is: "changed", reason: closest?.faults[0] ?? `the code uses the text, and the entry is a ${declaration.builder}`, instead: closest?.replacements ?? null };
}

interface Trial {
  readonly usage: Usage;
  readonly declaration: Declaration;
  readonly probes: readonly (string | undefined)[];
  /** The code says that the variable is set. */
  readonly asserted: boolean;
}

/** The outermost replacements first; null where none keeps the value. */
function solve(trial: Trial, shape: Shape): readonly Replacement[] | null {
  for (const by of formsFor(shape, trial)) {
    const whole = [{ of: shape, by }];
    if (fits(trial.usage, trial.declaration, whole) && faultsOf(trial, whole).length === 0) return whole;
  }
  const parts = partsOf(shape).filter(reads);
  if (parts.length === 0) return null;
  const found: Replacement[] = [];
  for (const part of parts) {
    const solved = solve(trial, part);
    if (solved === null) return null;
    found.push(...solved);
  }
  return faultsOf(trial, found).length === 0 ? found : null;
}

interface Attempt {
  readonly replacements: readonly Replacement[];
  readonly faults: readonly string[];
}

/** What can be written at all, with what it would change. */
function attempts(trial: Trial, shape: Shape): Attempt[] {
  const whole = formsFor(shape, trial)
    .map((by) => [{ of: shape, by }])
    .filter((replacements) => fits(trial.usage, trial.declaration, replacements))
    .map((replacements) => ({ replacements, faults: faultsOf(trial, replacements) }));
  const parts = partsOf(shape).filter(reads);
  const [only] = parts;
  return only === undefined || parts.length > 1 ? whole : [...whole, ...attempts(trial, only)];
}

function formsFor(shape: Shape, { declaration }: Trial): readonly Form[] {
  if (shape.is === "assert" || shape.is === "cast") return ["get"];
  if (shape.is === "has" || (shape.is === "compare" && [shape.left, shape.right].some(isAbsence))) return ["isSet", "not-isSet"];
  const values: readonly Form[] = declaration.builder === "bool" ? ["get", "not-get"] : ["get"];
  return shape.is === "read" ? [...values, "isSet"] : [...values, "isSet", "not-isSet"];
}

function isAbsence(side: Shape): boolean {
  return side.is === "literal" && (side.value === undefined || side.value === null || side.value === "undefined");
}

/** What the replacements would change, in words; empty where nothing. */
function faultsOf(trial: Trial, replacements: readonly Replacement[]): string[] {
  return trial.probes.flatMap((text) => faultAt(trial, replacements, text) ?? []);
}

function faultAt(trial: Trial, replacements: readonly Replacement[], text: string | undefined): string | null {
  const { usage, declaration } = trial;
  const before = valueBefore(usage.shape, text);
  const after = valueAfter(usage.shape, replacements, declaration, text);
  const where = text === undefined ? "where it is unset" : `where it is ${JSON.stringify(text)}`;
  if (after.is === "raised") {
    if (before.is === "raised" || usage.sink === "nothing") return null;
    if (text === undefined) return trial.asserted ? null : `${where}, the code goes on with ${show(before)}, and get() raises`;
    if (namedBy(usage).includes(text)) return `the code knows ${JSON.stringify(text)}, which ${declaration.builder} rejects`;
    return text === "" && isHandled(usage, before) ? `${where}, the code goes on with ${show(before)}, and ${declaration.builder} rejects it: emptyIsUnset would not` : null;
  }
  if (isSame(before, after, usage)) return null;
  return usage.sink === "condition" && before.is === "value" && after.is === "value" ? `${where}, the condition holds ${before.value ? "today and would not" : "from then on and does not today"}` : `${where}, the code has ${show(before)} today, and would have ${show(after)}`;
}

/** The code has a word for the empty text: it does the same as where the variable is unset, and does so on purpose. */
function isHandled(usage: Usage, before: Outcome): boolean {
  const unset = valueBefore(usage.shape, undefined);
  const same = unset.is === before.is && show(unset) === show(before) && !["undefined", "NaN"].includes(show(before));
  const asks = usage.sink === "condition" || [...within(usage.shape)].some((part) => (part.is === "otherwise" && part.when === "falsy") || part.is === "choose" || part.is === "and" || (part.is === "apply" && (part.by === "not" || part.by === "Boolean")));
  return same && asks;
}

function valueBefore(shape: Shape, text: string | undefined): Outcome {
  return evaluate(shape, (part) => (part.is === "read" ? { is: "value", value: text } : part.is === "has" ? { is: "value", value: text !== undefined } : undefined));
}

function valueAfter(shape: Shape, replacements: readonly Replacement[], declaration: Declaration, text: string | undefined): Outcome {
  return evaluate(shape, (part) => {
    const replacement = replacements.find(({ of }) => of === part);
    if (replacement === undefined) return part.is === "read" ? { is: "value", value: text } : part.is === "has" ? { is: "value", value: text !== undefined } : undefined;
    return asked(replacement.by, declaration, text);
  });
}

function asked(form: Form, declaration: Declaration, text: string | undefined): Outcome {
  if (form === "isSet" || form === "not-isSet") return { is: "value", value: isSet(declaration, text) === (form === "isSet") };
  const value = given(declaration, text);
  return form === "not-get" && value.is === "value" ? { is: "value", value: !value.value } : value;
}

function isSame(before: Outcome, after: Outcome, { sink }: Usage): boolean {
  if (sink === "nothing") return true;
  if (before.is !== "value" || after.is !== "value") return before.is === "opaque" && after.is === "opaque" && before.source === after.source;
  if (sink === "condition") return Boolean(before.value) === Boolean(after.value);
  return sink === "text" ? String(before.value) === String(after.value) : Object.is(before.value, after.value);
}

/** Texts that mean something else from now on, since the type knows them and the code did not. */
function notesOf(trial: Trial, replacements: readonly Replacement[]): string[] {
  const { usage, declaration } = trial;
  if (!replacements.some(({ by }) => by === "get" || by === "not-get")) return [];
  if (declaration.builder === "path") return ["a leading ~ is the home directory"];
  if (declaration.builder !== "bool") return [];
  const further = SWITCHES.flat().filter((text) => !isSame(valueBefore(usage.shape, text), valueAfter(usage.shape, replacements, declaration, text), usage));
  return further.length === 0 ? [] : [`${further.join(", ")} (and their like in any case) mean what bool says`];
}
