/** Variables by name: `process.env`, or what stands in for it. */
export type Environ = Record<string, string | undefined>;

/** One `override` that is not yet restored: per variable, the text that lay under it. @internal */
export interface Layer {
  readonly environ: Environ;
  readonly under: Environ;
}

interface Shared {
  readonly warned: Set<string>;
  readonly layers: Layer[];
  readonly memory: Environ;
}

interface Realm {
  readonly process?: { readonly env?: Environ; readonly emitWarning?: (message: string, type: string) => void };
  readonly console?: { readonly warn: (message: string) => void };
  [KEY]?: Shared;
}

/** Marks what copies of this library, of any format or version, share: the state of the realm, and what a registry is made of. @internal */
export const KEY: unique symbol = Symbol.for("@env-contract/registry") as never;

const realm = globalThis as Realm;

/** The state that every copy of the library in this realm shares, of any version: its shape may gain fields, and change in no other way. Made at the first use, never while a module loads. @internal */
export function shared(): Shared {
  return (realm[KEY] ??= { warned: new Set(), layers: [], memory: {} });
}

/** The environment of this realm: the one place that reaches `process.env`. Where there is none, an object in memory. @internal */
export function environ(): Environ {
  return realm.process?.env ?? shared().memory;
}

/** The text of a variable, or undefined; what an environment object inherits (`constructor`) is no variable. @internal */
export function textOf(environ: Environ, name: string): string | undefined {
  const text = environ[name];
  return typeof text === "string" ? text : undefined;
}

/** Sets a variable, or unsets it where there is no text (assigning `undefined` would store the word). @internal */
export function write(environ: Environ, name: string, text: string | undefined): void {
  if (text === undefined) delete environ[name];
  else environ[name] = text;
}

/** Lays texts over variables; the function returned takes exactly this layer away, in any order, once. @internal */
export function overlay(environ: Environ, texts: Environ): () => void {
  const { layers } = shared();
  const under: Environ = {};
  const layer = { environ, under };
  for (const name of Object.keys(texts)) under[name] = textOf(environ, name);
  layers.push(layer);
  for (const name of Object.keys(texts)) write(environ, name, texts[name]);
  return () => lift(layer);
}

/** Takes a layer away: what lay under it goes to the layer above, or back to the environment. @internal */
export function lift(layer: Layer): void {
  const { layers } = shared();
  const index = layers.indexOf(layer);
  if (index < 0) return;
  layers.splice(index, 1);
  for (const name of Object.keys(layer.under)) {
    const above = layers.find((other, at) => at >= index && other.environ === layer.environ && name in other.under);
    if (above) above.under[name] = layer.under[name];
    else write(layer.environ, name, layer.under[name]);
  }
}

/** Runs `run` and then `restore`, also when it throws, and when the promise it returns settles. @internal */
export function scoped<R>(restore: () => void, run: () => R): R {
  let result: R;
  try {
    result = run();
  } catch (error) {
    restore();
    throw error;
  }
  if (typeof (result as PromiseLike<unknown> | undefined)?.then === "function") return Promise.resolve(result).finally(restore) as R;
  restore();
  return result;
}

/** Warns once per process and message: through `warn`, else as a process warning, else on the console; never on stdout. @internal */
export function warnOnce(message: string, warn?: (message: string) => void): void {
  const { warned } = shared();
  if (warned.has(message)) return;
  warned.add(message);
  if (warn) warn(message);
  else if (realm.process?.emitWarning) realm.process.emitWarning(message, "DeprecationWarning");
  else realm.console?.warn(message);
}
