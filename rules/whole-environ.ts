import type { WholeForm } from "../src/facts.ts";
import type { Context, JudgedAccess, Rule } from "../src/rule.ts";
import { allowHere } from "./shared/allow.ts";

/** `whole-environ`: the environment is used as a whole and is not allowed here. */
export const wholeEnviron: Rule = {
  name: "whole-environ",
  summary: "the environment (`process.env`) is copied, passed, enumerated, printed, updated, replaced or loaded as a whole, and that is not allowed here",
  why: "Whoever gets the whole environment may read and print every variable, secrets included, and no tool can tell which ones the code depends on.",
  instead: "Read the variables that are needed, one by one. A child process gets `childEnv(envs, …)`; a loader of `.env` files runs in an entry file, where `<load>` is allowed with a reason.",
  *check(context) {
    for (const access of context.accesses) {
      if (access.kind !== "whole") continue;
      yield {
        at: access.site,
        name: access.name,
        message: message(access),
        mend: mend(context, access),
        form: access.form,
        timing: access.timing,
        via: access.via,
        allowed: access.allowedBy !== null,
      };
    }
  },
};

const SAYS: Record<WholeForm, readonly [before: string, after: string]> = {
  copy: ["copies", ""],
  pass: ["passes", " on"],
  enumerate: ["enumerates", ""],
  print: ["prints", ""],
  update: ["updates", " with many variables at once"],
  replace: ["replaces", ""],
  load: ["loads a file into", ""],
};

function message(access: JudgedAccess): string {
  const [before, after] = SAYS[access.form as WholeForm];
  const to = access.to === "child-process" ? " to a child process" : access.to === "worker" ? " to a worker" : after;
  return `${before} the environment (\`${access.door}\`)${to}${uses(access)}`;
}

/** Of many names as many as a line holds. */
const MOST_NAMES = 6;

function uses({ reads = [] }: JudgedAccess): string {
  if (reads.length === 0) return "";
  const more = reads.length - MOST_NAMES;
  return `, to code that uses ${reads.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function mend(context: Context, access: JudgedAccess): string {
  const envs = context.registries[0]?.name ?? "envs";
  const allowed = allowHere(context, access);
  if (access.to === "child-process") return `write env: childEnv(${envs}, { names: […] }), or ${allowed}`;
  if (access.to === "worker") return `write env: childEnv(${envs}, { names: […] }) for the worker, or ${allowed}`;
  switch (access.form as WholeForm) {
    case "copy":
      return `read the variables that are needed, one by one, as ${envs}.NAME.get(), or ${allowed}`;
    case "pass":
      return `pass the values that are needed instead, as ${envs}.NAME.get(), or ${allowed}`;
    case "enumerate":
      return `name the variables, or ${allowed}`;
    case "print":
      return `print single variables that are no secrets, or ${allowed}`;
    case "update":
      return `write ${envs}.NAME.set(value) for each variable, or withEnv(values, callback) to change many for a while, or ${allowed}`;
    case "replace":
      return access.test ? `write using override = ${envs}.NAME.override(value), or ${allowed}` : `write withEnv(values, callback), which restores what was there, or ${allowed}`;
    case "load":
      return `load in an entry file, before the modules that read, and ${allowed}`;
  }
}
