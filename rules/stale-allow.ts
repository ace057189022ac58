import type { Rule } from "../src/rule.ts";

/** `stale-allow`: an allow entry allows nothing. */
export const staleAllow: Rule = {
  name: "stale-allow",
  summary: "an entry of `allow` allows nothing in a complete run",
  why: "The code that needed the exception is gone, and the hole stays open for the next one.",
  instead: "Delete the entry, or the item of its list that allows nothing.",
  *check(context) {
    const { file } = context.settings;
    if (!context.complete || file === null) return;
    const invalid = new Set(context.allowFaults.map(({ key }) => key));
    for (const item of context.unusedAllow) {
      if (invalid.has(item.key)) continue;
      const where = item.files === null ? "" : ` in ${item.files.join(", ")}`;
      const how = item.key.includes("<") ? "" : ` for ${item.access.join(" or ")}`;
      yield { at: { path: file, at: item.at }, name: item.key, message: `allows ${item.key}${how}${where}, which nothing needs`, mend: `delete ${item.key}${where} from allow` };
    }
  },
};
