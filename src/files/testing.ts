import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Settings, Workspace } from "../settings.ts";
import { list, selected } from "./discover.ts";
import type { Discovery } from "./discover.ts";

/** A temporary folder with the files given by path and text; `-> target` as text makes a link. */
export function tree(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "files-")));
  plant(folder, files);
  return folder;
}

/** Adds files to a tree. */
export function plant(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (text.startsWith("-> ")) symlinkSync(text.slice(3), join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
}

/** Runs git in the folder as a fixed author. */
export function gitIn(folder: string, ...args: string[]): string {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"];
  return execFileSync("git", ["-C", folder, ...author, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Settings without a configuration file. */
export function settingsOf(folder: string, some: Partial<Settings> = {}): Settings {
  return {
    file: null,
    folder,
    registry: [],
    prefixes: [],
    purposes: [],
    include: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
    exclude: [],
    entries: [],
    tests: [],
    doors: [],
    allow: [],
    duplicateAllow: [],
    off: [],
    baseline: "known-violations.json",
    baselineNamed: false,
    release: null,
    docs: [],
    pages: [],
    ...some,
  };
}

/** The tree of one configuration. */
export function workspaceOf(settings: Settings): Workspace {
  return { top: settings.folder, configurations: [{ settings, folder: ".", covered: true }] };
}

/** The source files that the settings select from their folder. */
export async function discover(settings: Settings): Promise<Discovery> {
  return selected(workspaceOf(settings), await list(settings.folder));
}

/** Runs the action as a user whom file modes bind: root is none, so it hands the folder to another user first. */
export async function asPlainUser<T>(folder: string, action: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return action();
  own(folder);
  process.seteuid!(65_534);
  try {
    return await action();
  } finally {
    process.seteuid!(0);
  }
}

function own(folder: string): void {
  chownSync(folder, 65_534, 65_534);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) own(join(folder, entry.name));
    else if (entry.isFile()) chownSync(join(folder, entry.name), 65_534, 65_534);
  }
}
