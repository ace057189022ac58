import type { Entry } from "./entry.ts";

/** Entries that state no category. */
export type Uncategorised = Readonly<Record<string, Entry<any, any, never>>>;

/** The entries of a group: as they were, with its category. */
export type Grouped<C, E> = { readonly [K in keyof E]: E[K] extends Entry<infer T, infer S, any, infer M, infer F> ? Entry<T, S, C, M, F> : never };

/** The entries of a nest: as they were, under their full names. */
export type Nested<P extends string, E> = { readonly [K in keyof E & string as `${P}__${K}`]: E[K] };

/** Gives entries their category, to be spread into one registry or several. */
export function group<const C extends string, E extends Uncategorised>(category: C, entries: E): Grouped<C, E> {
  const grouped = Object.keys(entries).map((name) => [name, { ...entries[name], options: { ...entries[name]!.options, category } }]);
  return Object.fromEntries(grouped);
}

/** Gives entries the names `PREFIX__NAME`, to be spread into a registry. */
export function nested<const P extends string, E extends Readonly<Record<string, Entry>>>(prefix: P, entries: E): Nested<P, E> {
  return Object.fromEntries(Object.keys(entries).map((name) => [`${prefix}__${name}`, entries[name]])) as Nested<P, E>;
}
