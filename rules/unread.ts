import type { Entry } from "../src/linked.ts";
import type { Context, Rule } from "../src/rule.ts";
import { declarations } from "./shared/names.ts";

/** `unread`: nothing reads an entry. */
export const unread: Rule = {
  name: "unread",
  summary: "nothing reads an entry",
  why: "A variable that is documented and read by nobody has no effect: people set it and wait, and a switch that nobody removed is found again years later.",
  instead: "Delete the entry, and list its name under `removed` so that whoever still sets it is told. If a script reads it, write `readIn: \"deploy/start.sh\"`.",
  *check(context) {
    if (!context.complete) return;
    const isRead = readers(context);
    for (const { registry, entry } of declarations(context)) {
      if (isRead(entry)) continue;
      const file = entry.options["readIn"];
      const silent = typeof file === "string" ? `; ${file} does not mention it` : "";
      yield { at: entry.site, name: entry.name, message: `declares ${entry.name}, which nothing reads${silent}`, mend: `delete it and list ${entry.name} under removed in ${registry.name}, or name the script that reads it as readIn` };
    }
  },
};

function readers(context: Context): (entry: Entry) => boolean {
  const read = new Set<string>();
  // An entry that several registries share is read if it is read through one of them.
  for (const registry of [...context.registries, ...context.others]) {
    const fields = context.read.fields.get(registry.id);
    const all = registry.open !== null || registry.escapes;
    for (const entry of registry.entries) {
      const names = [entry.name, ...entry.aliases.map(({ name }) => name)];
      if (all || fields?.has(entry.name) === true || names.some((name) => context.read.names.has(name)) || mentioned(context, entry)) read.add(entry.declaration);
      for (const other of entry.reads) if (other !== entry.name) read.add(other);
    }
  }
  return (entry) => read.has(entry.declaration) || read.has(entry.name);
}

function mentioned(context: Context, entry: Entry): boolean {
  const file = entry.options["readIn"];
  return typeof file === "string" && context.mentionedIn(file, entry.name);
}
