/** The pages of the rules: what each reports, why, what to write instead, and the examples that the tests run. */
import type { Rule } from "../rule.ts";

/** A fixture of a rule: the files of its input and what the rule says about them. */
export interface Example {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** One line for each violation, as in `expected.txt`; `clean` where there is none. */
  readonly expected: string;
}

export interface Examples {
  readonly flagged: Example;
  readonly clean: Example;
}

const GENERATED = "<!-- Generated from rules/ and fixtures/rules/ by `npm run docs`: edit those. -->";

/** The page of one rule, in Markdown. */
export function rulePage(rule: Rule, { flagged, clean }: Examples): string {
  const sections = [
    `# ${rule.name}`,
    GENERATED,
    `Reported: ${rule.summary}.`,
    `**Why.** ${rule.why}`,
    `**Instead.** ${rule.instead}`,
    "## Flagged",
    ...flagged.files.map(fileBlock),
    "`env-contract check` says:",
    fence(flagged.expected.trimEnd(), "text"),
    "## Clean",
    ...clean.files.map(fileBlock),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The table of all rules, in Markdown. */
export function ruleIndex(rules: readonly Rule[]): string {
  const rows = rules.map(({ name, summary }) => `| [\`${name}\`](${name}.md) | ${summary.replaceAll("|", "\\|")} |`);
  return `${["# Kinds of violations", GENERATED, ["| kind | reported |", "| --- | --- |", ...rows].join("\n")].join("\n\n")}\n`;
}

function fileBlock({ path, text }: Example["files"][number]): string {
  const language = /\.(json|tsx?|mts|cts|jsx?|mjs|cjs|sh)$/.exec(path)?.[1] ?? "text";
  return `\`${path}\`\n\n${fence(text.trimEnd(), language)}`;
}

/** A code block whose fence is longer than any run of backticks in it. */
function fence(text: string, language: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}
