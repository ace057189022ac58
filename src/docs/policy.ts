/** The policy of a project in words, written from its configuration: for people, and for agents that write code. Pure. */
import type { DocsInput } from "./model.ts";

/** The block of a policy page: what holds here, by name. */
export function renderPolicy({ settings, registry, entries, categories }: DocsInput): string {
  const { prefixes, purposes, allow, file, baseline, off } = settings;
  const names = prefixes.length === 0 ? "A name is the project's own if the registry declares it." : `The project's own names begin with ${list(prefixes)}${purposes.length === 0 ? "." : `; a switch says its purpose next: ${list(purposes)}.`}`;
  const example = entries[0]?.name ?? `${prefixes[0] ?? "ACME_"}PORT`;
  return [
    `* Every variable that the project owns is declared once, in ${list(settings.registry)}: type, default (or optional, or required), category and description${categories.length === 0 ? "" : `. Categories: ${list(categories)}`}.`,
    `* Code reads it inside functions, with \`${registry}.${example}.get()\`; it writes with \`.set()\`, and tests change it with \`using override = ${registry}.${example}.override(value)\`. Nothing else reads or writes \`process.env\`.`,
    `* ${names}`,
    `* A variable of another tool is read directly only if ${code(file ?? "the configuration")} allows it with a reason: ${allow.length === 0 ? "none is" : list([...new Set(allow.map(({ key }) => key))])}.`,
    `* A renamed variable stays as an alias of the new name, a deleted one under \`removed\`; setting either warns.`,
    `* The environment is neither copied nor handed over whole: a child process gets \`childEnv(${registry}, …)\`.`,
    `* Debt from before the policy stands in ${code(baseline)}, which only shrinks: \`env-contract baseline prune\`.`,
    ...(off.length === 0 ? [] : [`* Switched off: ${list(off)}.`]),
    "* `env-contract check` tells each violation with its mend; `env-contract explain NAME` tells all that is known of a variable.",
  ].join("\n");
}

function list(words: readonly string[]): string {
  return words.map(code).join(", ");
}

function code(word: string): string {
  return `\`${word}\``;
}
