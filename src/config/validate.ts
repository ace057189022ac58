/** Holds a parsed configuration against the schema and says the first thing that is wrong with it. */
import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Node } from "jsonc-parser";
import type { UsageError } from "../verdict.ts";
import { type Document, propertiesOf, type Property, valueOf } from "./document.ts";
import type { Schema } from "./schema.ts";
import { fault, type Source, type Span } from "./source.ts";
import { didYouMean, listed } from "./suggest.ts";

/** Raises the fault that stands first in the text, if there is one. `root` is the configuration itself, in package.json the value of its key. */
export function validate({ source, root }: Document, schema: Schema): void {
  if (root.type !== "object") throw fault(source, root, `the configuration must be ${KINDS_OF_VALUE.object}, not ${kindOf(valueOf(root))}`, "write { … }");
  const repeated = repeatedKey(root);
  if (repeated) throw fault(source, repeated, `duplicate key "${repeated.value}"`, "keep one of them");

  const check = compiled(schema);
  const complaints: Complaint[] = [];
  const collect = (value: unknown, shadowed: Property | null): void => {
    if (check(value)) return;
    for (const error of check.errors ?? []) {
      const complaint = complaintOf(error, locate(root, error, shadowed));
      if (complaint) complaints.push(complaint);
    }
  };
  collect(valueOf(root), null);
  // Of a key that stands twice in `allow`, the plain value holds only the last: check the others by themselves.
  for (const property of shadowedIn(allowOf(root))) {
    collect({ allow: Object.fromEntries([[property.key.value, valueOf(property.value)]]) }, property);
  }
  const [first] = complaints.sort((a, b) => a.rank - b.rank || a.span.offset - b.span.offset);
  if (first) throw toFault(source, first);
}

/** The properties of `allow` that a later one with the same key hides from a plain reading. */
function shadowedIn(properties: readonly Property[]): Property[] {
  return properties.filter((property, index) => properties.slice(index + 1).some((later) => later.key.value === property.key.value));
}

/** The properties of the key `allow`. */
export function allowOf(root: Node): Property[] {
  const allow = propertiesOf(root).find(({ key }) => key.value === "allow");
  return allow ? propertiesOf(allow.value) : [];
}

const CHECKS = new WeakMap<Schema, ValidateFunction>();

/** The schema as a function, made once: a monorepo has many configurations. */
function compiled(schema: Schema): ValidateFunction {
  const known = CHECKS.get(schema);
  if (known) return known;
  // Loaded late: a project without a configuration needs none of it.
  const { Ajv } = createRequire(import.meta.url)("ajv") as typeof import("ajv");
  // A test holds our schema against its own; at run time that would take longer than all the rest.
  const ajv = new Ajv({ allErrors: true, verbose: true, strictTypes: false, meta: false, validateSchema: false });
  ajv.addVocabulary(["patternErrorMessage"]);
  const check = ajv.compile(schema);
  CHECKS.set(schema, check);
  return check;
}

interface Complaint {
  readonly span: Span;
  /** Complaints of a lower rank go first: a missing key is often a misspelt one. */
  readonly rank: number;
  readonly what: string;
  readonly mend: string;
}

function toFault(source: Source, { span, what, mend }: Complaint): UsageError {
  return fault(source, span, what, mend);
}

/** The second of two equal keys, except directly in `allow`. */
function repeatedKey(root: Node): Node | null {
  const visit = (node: Node, path: readonly string[]): Node | null => {
    const seen = new Set<string>();
    for (const { key, value } of propertiesOf(node)) {
      if (seen.has(key.value) && path.join() !== "allow") return key;
      seen.add(key.value);
      const inner = visit(value, [...path, key.value]);
      if (inner) return inner;
    }
    for (const item of node.type === "array" ? (node.children ?? []) : []) {
      const inner = visit(item, [...path, "[]"]);
      if (inner) return inner;
    }
    return null;
  };
  return visit(root, []);
}

interface Located {
  /** `allow.TZ[0].files`; empty for the configuration itself. */
  readonly label: string;
  readonly node: Node;
  /** The key whose value the node is. */
  readonly key: Node | null;
}

function locate(root: Node, error: ErrorObject, shadowed: Property | null): Located {
  let found: Located = { label: "", node: root, key: null };
  const segments = error.instancePath.split("/").slice(1).map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  for (const [depth, segment] of segments.entries()) {
    if (found.node.type === "array") {
      const item = found.node.children?.[Number(segment)];
      if (item) found = { label: `${found.label}[${segment}]`, node: item, key: null };
      continue;
    }
    const property = depth === 1 && shadowed ? shadowed : propertiesOf(found.node).findLast(({ key }) => key.value === segment);
    if (property) found = { label: found.label === "" ? segment : `${found.label}.${segment}`, node: property.value, key: property.key };
  }
  return found;
}

function complaintOf(error: ErrorObject, { label, node, key }: Located): Complaint | null {
  const { keyword, params, data, parentSchema } = error;
  const at = (span: Span, what: string, mend: string): Complaint => ({ span, rank: 0, what, mend });
  if (data === null) return at(key ?? node, `"${label}" is null`, key ? "give it a value, or delete the key" : "give it a value, or delete the item");
  switch (keyword) {
    case "additionalProperties": {
      const unknown = String(params["additionalProperty"]);
      const known = Object.keys(parentSchema?.["properties"] ?? {});
      const span = propertiesOf(node).find((property) => property.key.value === unknown)?.key ?? node;
      const noun = label === "kinds" ? "kind" : "key";
      const inside = label === "" || label === "kinds" ? "" : ` in "${label}"`;
      return at(span, `unknown ${noun} "${unknown}"${inside}`, didYouMean(unknown, known, `known ${noun}s: ${known.join(", ")}`));
    }
    case "required": {
      const missing = String(params["missingProperty"]);
      return { span: key ?? { offset: node.offset, length: 1 }, rank: 1, what: `"${label}" lacks "${missing}"`, mend: `add the key "${missing}"` };
    }
    case "type": {
      const wanted: string[] = [params["type"]].flat();
      const what = `"${label}" must be ${wanted.map((type) => KINDS_OF_VALUE[type] ?? type).join(" or ")}, not ${kindOf(data)}`;
      return at(node, what, typeMend(wanted, data));
    }
    case "enum": {
      const known: string[] = params["allowedValues"];
      const written = `write ${listed(known)}`;
      const given = typeof data === "string" ? `"${data}"` : typeof data === "object" ? kindOf(data) : String(data);
      return at(node, `"${label}" cannot be ${given}`, typeof data === "string" && known.length > 2 ? didYouMean(data, known, written) : written);
    }
    case "pattern":
      return at(node, `"${label}" cannot be "${String(data)}"`, String(parentSchema?.["patternErrorMessage"] ?? "write it as the schema says"));
    case "minLength":
    case "minItems":
      return at(node, `"${label}" is empty`, key ? "give it a value, or delete the key" : "give it a value, or delete the item");
    default:
      return keyword === "allOf" ? null : at(node, `"${label}" ${error.message ?? "is wrong"}`, "see the schema");
  }
}

const KINDS_OF_VALUE: Readonly<Record<string, string>> = {
  string: "a string",
  array: "a list",
  object: "an object",
  boolean: "true or false",
  number: "a number",
};

function kindOf(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  const type = Array.isArray(value) ? "array" : typeof value;
  return value === null ? "null" : (KINDS_OF_VALUE[type] ?? type);
}

function typeMend(wanted: readonly string[], data: unknown): string {
  const text = JSON.stringify(data);
  if (wanted.includes("array") && typeof data === "string") return `write [${text}]`;
  if (wanted.includes("string") && (typeof data === "number" || typeof data === "boolean")) return `write "${text}"`;
  if (wanted.includes("boolean") && (data === "true" || data === "false")) return `write ${data}`;
  return `write ${wanted.map((type) => EXAMPLES[type] ?? type).join(" or ")}`;
}

const EXAMPLES: Readonly<Record<string, string>> = { string: '"…"', array: "[…]", object: "{ … }", boolean: "true or false" };
