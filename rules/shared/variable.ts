/** Findings about one variable that is read or written past the registry. */
import type { Form } from "../../src/facts.ts";
import type { Context, Finding, JudgedAccess } from "../../src/rule.ts";
import { advisor } from "./advice.ts";
import type { Advice } from "./advice.ts";
import { standings } from "./names.ts";

/** One finding for each access of the kind, those apart that name a removed variable (`removed-variable` has them). */
export function* pastRegistry(context: Context, kind: "read" | "write"): Generator<Finding> {
  const standing = standings(context);
  const found = finder(context, standing);
  for (const access of context.accesses) if (access.kind === kind && standing(access.name).is !== "removed") yield found(access);
}

/** Gives the finding for one access to a variable, with the advice that the standing of its name calls for. */
export function finder(context: Context, standing: ReturnType<typeof standings>): (access: JudgedAccess) => Finding {
  const advise = advisor(context, standing);
  return (access) => finding(access, advise(access), standing(access.name).is === "dynamic" ? "a variable whose name is known only at run time" : access.name);
}

function finding(access: JudgedAccess, { why, mend, declaredAt }: Advice, what: string): Finding {
  return {
    at: access.site,
    name: access.name,
    message: `${VERBS[access.form] ?? access.kind + "s"} ${what}${why}`,
    mend,
    form: access.form,
    timing: access.timing,
    via: access.via,
    allowed: access.allowedBy !== null,
    ...(declaredAt && { declaredAt }),
  };
}

const VERBS: Partial<Record<Form, string>> = { in: "tests", "has-own": "tests", delete: "deletes", stub: "stubs" };
