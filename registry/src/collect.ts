import { partsOf } from "./define.ts";
import type { AnyRegistry, Entries, RegistryParts } from "./define.ts";
import { aliasesOf } from "./entry.ts";
import type { EnvVarError } from "./error.ts";
import { looksSecret, mask } from "./secret.ts";
import { textOf } from "./state.ts";

/** The state of one public entry. `value`: its canonical text, masked; absent where it is secret, looks secret, or is not to be had. */
export interface CollectedVariable {
  readonly name: string;
  readonly type: string;
  readonly state: "set" | "default" | "unset" | "invalid";
  /** The old name that carries the text. */
  readonly alias?: string;
  readonly value?: string;
}

/** The public entries of a registry and their state, sorted by name, for a bug report: no secret, no user name in a URL, no home directory. */
export function collectEnv(envs: AnyRegistry): CollectedVariable[] {
  const parts = partsOf(envs);
  return Object.keys(envs)
    .filter((name) => parts.entries[name]!.options.audience !== "internal")
    .sort()
    .map((name) => collect(envs, parts, name));
}

function collect(envs: AnyRegistry, { entries, environ }: RegistryParts, name: string): CollectedVariable {
  const { kind, options } = entries[name]!;
  const set = envs[name]!.isSet();
  const alias = set && textOf(environ(), name) === undefined ? aliasesOf(options).find((old) => textOf(environ(), old) !== undefined) : undefined;
  const found = { name, type: kind.type, ...(alias === undefined ? {} : { alias }) };
  let value: unknown;
  try {
    value = envs[name]!.get();
  } catch (error) {
    return { ...found, state: (error as Partial<EnvVarError>).code === "ENV_VAR_MISSING" ? "unset" : "invalid" };
  }
  const state = set ? "set" : value === undefined ? "unset" : "default";
  const text = value === undefined || hides(entries, name) ? undefined : kind.format(value);
  return text === undefined ? { ...found, state } : { ...found, state, value: mask(text, [textOf(environ(), "HOME"), textOf(environ(), "USERPROFILE")]) };
}

/** The entry is secret or looks it, by any of its names, or falls back to one that does. */
function hides(entries: Entries, name: string): boolean {
  const { options } = entries[name]!;
  return (options.secret ?? [name, ...aliasesOf(options)].some(looksSecret)) || (!!options.fallbackTo && hides(entries, options.fallbackTo));
}
