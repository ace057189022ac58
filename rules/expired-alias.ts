import type { Rule } from "../src/rule.ts";
import { declarations } from "./shared/names.ts";
import { reaches } from "./shared/release.ts";

/** `expired-alias`: the release in which an alias was to go is reached. */
export const expiredAlias: Rule = {
  name: "expired-alias",
  summary: "the `removeIn` release of an alias is reached",
  why: "An old name was promised to go in a stated release; past it, every reader and every page carries a name that people believe is gone.",
  instead: "Delete the alias and list its name under `removed`, so that whoever still sets it is told. To keep it longer, state a later release.",
  *check(context) {
    const { release } = context.settings;
    if (release === null) return;
    for (const { registry, entry } of declarations(context)) {
      for (const { name, removeIn, at } of entry.aliases) {
        if (removeIn === undefined || !reaches(release, removeIn)) continue;
        yield {
          at: { path: entry.site.path, at },
          name,
          message: `keeps ${name} as an alias of ${entry.name} past ${removeIn}; the release is ${release}`,
          mend: `delete the alias and list ${name} under removed in ${registry.name}`,
          declaredAt: entry.site,
        };
      }
    }
  },
};
