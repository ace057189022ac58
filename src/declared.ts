/** Declarations as the library takes them: read statically, made again by the library's own builders, so that there is one rule for each type. */
import { bool, choice, float, int, path, str } from "../registry/src/builders.ts";
import type { Entry as Declared } from "../registry/src/entry.ts";
import { duration, json, list, port, url } from "../registry/src/types.ts";
import type { Constant, Entry } from "./linked.ts";

/** What the library would make of the entry, its constant options alone (`default: () => …` and `client` are missing, no code of the project runs); null where its builder or what its builder needs is not known statically. */
export function declaredOf(entry: Entry): Declared | null {
  const make = MAKERS[entry.builder ?? ""];
  if (make === undefined) return null;
  const constants = Object.entries(entry.options).filter(([, value]) => !isComputed(value));
  return make({ ...Object.fromEntries(constants), ...entry.lists, aliases: entry.aliases.map(({ name }) => name) } as never, entry);
}

/** Known only at run time. */
export function isComputed(value: Constant): value is { readonly computed: string } {
  return typeof value === "object" && value !== null;
}

/** `never`: the options are held by the compiler where they are written, and by `invalid-entry` here. */
type Maker = (options: never, entry: Entry) => Declared | null;

const MAKERS: Readonly<Record<string, Maker>> = {
  bool,
  int,
  float,
  str,
  path,
  choice: (options, { choices }) => choices && choice(choices as never, options),
  port,
  url,
  json,
  duration,
  list: (options, entry) => (isItem(entry.options["item"]) ? list(options) : null),
};

function isItem(item: Constant): boolean {
  return item === undefined || item === "str" || item === "int" || item === "float" || item === "bool";
}
