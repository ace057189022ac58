import { lift, shared } from "./state.ts";
import type { Layer } from "./state.ts";

/** The hooks of a test runner: those of vitest and of jest fit. */
export interface Hooks {
  readonly beforeEach: (hook: () => void) => unknown;
  readonly afterEach: (hook: () => void) => unknown;
}

/** Registers hooks that fail each test which leaves an override behind, and take the override away. Call it in a setup file, before any other hook; without hooks the global ones are used. Jest runs it before an `afterEach` at the top of a test file, so what such a hook would restore counts as left behind: use `using` or a callback there. */
export function guardOverrides(hooks: Hooks = globalThis as unknown as Hooks): void {
  if (typeof hooks.beforeEach !== "function" || typeof hooks.afterEach !== "function") throw new TypeError("no global hooks here: pass { beforeEach, afterEach }");
  // What stood before the test (an override made in `beforeAll`) is not the test's to restore.
  let standing: readonly Layer[] = [];
  hooks.beforeEach(() => {
    standing = [...shared().layers];
  });
  hooks.afterEach(() => {
    const leaked = shared().layers.filter((layer) => !standing.includes(layer));
    if (leaked.length === 0) return;
    const names = [...new Set(leaked.map((layer) => Object.keys(layer.under)[0]))].sort();
    for (const layer of leaked.reverse()) lift(layer);
    throw new Error(`the test left ${names.join(", ")} overridden: bind override() with using, pass it a callback, or call restore()`);
  });
}

/** Takes every override away that is in force, newest first. */
export function restoreOverrides(): void {
  for (const layer of [...shared().layers].reverse()) lift(layer);
}
