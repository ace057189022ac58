/** The settings of one configuration: what `config.ts` reads and every stage is given. */
import { posix } from "node:path";
import type { At } from "./facts.ts";

/** One item of `allow`; a key with a list of objects gives several. */
export interface AllowItem {
  readonly key: string;
  /** Where the key stands in the configuration. */
  readonly at: At;
  readonly reason: string;
  readonly owner: string | null;
  readonly url: string | null;
  readonly secret: boolean;
  /** Globs relative to the configuration's folder; null is everywhere. */
  readonly files: readonly string[] | null;
  readonly access: readonly ("read" | "write")[];
  /** For `<dynamic>`: the names that are expected there; `HEAD_*` is allowed as far as one of them covers it. */
  readonly names: readonly string[] | null;
}

export interface DocsPage {
  readonly file: string;
  readonly format: string;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Settings {
  /** The configuration file, relative to `folder` (`env-contract.json`, `package.json`); null without one. */
  readonly file: string | null;
  /** Absolute folder that the configuration governs; every printed path is relative to it. */
  readonly folder: string;
  readonly registry: readonly string[];
  readonly prefixes: readonly string[];
  readonly purposes: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly entries: readonly string[];
  readonly tests: readonly string[];
  /** Opt-in doors (module specifiers). */
  readonly doors: readonly string[];
  readonly allow: readonly AllowItem[];
  /** Keys of `allow` that stand there twice, once each, with the place of the second. */
  readonly duplicateAllow: readonly { readonly key: string; readonly at: At }[];
  /** Kinds that are switched off. */
  readonly off: readonly string[];
  readonly baseline: string;
  /** False where `baseline` is the default: then a missing file is an empty baseline. */
  readonly baselineNamed: boolean;
  /** The current release for `removeIn`, or null where none is known. */
  readonly release: string | null;
  readonly docs: readonly DocsPage[];
  readonly pages: readonly string[];
}

/** One configuration of a tree. */
export interface Configuration {
  readonly settings: Settings;
  /** `settings.folder` as seen from the top of the tree: POSIX, "." at the top. */
  readonly folder: string;
  /** The run reports on it; another one only says which files to read, and how. */
  readonly covered: boolean;
}

/** A tree of files with every configuration in it; what one configuration says may depend on the files of another. */
export interface Workspace {
  /** Absolute; paths of facts are relative to it. */
  readonly top: string;
  /** Sorted by folder, at least one of them covered: the defaults for the whole tree where no file configures. */
  readonly configurations: readonly Configuration[];
}

/** Answers which configuration governs a path (relative to the top): that of the nearest folder upwards; null where none does. */
export function governors({ configurations }: Workspace): (path: string) => Configuration | null {
  const byFolder = new Map<string, Configuration | null>(configurations.map((one) => [one.folder, one]));
  const governing = (folder: string): Configuration | null => {
    let found = byFolder.get(folder);
    if (found === undefined) byFolder.set(folder, (found = folder === "." ? null : governing(posix.dirname(folder))));
    return found;
  };
  return (path) => governing(posix.dirname(path));
}
