/** Which files can matter: a text test that lets none slip, and the modules that a text names. */

/** True if the text may use the environment, stub or load it, or declare a registry; parsing decides. */
export function mayMatter(text: string): boolean {
  return mentions(text) || (ESCAPE.test(text) && mentions(text.replace(ESCAPES, (_all, braced?: string, plain?: string) => String.fromCharCode(parseInt(braced ?? plain!, 16)))));
}

function mentions(text: string): boolean {
  return (/\benv\b/.test(text) && ROOTS.test(text)) || OTHERS.test(text);
}

/** Escaped letters (`pr\u006fcess`) hide a word from a text test. */
const ESCAPE = /\\u(?:\{0*[4-7][0-9a-f]\}|00[4-7][0-9a-f])/i;
const ESCAPES = /\\u(?:\{0*([4-7][0-9a-f])\}|00([4-7][0-9a-f]))/gi;

const ROOTS = /\bprocess\b|\bmeta\b|\bBun\b|\bDeno\b|['"](?:node:)?(?:bun|module)['"]/;
const OTHERS = /\bprocess\b[^\n;]{0,24}\[|\bstubEnv\b|\bloadEnv(?:File|Config)?\b|\bdotenvx?\b|\bmocked-env\b|\bSHARE_ENV\b|\b(?:get|write)Report\b|\bfrom\s*['"](?:node:)?process['"]|\$env\/|\bastro:env\b|\bcloudflare:workers\b|@env-contract\/registry/;

/** A module that a text names: by an import that runs it, or by one of types alone. */
export interface Named {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

const SPECIFIER = /\b(?:(import|export)\b(\s+type\b(?!\s*(?:,|from\b)))?[^'"`;()]*?(?:\bfrom\s*)?|(?:import|require)\s*\(\s*(?:\/\*.*?\*\/\s*)?)(['"`])([^'"`\n]+)\3/g;

/** The specifiers of a text, found without parsing: more than there are, never fewer. */
export function specifiersOf(text: string): Named[] {
  const found = new Map<string, boolean>();
  for (const [, , type, , specifier] of text.matchAll(SPECIFIER)) {
    const typeOnly = type !== undefined;
    found.set(specifier!, (found.get(specifier!) ?? true) && typeOnly);
  }
  return [...found].map(([specifier, typeOnly]) => ({ specifier, typeOnly }));
}
