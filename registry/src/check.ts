import { partsOf } from "./define.ts";
import type { AnyRegistry, RegistryParts } from "./define.ts";
import { EnvVarError } from "./error.ts";
import { textOf, warnOnce } from "./state.ts";

/** Reads every entry and gives every problem at once, for start-up; also warns as `warnDeprecated` does. */
export function checkAll(envs: AnyRegistry): EnvVarError[] {
  warnDeprecated(envs);
  const parts = partsOf(envs);
  const problems = new Map<string, EnvVarError>();
  for (const name of Object.keys(envs)) {
    const wrong = wrongDefault(parts, name) ?? problemOf(() => envs[name]!.get());
    // A fallback and a computed default raise the problem of the entry that they read.
    if (wrong && !problems.has(wrong.variable)) problems.set(wrong.variable, wrong);
  }
  return [...problems.values()];
}

/** Warns, once per process, of every old name, removed name and deprecated entry that is set. */
export function warnDeprecated(envs: AnyRegistry): void {
  const { entries, options, environ, warn } = partsOf(envs);
  for (const [name, { options: entry }] of Object.entries(entries)) {
    const set = envs[name]!.isSet();
    if (set && entry.lifecycle === "deprecated") warnOnce(`${name} is deprecated${entry.lifecycleNote ? `: ${entry.lifecycleNote}` : ""}`, warn);
  }
  for (const [name, reason] of Object.entries(options.removed ?? {})) {
    if (textOf(environ(), name) !== undefined) warnOnce(`${name} is removed and has no effect: ${reason}`, warn);
  }
}

function problemOf(read: () => unknown): EnvVarError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    // By name: another copy of the library has a class of its own.
    if (error instanceof Error && error.name === "EnvVarError") return error as EnvVarError;
    throw error;
  }
}

function wrongDefault({ entries, environ, declaredAt, policyDoc }: RegistryParts, name: string): EnvVarError | undefined {
  const { kind, options } = entries[name]!;
  if (options.default === undefined || typeof options.default === "function") return undefined;
  const text = kind.lift ? undefined : kind.format(options.default);
  const value = kind.lift ? kind.lift(options.default, environ()) : text === undefined ? undefined : kind.parse(text, environ());
  if (value !== undefined) return undefined;
  return new EnvVarError({ code: "ENV_VAR_INVALID", variable: name, alias: undefined, type: kind.type, reason: `has a default that its own rule rejects: expected ${kind.expects}`, declaredAt: declaredAt(), policyDoc });
}
