/** Folds how code uses a variable into the declaration that says the same. */
import { looksSecret } from "../../registry/src/secret.ts";
import { type Plain, ruleOf } from "./parse.ts";
import { namedBy, SWITCHES } from "./probes.ts";
import { simplify } from "./simplify.ts";
import { claimsPresence, partsOf, within } from "./usage.ts";
import type { Declaration, Literal, Presence, Shape, Usage } from "./usage.ts";

/** The narrowest declaration under which every use keeps its value; a text that may be unset where the uses agree on no more. A secret gets no default. */
export function declare(name: string, usages: readonly Usage[]): Declaration {
  const literals = defaultsIn(usages);
  for (const { builder, choices } of typesFor(name, usages, literals)) {
    const secret = isSecret(name, builder);
    for (const presence of presences(builder, secret ? [] : literals, usages)) {
      const [best] = [false, true]
        .map((emptyIsUnset): Declaration => ({ builder, rule: ruleOf(builder, choices), choices, presence, emptyIsUnset, min: null, max: null, secret }))
        .map((declaration) => ({ declaration, left: leftOf(usages, declaration) }))
        .filter(({ left }) => left !== null)
        .toSorted((a, b) => a.left! - b.left!);
      if (best !== undefined) return best.declaration;
    }
  }
  return { builder: "str", rule: ruleOf("str", []), choices: [], presence: { is: "optional" }, emptyIsUnset: false, min: null, max: null, secret: isSecret(name, "str") };
}

/** Only a text can be one: `ALLOW_DEFAULT_SECRETS` as a switch tells nothing. */
function isSecret(name: string, builder: string): boolean {
  return builder === "str" && looksSecret(name) && !isPublished(name);
}

/** The name starts as those do that bundlers write into what browsers load. */
function isPublished(name: string): boolean {
  return /^(?:NEXT_PUBLIC|VITE|REACT_APP|PUBLIC|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY)_/.test(name);
}

/** The call of the builder, as a registry writes it: `int({ default: 8025, category: "http" })`. */
export function builderCall(name: string, declaration: Declaration, category: string): string {
  const { builder, choices, presence, emptyIsUnset, secret } = declaration;
  const options = [
    presence.is === "default" ? `default: ${JSON.stringify(presence.value)}` : presence.is === "required" ? "required: true" : "optional: true",
    ...(emptyIsUnset ? ["emptyIsUnset: true"] : []),
    ...(secret ? ["secret: true"] : looksSecret(name) ? ["secret: false"] : []),
    ...(isPublished(name) ? [`client: () => process.env.${name}`] : []),
    `category: ${JSON.stringify(category)}`,
  ];
  return `${builder}(${builder === "choice" ? `[${choices.map((word) => JSON.stringify(word)).join(", ")}], ` : ""}{ ${options.join(", ")} })`;
}

/** How much of the code around the accesses would stay; null where one of them would change its value. */
function leftOf(usages: readonly Usage[], declaration: Declaration): number | null {
  let left = 0;
  for (const usage of usages) {
    const found = simplify(usage, declaration);
    if (found.is === "changed") return null;
    const replaced = found.replacements.map(({ of }) => of);
    const count = (shape: Shape): number => (replaced.includes(shape) ? 0 : partsOf(shape).reduce((sum, part) => sum + count(part), 1));
    left += count(usage.shape);
  }
  return left;
}

interface TypeOf {
  readonly builder: Plain;
  readonly choices: readonly string[];
}

/** The types that something in the code speaks for, the narrowest first; a text always may be. */
function typesFor(name: string, usages: readonly Usage[], literals: readonly Literal[]): TypeOf[] {
  const shapes = usages.flatMap(({ shape }) => [...within(shape)]);
  const words = usages.flatMap(namedBy);
  const found: TypeOf[] = [];
  if (words.length > 0 && words.every((word) => SWITCHES.some((pair) => pair.includes(word.toLowerCase())))) found.push({ builder: "bool", choices: [] });
  if (shapes.some((shape) => shape.is === "apply" && (shape.by === "Number" || shape.by === "parseInt" || shape.by === "parseFloat"))) {
    const parts = shapes.some((shape) => shape.is === "apply" && shape.by === "parseFloat") || literals.some((value) => !Number.isInteger(Number(value)));
    found.push({ builder: parts || /(?:^|_)(?:RATE|RATIO|FACTOR|THRESHOLD|PERCENT|TEMPERATURE|PROBABILITY|WEIGHT)(?:_|$)/.test(name) ? "float" : "int", choices: [] });
  }
  const choices = listed(shapes);
  if (choices.length > 1 && choices.every((word) => word === word.trim().toLowerCase() && word !== "")) found.push({ builder: "choice", choices });
  return [...found, { builder: "str", choices: [] }];
}

/** The words that code lists as all there are: in `[…].includes()`, or in a cast to a union. */
function listed(shapes: readonly Shape[]): string[] {
  const words = shapes.flatMap((shape) => (shape.is === "among" ? shape.words.filter((word) => typeof word === "string") : shape.is === "cast" ? shape.words : []));
  return [...new Set(words)];
}

function defaultsIn(usages: readonly Usage[]): Literal[] {
  const shapes = usages.flatMap(({ shape }) => [...within(shape)]);
  return [...new Set(shapes.flatMap((shape) => (shape.is === "otherwise" && shape.value.is === "literal" ? [shape.value.value] : shape.is === "choose" ? [shape.no, shape.yes].flatMap((part) => (part.is === "literal" ? [part.value] : [])) : [])))];
}

function presences(builder: string, literals: readonly Literal[], usages: readonly Usage[]): Presence[] {
  const values = new Set<string | number | boolean>(builder === "bool" ? [false, true] : literals.flatMap((value) => defaultOf(builder, value)));
  const isClaimed = usages.some(({ shape }) => [...within(shape)].some(claimsPresence));
  return [...[...values].map((value): Presence => ({ is: "default", value })), ...(isClaimed ? [{ is: "required" } as const] : []), { is: "optional" }];
}

/** The literal as a value of the type; none where it is no such value. */
function defaultOf(builder: string, value: Literal): (string | number)[] {
  if (builder === "str" || builder === "choice") return typeof value === "string" && value !== "" ? [value] : [];
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && (builder === "float" || Number.isSafeInteger(number)) ? [number] : [];
}
