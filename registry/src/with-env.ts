import { environ, overlay, scoped } from "./state.ts";
import type { Environ } from "./state.ts";

/** Values for variables: switches become `1` and `0`, `undefined` unsets. */
export type Settings = Readonly<Record<string, string | number | boolean | undefined>>;

/** `log` takes one line that names the variables, and no value. */
export interface WithEnvOptions {
  readonly log?: (line: string) => void;
}

/** Runs `run` with variables changed, and puts them back whatever happens, also when the promise that it returns settles. Raises a TypeError for what is no text, before anything is written. */
export function withEnv<R>(extra: Settings, run: () => R, options: WithEnvOptions = {}): R {
  const texts = toTexts(extra);
  options.log?.(`environment changed: ${Object.keys(texts).sort().join(", ") || "nothing"}`);
  return scoped(overlay(environ(), texts), run);
}

/** The texts of values. Raises a TypeError for a name that no environment holds and for a value that has no text. @internal */
export function toTexts(settings: Settings): Environ {
  const texts: [name: string, text: string | undefined][] = Object.entries(settings).map(([name, value]) => {
    if (!/^[^=\0]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot be the name of a variable`);
    const text = typeof value === "boolean" ? String(+value) : typeof value === "number" ? String(value) : value;
    if (text !== undefined && (typeof text !== "string" || text.includes("\0"))) throw new TypeError(`${name} needs a text, a number or a boolean`);
    return [name, text];
  });
  return Object.fromEntries(texts);
}
