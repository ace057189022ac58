/** `env-contract explain`: what a kind means, or all that is known of a variable. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closest } from "../config/suggest.ts";
import { effectsOf } from "../contract/effects.ts";
import { explanationOf, isUnknown, knownNames } from "../contract/explanation.ts";
import { renderExplanation } from "../report/explain.ts";
import { exitCode, UsageError } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";
import { toolFolder } from "./version.ts";

/** The page of a kind in Markdown, or what the tree says of a variable. Exit code 2 where a file could not be parsed; throws a UsageError for a word that is neither. */
export async function explain(subject: string, bench: Bench): Promise<Outcome> {
  const kind = bench.rules.find(({ name }) => name === subject);
  if (kind !== undefined) return { stdout: page(kind.name), stderr: "", code: 0 };
  const word = WORDS[subject];
  if (word !== undefined) return { stdout: `# ${subject}\n\n${word}\n`, stderr: "", code: 0 };
  // A kind has hyphens and small letters; no variable that anybody declares has both.
  if (!/^[A-Za-z_]\w*$/u.test(subject)) throw unknown(subject, bench, []);
  return explainName(subject, bench);
}

async function explainName(name: string, bench: Bench): Promise<Outcome> {
  const { linked, covered, verdict, root } = await analyse([], bench, { timed: "every" });
  const explanation = explanationOf(name, { facts: linked, configurations: covered, violations: verdict.violations, root });
  if (isUnknown(explanation)) throw unknown(name, bench, knownNames(linked));
  const { terminal, columns, paint } = bench.stdout;
  const stdout = renderExplanation(explanation, effectsOf(explanation), { paint, columns: terminal ? columns : Infinity });
  const complete = exitCode(verdict) !== 2;
  return { stdout, stderr: complete ? "" : `incomplete: ${incompleteness(verdict)}: more may be known of ${name}\n`, code: complete ? 0 : 2 };
}

function unknown(subject: string, bench: Bench, names: readonly string[]): UsageError {
  const kinds = bench.rules.map(({ name }) => name);
  const near = closest(subject, [...kinds, ...Object.keys(WORDS), ...names]);
  const what = names.length === 0 ? `${subject} is no kind and no variable` : `no kind is called ${subject}, and nothing names a variable ${subject}`;
  return new UsageError(what, near === null ? `kinds are ${kinds.join(", ")}` : `did you mean ${near}?`);
}

/** The page without the remark that says where it comes from. */
function page(kind: string): string {
  const text = readFileSync(join(toolFolder(), "docs/rules", `${kind}.md`), "utf8");
  return text.replace(/<!--[^]*?-->\r?\n\r?\n/u, "");
}

/** Words of a report that are no kinds. */
const WORDS: Readonly<Record<string, string>> = {
  unparsed: "The file could not be read or parsed, so the check is incomplete and exits with 2. It can be neither allowed nor known: mend the file, or take it out with `exclude`. What could be read of it is reported all the same, and nothing is stale or unread meanwhile.",
  stale: "An entry of the baseline whose violation is gone. Run `env-contract baseline prune`, and commit the shorter list: so nobody can bring the violation back unseen.",
  grown: "An entry that the baseline did not have at the merge base, or a configuration that allows more than it did there. A baseline only shrinks: mend the code instead, or allow it with a reason in a change that says so.",
  moved: "A new and a stale line that differ only in the path: the file was renamed. Run `env-contract baseline move`.",
};
