/** Which names a text may export, found without parsing: more than it does, never fewer. */

/** The names of values, and of types as `type X`; null where any name may be exported. */
export type Exported = ReadonlySet<string> | null;

/** What hands on more than the text says: another module whole, the exports of CommonJS, names that are escaped. */
const OPEN_ENDED = /\bexport\s*(?:\*|=|as\b|@|\/|(?:const|let|var)\s*[{[])|\bexports\b|\\u/;

/** What stands after `export`: a list in braces, or a declaration as far as its names go; the names are its words. */
const EXPORT = /\bexport\s*(?:\{((?:[^{}/]|\/\/[^\n]*|\/\*[^]*?\*\/)*)\}|(type|interface)\s+([\w$\u0080-\uffff]+)|([^=(;<]*))/g;
/** A name that is declared after another one: `export const a = 1, b = 2`. */
const FURTHER = /,\s*(?:\/\/[^\n]*\s*|\/\*[^]*?\*\/\s*)*([\w$\u0080-\uffff]+)\s*(?=[=:,;\n])/g;
const WORD = /[\w$\u0080-\uffff]+/g;

export function exportedBy(text: string): Exported {
  if (OPEN_ENDED.test(text)) return null;
  const names = new Set<string>();
  let declares = false;
  for (const [, list, , type, declaration] of text.matchAll(EXPORT)) {
    if (declaration?.includes("/")) return null;
    if (type !== undefined) names.add(`type ${type}`);
    declares ||= declaration !== undefined;
    for (const [word] of (list ?? declaration ?? "").matchAll(WORD)) names.add(word);
  }
  if (declares && /\bexport\s+(?:declare\s+)?(?:const|let|var)\b/.test(text)) for (const [, name] of text.matchAll(FURTHER)) names.add(name!);
  return names;
}

/** True if a text with these exports may export the name; `=` and `*` are all of a module. */
export function mayExport(exported: Exported, name: string): boolean {
  return exported === null || name === "=" || name === "*" || exported.has(name);
}
