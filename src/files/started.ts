/** Entry files: started by somebody, not imported. */
import { posix } from "node:path";
import { matcher } from "../globs.ts";
import type { Workspace } from "../settings.ts";
import { type Fields, isFields } from "./json.ts";
import type { Manifest } from "./manifests.ts";

const DEFAULT_ENTRIES = ["**/*.config.*", "**/scripts/**"];

/** The files that are started: config `entries`, `*.config.*`, `scripts/`, and what a package.json names as `bin` or in a script; `startedAt` finds the sources of built ones. */
export function startedFiles({ configurations }: Workspace, files: readonly string[], manifests: readonly Manifest[], startedAt: (path: string) => string[]): Set<string> {
  const all = new Set(files);
  const isEntry = matcher(DEFAULT_ENTRIES, (path) => all.has(path));
  const started = new Set(files.filter(isEntry));
  for (const { settings, folder } of configurations) {
    if (settings.entries.length === 0) continue;
    const below = folder === "." ? "" : `${folder}/`;
    const named = matcher(settings.entries, (path) => all.has(below + path));
    for (const file of files) if (file.startsWith(below) && named(file.slice(below.length))) started.add(file);
  }
  for (const { folder, fields } of manifests) {
    for (const name of namedBy(fields)) {
      for (const file of startedAt(posix.join(folder, name))) started.add(file);
    }
  }
  return started;
}

/** Paths of files that a package.json starts; a folder that a script names may be one to clear. */
function namedBy({ bin, scripts }: Fields): string[] {
  const bins = typeof bin === "string" ? [bin] : textsIn(bin);
  const words = textsIn(scripts).flatMap((script) => script.split(/[\s"'=;&|()]+/));
  return [...bins, ...words.filter((word) => /\.[cm]?[jt]sx?$/.test(word) || /^[\w.@-]+(\/[\w.@-]+)+$/.test(word))];
}

function textsIn(value: unknown): string[] {
  return isFields(value) ? Object.values(value).filter((item) => typeof item === "string") : [];
}
