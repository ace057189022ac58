import type { Entry } from "./entry.ts";
import { EnvField } from "./field.ts";
import type { Field, Frame } from "./field.ts";
import { environ, KEY } from "./state.ts";
import type { Environ } from "./state.ts";

/** Entries by the name of their variable. */
export type Entries = Readonly<Record<string, Entry>>;

/** How pages head a category. */
export interface Section {
  readonly title: string;
  /** The category that it is a subsection of. */
  readonly parent?: string;
  /** Markdown. */
  readonly intro?: string;
}

/** What a registry says about all of its entries. */
export interface RegistryOptions<C extends string = string> {
  /** What every name of the registry starts with, as written: `ACME_`. */
  readonly prefix?: string;
  /** Ids, or ids with how pages head each. */
  readonly categories: readonly C[] | Readonly<Record<C, Section>>;
  /** Deleted variables, each with the reason or the replacement. */
  readonly removed?: Readonly<Record<string, string>>;
  /** The page that an error points to. */
  readonly policyDoc?: string;
  /** The environment, if it is not `process.env`. */
  readonly source?: Environ | (() => Environ);
  /** Takes the warnings, if they are not to go to `process.emitWarning`. */
  readonly warn?: (message: string) => void;
}

/** One field for each entry. */
export type Registry<E extends Entries> = { readonly [K in keyof E]: Field<ValueOf<E, K>, E[K] extends Entry<any, infer S> ? S : never> };

/** Any registry, for functions that take one. */
export type AnyRegistry = Readonly<Record<string, Field<any, any>>>;

/** What `get()` gives for the entry `K`. */
export type ValueOf<E, K extends keyof E> = E[K] extends Entry<infer T, any, any, infer M, infer F> ? T | M | ([F] extends [never] ? never : F extends keyof E ? Extract<ValueOf<E, F>, undefined> : never) : never;

/** The entries themselves where they are right; else, in place of the entry, what is wrong with it. */
export type Checked<E, C> = {
  readonly [K in keyof E]: E[K] extends Entry<infer T, any, infer Cat, any, infer F>
    ? [Cat] extends [never]
      ? "an entry needs a category"
      : [Cat] extends [C]
        ? CheckedFallback<E, K, T, F, K>
        : `unknown category: ${Cat & string}`
    : "not made by a builder";
};

type CheckedFallback<E, K extends keyof E, T, F, Seen> = [F] extends [never]
  ? E[K]
  : F extends Seen
    ? "fallbackTo leads back here"
    : F extends keyof E
      ? E[F] extends Entry<infer T2, any, any, any, infer F2>
        ? [T2] extends [T]
          ? CheckedFallback<E, K, T, F2, Seen | F>
          : `fallbackTo: ${F & string} is of another type`
        : never
      : `fallbackTo: no entry ${F & string}`;

/** What the functions over a registry see of it. @internal */
export interface RegistryParts extends Frame {
  readonly entries: Entries;
  readonly options: RegistryOptions;
}

/** The parts of a registry that any copy of the library made. Raises a TypeError for anything else. @internal */
export function partsOf(envs: AnyRegistry): RegistryParts {
  const parts = (envs as { [KEY]?: RegistryParts })[KEY];
  if (!parts) throw new TypeError("this is no registry: pass what defineEnvs returned");
  return parts;
}

/** Declares variables and gives a registry of them. Reads nothing, prints nothing. Raises a TypeError for an entry that no builder made and for a fallback that is unknown, of another type or cyclic. */
export function defineEnvs<E extends Entries, const C extends string>(entries: E & Checked<E, NoInfer<C>>, options: RegistryOptions<C>): Registry<E> {
  const { source = environ, warn, policyDoc } = options;
  const site: { stack?: string } = {};
  (Error as { captureStackTrace?: (target: object, below: unknown) => void }).captureStackTrace?.(site, defineEnvs);
  const fields: Record<string, EnvField> = Object.create(null);
  const frame: RegistryParts = {
    entries: { ...entries },
    options,
    environ: typeof source === "function" ? source : () => source,
    field: (name) => fields[name]!,
    warn,
    policyDoc,
    declaredAt: () => /[^\s()]+:\d+:\d+/.exec(site.stack ?? "")?.[0],
  };
  for (const name of Object.keys(entries)) {
    checkFallback(name, entries);
    fields[name] = new EnvField(name, entries[name]!, frame);
  }
  // Declared first, so that a variable of that name wins.
  if (!fields["toJSON"]) Object.defineProperty(fields, "toJSON", { value: () => Object.keys(fields) });
  Object.defineProperty(fields, KEY, { value: frame });
  return Object.freeze(fields) as unknown as Registry<E>;
}

function checkFallback(name: string, entries: Entries): void {
  const seen = new Set<string>();
  for (let at: string | undefined = name; at; ) {
    const entry: Entry | undefined = Object.hasOwn(entries, at) ? entries[at] : undefined;
    if (!entry?.kind) throw new TypeError(`${name}: ${at} is no entry that a builder made`);
    if (seen.has(at) || entry.kind.type !== entries[name]!.kind.type) throw new TypeError(`${name}: fallbackTo ${at} leads back or is of another type`);
    seen.add(at);
    at = entry.options.fallbackTo;
  }
}
