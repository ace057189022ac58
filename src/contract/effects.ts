/** What to check where a setting has no effect: told from what the code does with the variable. Pure. */
import { declaredOf } from "../declared.ts";
import { INLINED_PREFIXES } from "../hosts.ts";
import type { Site } from "../facts.ts";
import type { Explanation, Mention } from "./explanation.ts";

/** Short sentences, the likeliest cause first; empty where nothing is declared or read. */
export function effectsOf(explanation: Explanation): string[] {
  const { name, declared, aliasOf, removed, reads } = explanation;
  const owner = aliasOf[0]?.entry.name;
  return [
    ...removed.map(({ removed: { reason } }) => `${name} is removed, and nothing acts on it: ${reason}`),
    ...(owner === undefined ? [] : [`${name} is an old name of ${owner}: where both are set, ${owner} wins`]),
    ...(declared.length > 0 && reads.length === 0 ? [`nothing reads ${name}: setting it changes nothing`] : []),
    ...timing(explanation),
    ...reaching(explanation),
    ...winning(explanation),
    ...parsing(explanation),
  ];
}

function timing({ name, reads }: Explanation): string[] {
  const at = (when: Mention["timing"]): Mention | undefined => reads.find((read) => read.timing === when);
  const loading = at("import");
  const starting = at("start");
  if (loading) return [`${place(loading.at)} reads it while its module loads, once: set it before the process starts, a .env file that is loaded later comes too late`];
  if (starting) return [`${place(starting.at)} reads it when the program starts: restart the program after a change`];
  return reads.length > 0 ? [`the code reads ${name} each time it needs it; what is set outside reaches a running process only by a restart`] : [];
}

function reaching({ name, declared, loads }: Explanation): string[] {
  const said = loads.length > 0 ? [`a .env file is loaded at ${loads.slice(0, 3).map(place).join(", ")}: it changes nothing that is set already`] : [];
  if (INLINED_PREFIXES.some((prefix) => name.startsWith(prefix))) said.push(`in client code bundlers write the value of ${name} into the bundle: build again after a change`);
  if (declared.some(({ entry }) => entry.options["secret"] === true)) said.push("it is secret: childEnv hands it to a child process only where it is named");
  return said;
}

function winning({ name, declared, writes }: Explanation): string[] {
  const said: string[] = [];
  for (const { entry } of declared) {
    const { argument, precedence, fallbackTo } = entry.options;
    if (typeof argument === "string") said.push(`${argument} sets the same${typeof precedence === "string" ? `: the ${precedence} wins` : ""}`);
    if (typeof fallbackTo === "string") said.push(`where ${name} is unset, ${fallbackTo} counts`);
    if (entry.aliases.length > 0) said.push(`${entry.aliases.map((alias) => alias.name).join(", ")} counts where ${name} is unset: an old name that is set beside it is ignored, with a warning`);
  }
  if (writes.length > 0) said.push(`code changes it: ${writes.slice(0, 3).map(({ at }) => place(at)).join(", ")}${writes.length > 3 ? ` and ${writes.length - 3} more` : ""}`);
  return said;
}

function parsing({ declared }: Explanation): string[] {
  return declared.flatMap(({ entry }) => {
    const expects = declaredOf(entry)?.kind.expects;
    return expects === undefined || expects === "a text" ? [] : [`its value is ${expects}; any other text raises EnvVarError`];
  });
}

function place({ path, at }: Site): string {
  return `${path}:${at[0]}`;
}
