/** Paths and globs of a configuration, made POSIX and kept inside its folder. */
import { posix } from "node:path";
import type { Node } from "jsonc-parser";
import { fault, type Source, where } from "./source.ts";

/** Where a configuration is read: its text, and the notices so far. */
export interface Desk {
  readonly source: Source;
  readonly notices: string[];
}

/** The literal path of a string node, normalised, relative to the configuration's folder; a usage error where it leaves the folder. */
export function pathOf(desk: Desk, node: Node): string {
  const raw: string = node.value;
  const slashed = raw.replace(/\\+/g, "/");
  if (slashed !== raw) note(desk, node, raw, slashed);
  assertRelative(desk, node, slashed);
  const path = posix.normalize(slashed);
  if (path === ".." || path.startsWith("../")) throw leaves(desk, node);
  if (path === "." || path.endsWith("/")) throw fault(desk.source, node, `"${raw}" is a folder`, "name a file");
  return path;
}

/** The glob of a string node with `/` between folders, without `./`; a folder's trailing `/` covers what is in it. */
export function globOf(desk: Desk, node: Node): string {
  const raw: string = node.value;
  const slashed = separated(raw);
  if (slashed !== raw) note(desk, node, raw, slashed);
  assertRelative(desk, node, slashed);
  if (/^!(?!\()/.test(slashed)) {
    throw fault(desk.source, node, `"${raw}" is a negated glob`, `globs are not negated: what "include" covers is narrowed by "exclude"`);
  }
  const glob = slashed.replace(/\/{2,}/g, "/").replace(/^(?:\.\/)+(?=.)/, "");
  if (glob.split("/").includes("..")) throw leaves(desk, node);
  return glob.endsWith("/") ? `${glob}**` : glob;
}

function assertRelative(desk: Desk, node: Node, path: string): void {
  if (!/^(?:\/|[A-Za-z]:)/.test(path)) return;
  const rest = path.replace(/^\/+/, "");
  const mend = rest === path || rest === "" ? "write a path relative to the configuration's folder" : `write "${rest}", relative to the configuration's folder`;
  throw fault(desk.source, node, `"${node.value}" is an absolute path`, mend);
}

function leaves(desk: Desk, node: Node): Error {
  return fault(desk.source, node, `"${node.value}" leaves the configuration's folder`, "name what stands inside it, or move the configuration up");
}

function note(desk: Desk, node: Node, raw: string, slashed: string): void {
  desk.notices.push(`${where(desk.source, node)}: "${raw}" is read as "${slashed}"; write "/" between folders`);
}

const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };
const OPENERS: Readonly<Record<string, string>> = { "]": "[", ")": "(", "}": "{" };

/** Backslashes to slashes, but for those that escape a pair of brackets (`app/\[slug\]/page.ts`). */
function separated(glob: string): string {
  return glob.replace(/\\+/g, (slashes, offset: number) => {
    const next = glob[offset + slashes.length] ?? "";
    const closer = CLOSERS[next];
    const opener = OPENERS[next];
    const escapes =
      slashes.length === 1 &&
      ((closer !== undefined && glob.indexOf(`\\${closer}`, offset + 2) >= 0) || (opener !== undefined && glob.lastIndexOf(`\\${opener}`, offset - 1) >= 0));
    return escapes ? slashes : "/";
  });
}
