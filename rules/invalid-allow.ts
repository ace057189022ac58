import type { AllowFault, Rule } from "../src/rule.ts";

/** `invalid-allow`: an allow entry has no reason to speak of, or a key that may not be allowed. */
export const invalidAllow: Rule = {
  name: "invalid-allow",
  summary: "an entry of `allow` has a blank or short reason, stands there twice, or has a key that is or could match a name of the project, is too wide, or needs `files`",
  why: "An exception is for ever, so whoever meets it must learn why it is there; and the allowlist must not become a way around the registry.",
  instead: "Write a reason of at least ten characters. Declare names of the project in the registry instead, write patterns as a head and one `*`, and give names in angle brackets their `files`.",
  *check(context) {
    const { file } = context.settings;
    if (file === null) return;
    const byKey = new Map<string, AllowFault[]>();
    for (const fault of context.allowFaults) byKey.set(fault.key, [...(byKey.get(fault.key) ?? []), fault]);
    for (const [key, faults] of byKey) {
      const unique = (texts: readonly string[]): string => [...new Set(texts)].join("; ");
      yield {
        at: { path: file, at: faults[0]!.at },
        name: key,
        message: `allows ${JSON.stringify(key)} wrongly: ${unique(faults.map(({ what }) => what))}`,
        mend: unique(faults.map(({ mend }) => mend)),
      };
    }
  },
};
