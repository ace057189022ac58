import { entry } from "./entry.ts";
import type { Declared, Options } from "./entry.ts";

/** A schema of any library that follows the Standard Schema specification, version 1 (zod, valibot, arktype and others). */
export interface StandardSchema<I = unknown, O = I> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown, ...rest: any[]) => Result<O> | Promise<Result<O>>;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
  };
}

/** What a schema makes of its input. */
export type OutputOf<X extends StandardSchema> = NonNullable<X["~standard"]["types"]>["output"];

/** What a schema takes. */
export type InputOf<X extends StandardSchema> = NonNullable<X["~standard"]["types"]>["input"];

/** `input`: whether the schema is given the text itself, or what the text holds as JSON. */
export interface SchemaOptions<I extends "text" | "json"> {
  readonly input?: I;
}

type Result<O> = { readonly value: O; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A value that a schema accepts; the schema must be synchronous. The default is an output of the schema, `set()` takes an input. */
export function schema<X extends StandardSchema, I extends "text" | "json" = "text", C extends string = never, O extends true = never, F extends string = never>(
  standard: X,
  options: Options<NoInfer<OutputOf<X>>, C, O, F, SchemaOptions<I>>,
): Declared<NoInfer<OutputOf<X>>, NoInfer<I> extends "json" ? NoInfer<InputOf<X>> : string, C, O, F> {
  const { vendor, validate } = standard["~standard"];
  const fromJson = options.input === "json";
  let where = "";
  const parse = (text: string): OutputOf<X> | undefined => {
    where = "";
    const result = attempt(() => validate(fromJson ? (JSON.parse(text) as unknown) : text));
    if (result instanceof Promise) {
      result.catch(() => undefined);
      throw new TypeError(`the schema (${vendor}) is asynchronous, and a variable is read synchronously`);
    }
    if (!result || !result.issues) return result?.value as OutputOf<X> | undefined;
    // Where, never what: messages of schema libraries quote the value, and a path may quote a key of it.
    if (fromJson && !options.secret) where = [...new Set(result.issues.map(pathOf))].filter((path) => path !== "").join(", ");
    return undefined;
  };
  const kind = {
    type: "schema",
    get expects(): string {
      return `${fromJson ? "a JSON text" : "a text"} that the schema (${vendor}) accepts${where && `, which it does not at ${where}`}`;
    },
    parse,
    format: (value: unknown): string | undefined => (fromJson ? attempt(() => JSON.stringify(value)) : typeof value === "string" ? value : undefined),
    lift: (value: unknown) => value,
  };
  return entry(kind, options);
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function pathOf({ path = [] }: Issue): string {
  return path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
}
