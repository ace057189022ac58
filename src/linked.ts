/** The facts of the codebase: what link makes of the facts of its files, and what rules see. */
import type { At, Form, Site, Timing } from "./facts.ts";

/** One use of the environment (`process.env` and its kin). */
export interface Access {
  readonly kind: "read" | "write" | "whole";
  readonly form: Form;
  /** `process.env`, `import.meta.env`, `Bun.env`, `Deno.env`, or the module of an opt-in door. */
  readonly door: string;
  /** A variable, `HEAD_*` or `<dynamic>`; for `whole` the form in angle brackets, with the door before it where it is not process.env. */
  readonly name: string;
  readonly site: Site;
  readonly timing: Timing;
  /** For a wrapper's call: where the environment is reached. For one that is handed on: where it is used. */
  readonly via: readonly Site[];
  /** What the whole environment is handed to, where that changes the advice. */
  readonly to?: "child-process" | "worker";
  /** What the name is taken of may also be something else than the environment: a copy, the result of a parser. */
  readonly mixed?: true;
  /** Names, as they are printed, that functions of the codebase use of the environment that they are given here; `via` says where. */
  readonly reads?: readonly string[];
}

/** How a field of a registry is used. `bare` is any use that calls none of its methods. */
export type FieldUse = "get" | "isSet" | "set" | "clear" | "override" | "bare";

/** One use of a registry. */
export interface RegistryUse {
  /** `Registry.id`. */
  readonly registry: number;
  /** An entry or any other name; `<dynamic>` where the field is chosen at run time; `<registry>` where the object itself is handed away. */
  readonly entry: string;
  readonly use: FieldUse;
  readonly site: Site;
  readonly timing: Timing;
  /** `override` without a callback whose result is dropped. */
  readonly floating: boolean;
}

/** `get()` or `isSet()` that runs while a module loads: one per top-level place and entry. */
export interface ImportTimeRead {
  readonly registry: number;
  readonly entry: string;
  /** The top-level code where the chain starts. */
  readonly site: Site;
  /** From there to the read. */
  readonly via: readonly Site[];
}

export type BuilderName = "bool" | "int" | "float" | "str" | "path" | "choice";

/** A constant of the registry, or `computed` where it is known only at run time. */
export type Constant = string | number | boolean | null | undefined | { readonly computed: string };

export interface AliasFacts {
  readonly name: string;
  readonly since?: string;
  readonly removeIn?: string;
  readonly at: At;
}

/** One declared variable. */
export interface Entry {
  readonly name: string;
  readonly site: Site;
  /** The exported name of its builder; null where the value is no builder call. */
  readonly builder: string | null;
  readonly category: string | null;
  readonly description: string | null;
  /** Constant options by name (`default`, `optional`, `required`, `fallbackTo`, `secret`, `lifecycle`, `unprefixed`, `readIn`, …). */
  readonly options: Readonly<Record<string, Constant>>;
  /** Source text of each option. */
  readonly sources: Readonly<Record<string, string>>;
  /** Options that are lists of written texts (`protocols`, `appliesTo`). */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly choices: readonly string[] | null;
  readonly aliases: readonly AliasFacts[];
  /** What of it cannot be read statically, in words (`its options are spread`); empty when all can. */
  readonly unreadable: readonly string[];
  /** Entries of this or another registry that its default or `fallbackTo` reads. */
  readonly reads: readonly string[];
  /** Identity of the declaration: the same for an entry shared by several registries. */
  readonly declaration: string;
}

export interface RemovedName {
  readonly name: string;
  readonly reason: string;
}

/** How pages head a category. */
export interface Section {
  readonly title: string;
  /** The category that it is a subsection of. */
  readonly parent?: string;
  /** Markdown. */
  readonly intro?: string;
}

export interface Registry {
  readonly id: number;
  /** The constant's name (`envs`). */
  readonly name: string;
  readonly site: Site;
  readonly prefix: string | null;
  readonly categories: readonly string[] | null;
  /** What `categories` says of each where it is an object. */
  readonly sections: Readonly<Record<string, Section>>;
  readonly entries: readonly Entry[];
  readonly removed: readonly RemovedName[];
  /** A spread or the whole argument cannot be read: `unknown-field` and `unread` are silent. */
  readonly open: { readonly site: Site; readonly why: string } | null;
  /** A file that declares entries of it did not parse: what was recovered may lack some. */
  readonly broken: boolean;
  /** Computed keys: one `invalid-entry <dynamic>` each. */
  readonly computed: readonly Site[];
  /** The chain of modules by which the registry's module imports itself, or null; `site` is the import in the registry's module. */
  readonly cycle: { readonly site: Site; readonly paths: readonly string[] } | null;
  /** Handed away or chosen from at run time: any entry may be read, so `unread` is silent. */
  readonly escapes: boolean;
}

/** Link's output: the input of the rules. */
export interface Facts {
  readonly accesses: readonly Access[];
  readonly registries: readonly Registry[];
  readonly uses: readonly RegistryUse[];
  readonly importTime: readonly ImportTimeRead[];
}

/** What is read in any file of the tree, whoever governs it. */
export interface ReadAnywhere {
  /** Variables that are read past the registry. */
  readonly names: ReadonlySet<string>;
  /** Entries that are read (or used bare), by `Registry.id`. */
  readonly fields: ReadonlyMap<number, ReadonlySet<string>>;
  /** When each entry is read through its registry, at the earliest. */
  readonly timings: ReadonlyMap<string, Timing>;
}

/** The facts as one configuration sees them: paths are relative to its folder, and what lies in files of others is left out. */
export interface View extends Facts {
  /** What it configures, and what stands in its files; `others` are those of other configurations. */
  readonly registries: readonly Registry[];
  readonly others: readonly Registry[];
  readonly read: ReadAnywhere;
  /** The configuration answers for the file. */
  readonly governs: (path: string) => boolean;
}
