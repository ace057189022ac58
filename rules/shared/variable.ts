/** Findings about one variable that is read or written past the registry. */
import type { Form } from "../../src/facts.ts";
import type { Context, Finding, JudgedAccess } from "../../src/rule.ts";
import { advise } from "./advice.ts";
import { standings } from "./names.ts";
import type { Standing } from "./names.ts";

/** One finding for each access of the kind, those apart that name a removed variable (`removed-variable` has them). */
export function* pastRegistry(context: Context, kind: "read" | "write"): Generator<Finding> {
  const standing = standings(context);
  for (const access of context.accesses) {
    if (access.kind !== kind) continue;
    const is = standing(access.name);
    if (is.is !== "removed") yield finding(context, access, is);
  }
}

/** The finding for one access to a variable, with the advice that its standing calls for. */
export function finding(context: Context, access: JudgedAccess, standing: Standing): Finding {
  const { why, mend, declaredAt } = advise(context, access, standing);
  const what = standing.is === "dynamic" ? "a variable whose name is known only at run time" : `${access.name}${why}`;
  return {
    at: access.site,
    name: access.name,
    message: `${VERBS[access.form] ?? access.kind + "s"} ${what}`,
    mend,
    form: access.form,
    timing: access.timing,
    via: access.via,
    allowed: access.allowedBy !== null,
    ...(declaredAt && { declaredAt }),
  };
}

const VERBS: Partial<Record<Form, string>> = { in: "tests", "has-own": "tests", delete: "deletes", stub: "stubs" };
