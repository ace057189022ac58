/** The pages that a configuration names: texts for people, no source. */
import { join } from "node:path";
import { readFileSync } from "../disk.ts";
import { matcher } from "../globs.ts";
import type { Settings } from "../settings.ts";
import { byCodeUnit } from "../verdict.ts";
import { decode } from "./decode.ts";
import { list } from "./discover.ts";

export interface Page {
  /** POSIX, relative to the settings' folder. */
  readonly path: string;
  readonly text: string;
}

/** Every page that `pages` and `docs` name and that can be read as text, sorted by path. */
export async function readPages(settings: Settings): Promise<Page[]> {
  const { folder, pages, docs } = settings;
  const paths = new Set(docs.map(({ file }) => file));
  if (pages.length > 0) {
    const covers = matcher(pages);
    for (const path of (await list(folder)).paths) if (covers(path)) paths.add(path);
  }
  return [...paths].sort(byCodeUnit).flatMap((path) => {
    const text = textOf(join(folder, path), path);
    return text === null ? [] : [{ path, text }];
  });
}

function textOf(file: string, path: string): string | null {
  try {
    const decoded = decode(readFileSync(file), path);
    return decoded.is === "text" ? decoded.text : null;
  } catch {
    // Deleted, or a link to nothing: a page that is not there mentions nothing.
    return null;
  }
}
