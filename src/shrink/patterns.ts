/** Whether one glob surely covers another, without a tree to try them on. Pure. */
import { posix } from "node:path";
import { matcher } from "../globs.ts";

/** True only if every path that `narrow` matches is matched by one of `wide`; false where that cannot be told. */
export function coversPattern(wide: readonly string[], narrow: string): boolean {
  const wider = wide.flatMap(alternatives);
  return alternatives(narrow).every((one) => wider.some((pattern) => coversOne(pattern, one)));
}

/**
 * The patterns, seen from `folder`, of what `pattern` (seen from above) matches in it; none where it surely matches nothing
 * there, null where that cannot be told.
 */
export function withinFolder(pattern: string, folder: string): readonly string[] | null {
  if (folder === ".") return [pattern];
  const inside = alternatives(pattern).map((one) => stepInto(one.split("/"), folder.split("/")));
  return inside.includes(null) ? null : inside.flatMap((one) => one ?? []);
}

/** The pattern as seen from the folder that `folder` leads from. */
export function fromAbove(pattern: string, folder: string): string {
  return folder === "." ? pattern : posix.join(folder, pattern);
}

/** No character of it means anything but itself. */
export function isPlain(pattern: string): boolean {
  return !/[\\*?[\]{}()!+@|]/.test(pattern);
}

function coversOne(wide: string, narrow: string): boolean {
  if (wide === narrow || wide === "**" || wide === "**/*") return true;
  // A plain name may be a folder, and then stands for all that lies in it.
  if (isPlain(narrow) && matcher([wide])(narrow) && (/\.[cm]?[jt]sx?$/.test(narrow) || matcher([wide])(`${narrow}/a/a.ts`))) return true;
  const folder = wide.endsWith("/**") ? wide.slice(0, -3) : wide;
  if (isPlain(folder) && narrow.startsWith(`${folder}/`)) return true;
  if (!wide.startsWith("**/")) return false;
  const rest = wide.slice(3);
  return narrow === rest || narrow.endsWith(`/${rest}`);
}

/** Walks down the folder along the pattern; `**` may take any number of its parts. */
function stepInto(pattern: readonly string[], folder: readonly string[]): string[] | null {
  const [part, ...rest] = pattern;
  const [name, ...deeper] = folder;
  // A pattern that ends on the way down, in a plain name, covers the folder.
  if (part === undefined) return ["**"];
  if (name === undefined) return [pattern.join("/")];
  if (part === "**") return rest.some((one, index) => leadsOn(one, rest.length - 1 - index, folder)) ? null : [pattern.join("/")];
  if (!matcher([part])(name)) return [];
  return rest.length === 0 && !isPlain(part) ? [] : stepInto(rest, deeper);
}

/** The part could stand for one of the folders too that `**` before it may take; a glob that ends a pattern stands for a file. */
function leadsOn(part: string, after: number, folder: readonly string[]): boolean {
  return part === "**" || ((after > 0 || isPlain(part)) && folder.some((name) => matcher([part])(name)));
}

/** `{a,b}/c` as `a/c` and `b/c`. */
function alternatives(pattern: string): string[] {
  const open = pattern.indexOf("{");
  const close = closing(pattern, open);
  if (open === -1 || close === -1 || pattern.includes("\\")) return [pattern];
  const parts = splitTop(pattern.slice(open + 1, close));
  // `{1..3}` and `{a}` are left to be compared as they are written.
  if (parts.length < 2) return [pattern];
  return parts.flatMap((part) => alternatives(pattern.slice(0, open) + part + pattern.slice(close + 1)));
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at >= 0 && at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && (depth -= 1) === 0) return at;
  }
  return -1;
}

function splitTop(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
