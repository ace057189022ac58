/** Which files can matter: a text test that lets none slip, and the modules that a text names. */

/** True if the text may use the environment, stub or load it, or declare a registry; parsing decides. */
export function mayMatter(text: string): boolean {
  return mentions(text) || (text.includes("\\u") && ESCAPE.test(text) && mentions(text.replace(ESCAPES, (_all, braced?: string, plain?: string) => String.fromCharCode(parseInt(braced ?? plain!, 16)))));
}

function mentions(text: string): boolean {
  // One quick pass for what all that counts has in common: few texts have it.
  if (!COMMON.test(text)) return false;
  return (/\benv\b/.test(text) && ROOTS.test(text)) || PROCESS.test(text) || (RARE.test(text) && OTHERS.test(text));
}

const COMMON = /[eE]nv|ENV|process|Report|cloudflare/;
const RARE = /[bd]Env|(?:[-:$@]|dot)env|E_ENV|[te]Report|e:w/;

/** Escaped letters (`pr\u006fcess`) hide a word from a text test. */
const ESCAPE = /\\u(?:\{0*[4-7][0-9a-f]\}|00[4-7][0-9a-f])/i;
const ESCAPES = /\\u(?:\{0*([4-7][0-9a-f])\}|00([4-7][0-9a-f]))/gi;

const ROOTS = /\bprocess\b|\bmeta\b|\bBun\b|\bDeno\b|['"](?:node:)?(?:bun|module)['"]/;
/** A computed key may be `env`; the module gives its members other names. */
const PROCESS = /\bprocess\b[^\n;]{0,24}\[|\bfrom\s*['"](?:node:)?process['"]/;
const OTHERS = /\bstubEnv\b|\bloadEnv(?:File|Config)?\b|\bdotenvx?\b|\bmocked-env\b|\bSHARE_ENV\b|\b(?:get|write)Report\b|\$env\/|\bastro:env\b|\bcloudflare:workers\b|@env-contract\/registry/;

/** A module that a text names: by an import that runs it, or by one of types alone. */
export interface Named {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** A text with the names that are taken from it among its words; null where any name may be taken. */
  readonly names: string | null;
  /** What it is called where it is imported once, and whole: `import * as space`. */
  readonly space?: string;
  /** What is taken from it is exported again. */
  readonly passed?: true;
}

const SPECIFIER = /\b(?:(?:import|export)\b(\s+type\b(?!\s*(?:,|from\b)))?([^'"`;()]*?)(?:\bfrom\s*)?|(?:import|require)\s*\(\s*(?:\/\*.*?\*\/\s*)?)(['"`])([^'"`\n]+)\3/g;
/** Braces and nothing else. */
const SPACE = /^\s*\*\s*as\s+([\w$]+)\s*$/;
const NAMES = /^\s*\{([^{}\\]*)\}\s*$/;

/** The specifiers of a text, found without parsing: more than there are, never fewer. `cuts` holds what is cut out of any text once. */
export function specifiersOf(text: string, cuts: Map<string, string> = new Map()): Named[] {
  const found = new Map<string, Named>();
  for (const [all, type, clause, , written] of text.matchAll(SPECIFIER)) {
    const before = found.get(written!);
    const specifier = before?.specifier ?? kept(written!, cuts);
    const names = clause === undefined ? undefined : NAMES.exec(clause)?.[1];
    const space = before === undefined && clause !== undefined && all.startsWith("import") ? SPACE.exec(clause)?.[1] : undefined;
    found.set(specifier, {
      specifier,
      typeOnly: type !== undefined && (before?.typeOnly ?? true),
      names: names === undefined || before?.names === null ? null : kept(before === undefined ? names : `${before.names} ${names}`, cuts),
      ...((before?.passed || (all.startsWith("export") && type === undefined)) && { passed: true }),
      ...(space !== undefined && { space: kept(space, cuts) }),
    });
  }
  return [...found.values()];
}

/** The words among which are the names that the text takes; null where any name may be taken. */
export function wordsOf({ names }: Named): ReadonlySet<string> | null {
  return names === null ? null : new Set(names.split(WORD_ENDS));
}

const WORD_ENDS = /[\s,/*]+/;

/** A copy: what is cut out of a text keeps all of it in memory. */
function kept(cut: string, cuts: Map<string, string>): string {
  let copy = cuts.get(cut);
  if (copy === undefined) {
    copy = LATIN.test(cut) ? Buffer.from(cut, "latin1").toString("latin1") : Buffer.from(cut, "utf16le").toString("utf16le");
    cuts.set(copy, copy);
  }
  return copy;
}

const LATIN = /^[\0-\xff]*$/;
