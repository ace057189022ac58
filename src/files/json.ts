/** Objects in JSON files that other tools own: package.json, tsconfig.json. */
import { join } from "node:path";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { readFileSync } from "../disk.ts";
import { decode, whyUnreadable } from "./decode.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What a file holds: an object, or what is wrong with it in words. */
export type Json = { readonly is: "object"; readonly fields: Fields } | { readonly is: "broken"; readonly why: string };

/** The text of a file below `folder`, or in words why there is none; never throws. */
export function readText(folder: string, path: string): { readonly text: string } | { readonly why: string } {
  try {
    const decoded = decode(readFileSync(join(folder, path)), path);
    if (decoded.is === "text") return decoded;
    return { why: decoded.is === "skipped" ? `is no text (${decoded.reason})` : decoded.problem.message };
  } catch (error) {
    return { why: whyUnreadable(error) };
  }
}

/** Reads one file below `folder`, comments and trailing commas allowed; never throws. */
export function readJson(folder: string, path: string): Json {
  const read = readText(folder, path);
  if ("why" in read) return { is: "broken", why: read.why };
  const value = parsed(read.text);
  if (typeof value === "string") return { is: "broken", why: value };
  return isFields(value) ? { is: "object", fields: value } : { is: "broken", why: "holds no JSON object" };
}

/** True for an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The texts of a list, or of a single text; none for any other value. */
export function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
}

/** The value, or in words why there is none. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? null : value;
  } catch {
    return lenient(text);
  }
}

function lenient(text: string): unknown {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [first] = errors;
    if (first === undefined) return typeof value === "string" ? null : value;
    return `is no JSON (${printParseErrorCode(first.error)} in line ${text.slice(0, first.offset).split("\n").length})`;
  } catch {
    return "is nested too deeply";
  }
}
