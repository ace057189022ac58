/// <reference lib="esnext.disposable" preserve="true" />
import { EnvVarError } from "./error.ts";
import type { EnvVarProblem } from "./error.ts";
import { aliasesOf } from "./entry.ts";
import type { Entry } from "./entry.ts";
import { overlay, scoped, shared, textOf, warnOnce, write } from "./state.ts";
import type { Environ } from "./state.ts";

/** An override in force: `restore()` takes it away, and so does the end of the block that binds it with `using`. */
export interface Override {
  restore(): void;
  [Symbol.dispose](): void;
}

/** Stands where a field is used as if it were its value. */
export interface NotAValue {
  readonly "this is a field: read it with get()": never;
}

/** A declared variable, as code uses it. `T` is what `get()` gives, `S` what `set()` takes. */
export interface Field<T, S = Exclude<T, undefined>> {
  /** Never callable: this signature lets the compiler see `if (envs.NAME)`. */
  (readItWithGet: NotAValue): never;
  readonly name: NotAValue;
  readonly length: NotAValue;
  /** The value of the variable as it is now. Raises `EnvVarError` where it is missing or its text is rejected. */
  get(): T;
  /** Whether the variable or one of its old names is set. */
  isSet(): boolean;
  /** Writes the canonical text of a value. */
  set(value: S): void;
  /** Unsets the variable and its old names. */
  clear(): void;
  /** Changes the variable, process-wide, until the override is restored; `undefined` unsets it. */
  override(value: S | undefined): Override;
  /** Changes the variable while `run` runs, or until the promise that it returns settles. */
  override<R>(value: S | undefined, run: () => R): R;
}

/** What the fields of a registry share. @internal */
export interface Frame {
  readonly environ: () => Environ;
  readonly field: (name: string) => EnvField;
  readonly warn: ((message: string) => void) | undefined;
  readonly policyDoc: string | undefined;
  readonly declaredAt: () => string | undefined;
}

/** The field of an entry. A class, so that a thousand fields share their methods and have no property that a report could show. @internal */
export class EnvField {
  readonly #name: string;
  readonly #entry: Entry;
  readonly #frame: Frame;
  readonly #aliases: readonly string[];
  #text: string | undefined;
  #value: unknown;

  constructor(name: string, entry: Entry, frame: Frame) {
    this.#name = name;
    this.#entry = entry;
    this.#frame = frame;
    this.#aliases = aliasesOf(entry.options);
  }

  get(): unknown {
    const text = this.#read();
    const { kind, options } = this.#entry;
    if (text !== undefined) {
      if (kind.keep && text === this.#text) return this.#value;
      const value = kind.parse(text, this.#frame.environ());
      if (value === undefined) throw this.#error("ENV_VAR_INVALID", `expected ${kind.expects}`);
      if (kind.keep) {
        this.#text = text;
        this.#value = value;
      }
      return value;
    }
    if (options.fallbackTo) return this.#frame.field(options.fallbackTo).get();
    if (options.optional) return undefined;
    if (options.required) throw this.#error("ENV_VAR_MISSING", `is not set: expected ${kind.expects}`);
    const value = typeof options.default === "function" ? options.default() : options.default;
    const lifted = kind.lift ? kind.lift(value, this.#frame.environ()) : value;
    if (lifted === undefined) throw this.#error("ENV_VAR_INVALID", `is not set, and its default is not ${kind.expects}`);
    return lifted;
  }

  isSet(): boolean {
    return this.#read() !== undefined;
  }

  set(value: unknown): void {
    write(this.#frame.environ(), this.#name, this.#format(value));
  }

  clear(): void {
    for (const name of [this.#name, ...this.#aliases]) write(this.#frame.environ(), name, undefined);
  }

  override(value: unknown, run?: () => unknown): unknown {
    const texts: Environ = { [this.#name]: value === undefined ? undefined : this.#format(value) };
    for (const alias of this.#aliases) texts[alias] = undefined;
    const restore = overlay(this.#frame.environ(), texts);
    return run ? scoped(restore, run) : { restore, [Symbol.dispose]: restore };
  }

  toString(): never {
    throw new TypeError(`envs.${this.#name} is a field, not a value: call envs.${this.#name}.get()`);
  }

  [Symbol.toPrimitive](): never {
    this.toString();
  }

  [Symbol.iterator](): never {
    this.toString();
  }

  // JSON.stringify passes the key; test reporters, which only want to print, pass nothing.
  toJSON(key?: string): string {
    return key === undefined ? `envs.${this.#name}` : this.toString();
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `envs.${this.#name}`;
  }

  #read(): string | undefined {
    const environ = this.#frame.environ();
    const { client, emptyIsUnset } = this.#entry.options;
    let text = textOf(environ, this.#name);
    if (client && (text === undefined || (emptyIsUnset && !text)) && !shared().layers.some((layer) => layer.environ === environ && this.#name in layer.under)) text = inlined(client);
    if (emptyIsUnset && !text) text = undefined;
    for (const alias of this.#aliases) {
      const old = textOf(environ, alias);
      if (old === undefined || (emptyIsUnset && !old)) continue;
      warnOnce(`${alias} is deprecated: set ${this.#name} instead`, this.#frame.warn);
      if (text !== undefined && text !== old) warnOnce(`${this.#name} and ${alias} are both set and differ: ${this.#name} wins`, this.#frame.warn);
      text ??= old;
    }
    return text;
  }

  #format(value: unknown): string {
    const { kind } = this.#entry;
    const text = kind.format(value);
    // An environment ends a text at the first NUL.
    if (text === undefined || text.includes("\0") || kind.parse(text, this.#frame.environ()) === undefined) throw new TypeError(`${this.#name} cannot be set to this: expected ${kind.expects}`);
    return text;
  }

  #error(code: EnvVarProblem["code"], reason: string): EnvVarError {
    const environ = this.#frame.environ();
    return new EnvVarError({
      code,
      variable: this.#name,
      alias: textOf(environ, this.#name) === undefined ? this.#aliases.find((alias) => textOf(environ, alias) !== undefined) : undefined,
      type: this.#entry.kind.type,
      reason,
      declaredAt: this.#frame.declaredAt(),
      policyDoc: this.#frame.policyDoc,
    });
  }
}

function inlined(client: () => string | undefined): string | undefined {
  try {
    return client();
  } catch {
    // No bundler has put a text in the place of `process.env.NAME`, and there is no `process` here.
    return undefined;
  }
}
