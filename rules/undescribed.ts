import type { Rule } from "../src/rule.ts";
import { declarations } from "./shared/names.ts";

/** `undescribed`: an entry says nowhere what it is for. */
export const undescribed: Rule = {
  name: "undescribed",
  summary: "an entry has neither a `description` nor a doc comment, or a blank one",
  why: "The description is what every generated page, error and report tells about the variable; without it only whoever wrote the code knows what to set.",
  instead: "Say in a sentence what the variable does, as `description` or as a doc comment above the entry.",
  *check(context) {
    for (const { entry } of declarations(context)) {
      // A description that cannot be read is there; `invalid-entry` asks for a readable one.
      if (entry.unreadable.length > 0 || (entry.description === null && "description" in entry.sources)) continue;
      if (entry.description !== null && entry.description.trim() !== "") continue;
      yield { at: entry.site, name: entry.name, message: `declares ${entry.name} without a description`, mend: `add description: "…" or a doc comment to ${entry.name}` };
    }
  },
};
