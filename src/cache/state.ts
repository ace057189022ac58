/** What lies at a path, in one text: the same text, the same answer of whoever looks there. */
import { lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { hashOf } from "./hash.ts";

/** Larger files are told by size and time. */
const LARGEST = 5_000_000;

/** The state of an absolute path; its links are part of it, the names in a folder are not. */
export function stateOf(path: string): string {
  try {
    const own = lstatSync(path, { throwIfNoEntry: false });
    if (own === undefined) return "absent";
    const link = own.isSymbolicLink() ? `link ${readlinkSync(path)} ` : "";
    const real = realpathSync(path);
    const way = real === path ? "" : `at ${real} `;
    const stats = own.isSymbolicLink() ? lstatSync(real) : own;
    if (!stats.isFile()) return `${link}${way}${stats.isDirectory() ? "folder" : "other"}`;
    return `${link}${way}${stats.size > LARGEST ? `${stats.size} ${stats.mtimeMs}` : hashOf(readFileSync(real))}`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "unknown";
  }
}
