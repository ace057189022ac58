/** `exports` and `imports` of package.json: which targets a key may have, whatever the conditions. */
import { isFields } from "../json.ts";

/** Environments that are not Node. */
const ELSEWHERE = ["browser", "react-native", "react-server", "worker", "workerd", "edge", "edge-light", "edge-routine", "deno", "bun", "electron", "netlify", "fastly", "lagon", "azion", "moddable"];
/** Conditions whose targets come after all others. */
const LATE: ReadonlyMap<string, number> = new Map([["types", 1], ...ELSEWHERE.map((name) => [name, 2] as const)]);

/**
 * The targets of a sub-path (`.`, `./mail`) in an `exports` value, in order; null where the package does not export it.
 * Follows Node's rules for keys; conditions are not chosen from, since sources are to be found whoever runs them.
 */
export function exportTargets(exports: unknown, subpath: string): string[] | null {
  return targetsOf(isFields(exports) && Object.keys(exports).some((key) => key.startsWith(".")) ? exports : { ".": exports }, subpath);
}

/** The targets of a key (`#mail`) in an `imports` value, in order; null where it has none. */
export function importTargets(imports: unknown, key: string): string[] | null {
  return isFields(imports) ? targetsOf(imports, key) : null;
}

/** The key of a map with `*` that fits a text best, and what `*` stands for; an exact key has no `*`. */
export function bestKey(keys: Iterable<string>, text: string): { readonly key: string; readonly star: string } | null {
  let best: { key: string; star: string } | null = null;
  for (const key of keys) {
    const at = key.indexOf("*");
    if (at < 0) {
      if (key === text) return { key, star: "" };
      continue;
    }
    const tail = key.length - at - 1;
    if (text.length < at + tail || !text.startsWith(key.slice(0, at)) || !text.endsWith(key.slice(at + 1))) continue;
    const isBetter = best === null || at > best.key.indexOf("*") || (at === best.key.indexOf("*") && key.length > best.key.length);
    if (isBetter) best = { key, star: text.slice(at, text.length - tail) };
  }
  return best;
}

function targetsOf(map: Readonly<Record<string, unknown>>, text: string): string[] | null {
  const best = bestKey(Object.keys(map), text);
  if (best === null) return null;
  const leaves: Leaf[] = [];
  collect(map[best.key], 0, leaves);
  if (leaves.length === 0) return null;
  const ordered = leaves.toSorted((a, b) => a.late - b.late);
  return [...new Set(ordered.map(({ target }) => target.replaceAll("*", () => best.star)))];
}

interface Leaf {
  readonly target: string;
  readonly late: number;
}

function collect(value: unknown, late: number, leaves: Leaf[]): void {
  if (typeof value === "string") leaves.push({ target: value, late });
  else if (Array.isArray(value)) for (const item of value) collect(item, late, leaves);
  else if (isFields(value)) for (const [condition, target] of Object.entries(value)) collect(target, Math.max(late, LATE.get(condition) ?? 0), leaves);
}
