import type { Rule } from "../src/rule.ts";
import { declarations } from "./shared/names.ts";

/** `undocumented`: no configured page mentions a public entry. */
export const undocumented: Rule = {
  name: "undocumented",
  summary: "a public entry that no configured page mentions as a whole word",
  why: "A setting that no page names is found by reading the source, or not at all.",
  instead: "Name it on a page of `pages`, or in a generated block of `docs`; an entry that is not for users says `audience: \"internal\"`.",
  *check(context) {
    if (context.pages.length === 0) return;
    for (const { entry } of declarations(context)) {
      if (context.pages.some(({ mentions }) => mentions.has(entry.name)) || entry.options["audience"] === "internal") continue;
      yield { at: entry.site, name: entry.name, message: `declares ${entry.name}, which no page mentions`, mend: `mention it in ${context.pages.map(({ path }) => path).slice(0, 3).join(", ")}, or say audience: "internal"` };
    }
  },
};
