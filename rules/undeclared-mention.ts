import type { Rule } from "../src/rule.ts";
import { nearest } from "./shared/nearest.ts";
import { standings } from "./shared/names.ts";

/** `undeclared-mention`: a page names a variable of the project that the registry does not know. */
export const undeclaredMention: Rule = {
  name: "undeclared-mention",
  summary: "a configured page mentions a name of the project that is no entry, alias or removed name",
  why: "The page promises a setting that does nothing: people set it, and wait.",
  instead: "Correct the name, declare the variable, or list it under `removed` where it is gone.",
  *check(context) {
    const standing = standings(context);
    const names = context.registries.flatMap(({ entries }) => entries.map(({ name }) => name));
    for (const { path, words } of context.pages) {
      const said = new Set<string>();
      for (const { name, at } of words) {
        if (said.has(name) || standing(name).is !== "undeclared") continue;
        said.add(name);
        const meant = nearest(name, names);
        yield { at: { path, at }, name, message: `mentions ${name}, which no registry declares`, mend: meant === null ? `declare it, or list it under removed` : `write ${meant}, or declare ${name}` };
      }
    }
  },
};
