/** The settings of one configuration: what `config.ts` reads and every stage is given. */
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
