import type { Rule } from "../src/rule.ts";

/** `stale-docs`: a generated block of a page differs from the registry. */
export const staleDocs: Rule = {
  name: "stale-docs",
  summary: "a generated block of a configured page differs from what the registry says, or its markers are damaged",
  why: "Whoever sets a variable reads the page, not the registry: a default that changed in one of the two is found out in production.",
  instead: "Run `env-contract docs` and commit the page. Text outside the markers stays as it is.",
  *check(context) {
    for (const { path, blocks } of context.pages) {
      for (const { format, at, fault } of blocks) {
        yield { at: { path, at }, name: format, message: fault === null ? `holds a ${format} block that differs from the registry` : `cannot hold its ${format} block: ${fault.what}`, mend: fault?.mend ?? "run env-contract docs" };
      }
    }
  },
};
