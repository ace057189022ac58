/** Entry files: started by somebody, not imported. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { matcher } from "../globs.ts";
import type { Workspace } from "../settings.ts";

const DEFAULT_ENTRIES = ["**/*.config.*", "**/scripts/**"];

/** The files that are started: config `entries`, `*.config.*`, `scripts/`, and what a package.json names as `bin` or in a script. */
export function startedFiles({ top, configurations }: Workspace, files: readonly string[]): Set<string> {
  const all = new Set(files);
  const isEntry = matcher(DEFAULT_ENTRIES, (path) => all.has(path));
  const started = new Set(files.filter(isEntry));
  for (const { settings, folder } of configurations) {
    if (settings.entries.length === 0) continue;
    const below = folder === "." ? "" : `${folder}/`;
    const named = matcher(settings.entries, (path) => all.has(below + path));
    for (const file of files) if (file.startsWith(below) && named(file.slice(below.length))) started.add(file);
  }
  for (const folder of foldersOf(files)) {
    for (const name of namedBy(join(top, folder, "package.json"))) {
      for (const path of sourcesOf(posix.join(folder, name))) if (all.has(path)) started.add(path);
    }
  }
  return started;
}

function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>(["."]);
  for (const file of files) {
    for (let folder = posix.dirname(file); folder !== "." && !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
  }
  return folders;
}

/** Paths that a package.json starts; none where it is missing or broken. */
function namedBy(manifest: string): string[] {
  if (!existsSync(manifest)) return [];
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(manifest, "utf8"));
  } catch {
    return [];
  }
  const { bin, scripts } = (content ?? {}) as { bin?: unknown; scripts?: unknown };
  const bins = typeof bin === "string" ? [bin] : textsIn(bin);
  const words = textsIn(scripts).flatMap((script) => script.split(/[\s"'=;&|()]+/));
  return [...bins, ...words.filter((word) => /\.[cm]?[jt]sx?$/.test(word) || /^[\w.@-]+(\/[\w.@-]+)+$/.test(word))];
}

function textsIn(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.values(value).filter((item) => typeof item === "string") : [];
}

/** A built file is started for its source: `dist/cli.js` is `src/cli.ts`. */
function sourcesOf(path: string): string[] {
  const stem = path.replace(/\.([cm]?)[jt]sx?$/, "");
  const sources = ["ts", "tsx", "mts", "cts"].flatMap((extension) => [`${stem}.${extension}`, ...["src", ""].map((folder) => posix.normalize(`${stem.replace(/(^|\/)(dist|lib|build|out)(?=\/)/, `$1${folder}`)}.${extension}`).replace(/^\//, ""))]);
  return [path, ...sources];
}
