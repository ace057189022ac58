import type { Rule } from "../src/rule.ts";
import { field, standings } from "./shared/names.ts";
import { finder } from "./shared/variable.ts";

/** `removed-variable`: code still names a removed variable. */
export const removedVariable: Rule = {
  name: "removed-variable",
  summary: "code still reads or writes a variable that the registry lists as removed",
  why: "Nothing stands behind the name any more: the code that asks for it takes its other branch for ever.",
  instead: "Delete the access, or go through the entry that replaced the variable.",
  *check(context) {
    const standing = standings(context);
    const finding = finder(context, standing);
    for (const access of context.accesses) {
      if (access.kind === "whole") continue;
      const is = standing(access.name);
      if (is.is !== "removed") continue;
      const replacement = is.registry.entries.find(({ name }) => name === is.removed.reason.trim());
      const found = finding(access);
      yield replacement === undefined ? found : { ...found, mend: `go through ${field(is.registry, replacement.name)}, which replaced ${access.name}`, declaredAt: replacement.site };
    }
  },
};
