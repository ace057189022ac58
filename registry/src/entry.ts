import type { Environ } from "./state.ts";

/** The parse rule of a type. `T` is what `get()` gives, `S` what `set()` takes. */
export interface Kind<T = any, S = T, D = T> {
  /** The name of the builder. */
  readonly type: string;
  /** Completes "expected …"; holds no value of a variable. */
  readonly expects: string;
  /** The value of a text, or undefined where the rule rejects it. */
  readonly parse: (text: string, environ: Environ) => T | undefined;
  /** The canonical text of a value, or undefined where it is of another type. */
  readonly format: (value: S) => string | undefined;
  /** The value of a declared default, or undefined where it is of another type; absent: the default itself. */
  readonly lift?: (value: D, environ: Environ) => T | undefined;
  /** The value depends on the text alone and cannot be changed by who holds it: the last one may be given again. */
  readonly keep?: true;
}

/** A renamed variable's old name; `since` and `removeIn` are releases. */
export interface Alias {
  readonly name: string;
  readonly since?: string;
  readonly removeIn?: string;
}

/** The options that every builder takes, presence keys apart. */
export interface CommonOptions<C = string> {
  readonly category?: C;
  /** A doc comment does as well, and stays out of bundles. */
  readonly description?: string;
  /** The value shows nowhere: no error, warning, report or child process that does not name it. */
  readonly secret?: boolean;
  /** Old names that still work, and warn. A plain string never expires. */
  readonly aliases?: readonly (string | Alias)[];
  readonly lifecycle?: "stable" | "experimental" | "diagnostic" | "deprecated";
  readonly lifecycleNote?: string;
  readonly audience?: "public" | "internal";
  readonly owner?: string;
  readonly disposition?: "promote" | "request-scope" | "external" | "internalize" | "remove";
  /** Why the name goes without the prefix of the registry. */
  readonly unprefixed?: string;
  /** `""` counts as not set. */
  readonly emptyIsUnset?: boolean;
  /** `() => process.env.NEXT_PUBLIC_X`: literal text, so that a bundler can put the value in its place. */
  readonly client?: () => string | undefined;
  /** A file outside the checked code that reads the variable. */
  readonly readIn?: string;
  /** The command-line argument or parameter that sets the same thing; `precedence` says which of the two wins. */
  readonly argument?: string;
  readonly precedence?: "argument" | "variable";
  readonly appliesTo?: string | readonly string[];
  /** How the docs write a default that is computed. */
  readonly defaultDoc?: string;
  readonly example?: string;
}

/** Exactly one of `default`, `optional`, `required`, `fallbackTo`. */
export type Presence<D, O extends true, F extends string> =
  | { readonly default: D | (() => D); readonly optional?: never; readonly required?: never; readonly fallbackTo?: never }
  | { readonly optional: O; readonly default?: never; readonly required?: never; readonly fallbackTo?: never }
  | { readonly required: true; readonly default?: never; readonly optional?: never; readonly fallbackTo?: never }
  | { readonly fallbackTo: F; readonly default?: never; readonly optional?: never; readonly required?: never };

/** What a builder takes: the common options, one presence key, and its own. */
export type Options<D, C, O extends true, F extends string, Own = unknown> = Own & CommonOptions<C> & Presence<D, O, F>;

/** The options of an entry, as the library reads them. */
export interface EntryOptions extends CommonOptions {
  readonly default?: unknown;
  readonly optional?: true;
  readonly required?: true;
  readonly fallbackTo?: string;
}

/** A declared variable. `T`: type; `S`: what `set()` takes; `C`: category; `M`: undefined where it is optional; `F`: the entry it falls back to. */
export interface Entry<T = any, S = any, C = any, M = any, F = any> {
  readonly kind: Kind<T, S>;
  readonly options: EntryOptions;
  /** For the compiler alone: never there. */
  readonly "~types": { readonly value: T; readonly takes: S; readonly category: C; readonly missing: M; readonly fallback: F };
}

/** What a builder gives for the options that it took; only the options decide it, never the place where it stands. */
export type Declared<T, S, C, O, F> = Entry<T, S, NoInfer<C>, [O] extends [never] ? never : undefined, NoInfer<F>>;

/** The old names of an entry. @internal */
export function aliasesOf({ aliases = [] }: EntryOptions): string[] {
  return aliases.map((alias) => (typeof alias === "string" ? alias : alias.name));
}

/** Makes an entry of a parse rule and the options that a builder took. @internal */
export function entry<E extends Entry>(kind: E["kind"], options: object): E {
  return { kind, options } as unknown as E;
}
