/** Reads and parses a configuration file. */
import { type Node, type ParseError, parseTree, printParseErrorCode, stripComments } from "jsonc-parser";
import { readFile } from "../disk.ts";
import { UsageError } from "../verdict.ts";
import { fault, type Source, sourceOf } from "./source.ts";

/** `jsonc` takes comments and trailing commas, `json` does not. */
export type Dialect = "jsonc" | "json";

export interface Document {
  readonly source: Source;
  readonly root: Node;
}

export interface Property {
  readonly key: Node;
  readonly value: Node;
}

/** The parsed file at `path`, printed as `file`; raises a usage error where it cannot be read, decoded or parsed. */
export async function readDocument(path: string, file: string, dialect: Dialect): Promise<Document> {
  return parseDocument(await readText(path, file), file, dialect);
}

/** The properties of an object in order, repeated keys included; none for any other node. */
export function propertiesOf(node: Node): Property[] {
  if (node.type !== "object") return [];
  return (node.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? [];
    return key && value ? [{ key, value }] : [];
  });
}

/** The plain value of a node; of repeated keys the last one counts. */
export function valueOf(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  // Not jsonc-parser's own: there the key "__proto__" changes the object's prototype and escapes every check.
  if (node.type === "object") return Object.fromEntries(propertiesOf(node).map(({ key, value }) => [key.value, valueOf(value)]));
  return node.value;
}

/** The text of the file in UTF-8 or UTF-16, without its byte order mark; raises a usage error otherwise. */
async function readText(path: string, file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = codeOf(error);
    throw new UsageError(`${file}: ${UNREADABLE[code] ?? `cannot be read (${code})`}`, "make it a readable file, or remove it");
  }
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file}: is not text in UTF-8`, "save it as UTF-8");
  }
}

/** The code of a file system error (`ENOENT`). */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

const UNREADABLE: Readonly<Record<string, string>> = {
  EISDIR: "is a folder, not a file",
  ENOENT: "does not exist, or is a link to nothing",
  ELOOP: "is a link that leads back to itself",
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
};

/** The parsed text, printed as `file`; raises a usage error where it is empty, no JSON, or nested without end. */
export function parseDocument(text: string, file: string, dialect: Dialect): Document {
  const source = sourceOf(file, text);
  if (stripComments(text).trim() === "") {
    throw new UsageError(`${file}:1:1: the file is empty`, "write {} into it, or remove it");
  }
  const errors: ParseError[] = [];
  const root = parse(source, errors, dialect);
  const [first] = errors;
  if (first) throw syntaxFault(source, first, dialect);
  if (!root) throw fault(source, { offset: 0, length: 1 }, "is no JSON", "write {} into it, or remove it");
  const deep = deeperThan(root, 100);
  if (deep) throw fault(source, { offset: deep.offset, length: 1 }, "is nested too deeply", "write it flatter");
  return { source, root };
}

/** A node below the given depth, or null; what follows may then recurse over the rest. */
function deeperThan(root: Node, limit: number): Node | null {
  let level: readonly Node[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return level[0] ?? null;
    level = level.flatMap((node) => node.children ?? []);
  }
  return null;
}

function parse(source: Source, errors: ParseError[], dialect: Dialect): Node | undefined {
  try {
    return parseTree(source.text, errors, { disallowComments: dialect === "json", allowTrailingComma: dialect === "jsonc" });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw fault(source, { offset: 0, length: 1 }, "is nested too deeply", "write it flatter");
  }
}

const SYNTAX: Readonly<Record<string, readonly [what: string, mend: string]>> = {
  InvalidSymbol: ["unexpected text", "put keys and texts in double quotes"],
  InvalidNumberFormat: ["not a number", "write a number as in 12"],
  PropertyNameExpected: ["a key is missing here", "write a key in double quotes, or remove the comma before"],
  ValueExpected: ["a value is missing here", "write a value, or remove the comma before"],
  ColonExpected: ["a colon is missing before this", 'write "key": value'],
  CommaExpected: ["a comma is missing before this", "write a comma between two items"],
  CloseBraceExpected: ["a closing brace is missing", 'write "}"'],
  CloseBracketExpected: ["a closing bracket is missing", 'write "]"'],
  EndOfFileExpected: ["unexpected text after the end", "remove what follows the configuration"],
  InvalidCommentToken: ["a comment is not allowed in package.json", "remove it, or move the configuration to env-contract.jsonc"],
  UnexpectedEndOfComment: ["the comment does not end", "close it with */"],
  UnexpectedEndOfString: ["the text does not end", "close it with a double quote on the same line"],
  UnexpectedEndOfNumber: ["the number does not end", "write a number as in 12"],
  InvalidUnicode: ["not a unicode escape", "write \\u and four hexadecimal digits"],
  InvalidEscapeCharacter: ["not an escape", 'write "/" between folders, and a backslash as "\\\\"'],
  InvalidCharacter: ["a control character inside a text", "write it as an escape such as \\t"],
};

function syntaxFault(source: Source, error: ParseError, dialect: Dialect): UsageError {
  const name = printParseErrorCode(error.error);
  const [what, mend] = SYNTAX[name] ?? ["is no JSON", "correct the syntax"];
  const trailing = dialect === "json" && (name === "PropertyNameExpected" || name === "ValueExpected");
  const offset = Math.min(error.offset, source.text.trimEnd().length);
  return fault(source, { offset, length: error.length }, what, trailing ? "remove the comma before: package.json is strict JSON" : mend);
}
