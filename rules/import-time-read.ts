import type { Rule } from "../src/rule.ts";
import { field, isReadInFull, registryOf } from "./shared/names.ts";

/** `import-time-read`: a variable is read while a module loads. */
export const importTimeRead: Rule = {
  name: "import-time-read",
  summary: "`get()` or `isSet()` runs while a module loads, in its top-level code or in a function that this code calls",
  why: "What is read while a module loads is fixed before `main` runs: a loaded `.env` file comes too late, a test cannot change it, and an import alone fails where the variable is missing.",
  instead: "Read inside the function that needs the value. Top-level code of an entry file (a script, a `bin`, a configuration file) may read.",
  *check(context) {
    for (const read of context.importTime) {
      const registry = registryOf(context, read);
      const entry = registry?.entries.find(({ name }) => name === read.entry);
      // What no registry declares is an `unknown-field`, whenever it is read.
      if (registry && !entry && isReadInFull(registry)) continue;
      const through = read.via.length > 0 ? ", through a call" : "";
      const get = registry === undefined ? "the read" : `${field(registry, read.entry)}.get()`;
      yield {
        at: read.site,
        name: read.entry,
        message: `reads ${read.entry} while the module loads${through}`,
        mend: read.via.length > 0 ? "make this call inside the function that needs its result" : `move ${get} into the function that needs the value`,
        timing: "import",
        via: read.via,
        ...(entry && { declaredAt: entry.site }),
      };
    }
  },
};
