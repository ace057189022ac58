/** Entry files: started by somebody, not imported. */
import { posix } from "node:path";
import { matcher } from "../globs.ts";
import type { Workspace } from "../settings.ts";
import type { Manifest, Manifests } from "./manifests.ts";

const DEFAULT_ENTRIES = ["**/*.config.*", "**/scripts/**"];

/** The files that are started: config `entries`, `*.config.*`, `scripts/`, and what a package.json names as `bin` or in a script. */
export function startedFiles({ configurations }: Workspace, files: readonly string[], manifests: Manifests): Set<string> {
  const all = new Set(files);
  const isEntry = matcher(DEFAULT_ENTRIES, (path) => all.has(path));
  const started = new Set(files.filter(isEntry));
  for (const { settings, folder } of configurations) {
    if (settings.entries.length === 0) continue;
    const below = folder === "." ? "" : `${folder}/`;
    const named = matcher(settings.entries, (path) => all.has(below + path));
    for (const file of files) if (file.startsWith(below) && named(file.slice(below.length))) started.add(file);
  }
  for (const manifest of manifests.all()) {
    for (const name of namedBy(manifest)) {
      for (const path of sourcesOf(posix.join(manifest.folder, name))) if (all.has(path)) started.add(path);
    }
  }
  return started;
}

/** Paths that a package.json starts. */
function namedBy({ fields: { bin, scripts } }: Manifest): string[] {
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
