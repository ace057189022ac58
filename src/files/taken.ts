/** What a text takes from what it imports, found without parsing: more than it does, never less. */
import type { Named } from "./select.ts";

/** An import with braces; what stands between them are names, and no use of one. */
const IMPORT = /\bimport\s*\{[^{}]*\}\s*from\b|\bimport\s*\*\s*as\s+[\w$]+\s+from\b/g;

/** True if the text may take one of the members from the export of a module (from all of it, where it is imported whole), or do something else with it than to take a member. */
export function mayTakeMember(text: string, module: Named, name: string, members: ReadonlySet<string>): boolean {
  const locals = module.space === undefined ? localNames(module.names ?? "", name) : [module.space];
  if (locals.length === 0 || text.includes("\\u")) return true;
  const code = text.replace(IMPORT, "");
  return locals.some((local) => usesFreely(code, local, members));
}

/** What the export of a module is called where the text exports it again; nothing where it does not, and `*` stays. */
export function namesPassed(module: Named, name: string): string[] {
  if (!module.passed) return [];
  if (name === "*" || module.names === null) return name === "default" ? [] : [name];
  return localNames(module.names, name);
}

function localNames(names: string, name: string): string[] {
  return [...names.matchAll(new RegExp(`${word(name)}(?:\\s+as\\s+([\\w$]+))?`, "g"))].map(([, local]) => local ?? name);
}

/** `typeof name` and `"key" in name` ask, and take nothing; nobody reads what a statement `window.name = name` shows to tests; `spyOn(name, "member")` takes one member. */
function usesFreely(code: string, local: string, members: ReadonlySet<string>): boolean {
  const own = word(local);
  const member = "[A-Za-z_$][\\w$]*";
  const uses = new RegExp(`(\\btypeof\\s+|\\bin\\s+|(?<=(?:^|[;{}\\n])\\s*)(?:window|globalThis)\\.${member}\\s*=\\s*)?${own}\\s*(?:(?:\\?\\.|!?\\.)\\s*(${member})|([[(?!\`<]?))|\\bspyOn\\(\\s*${own}\\s*,\\s*['"](${member})['"]`, "g");
  for (const [, asked, taken, further, spied] of code.matchAll(uses)) {
    const name = taken ?? spied;
    if (name !== undefined ? members.has(name) : asked === undefined || further !== "") return true;
  }
  return false;
}

function word(name: string): string {
  return `(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`;
}
