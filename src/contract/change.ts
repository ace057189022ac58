/** What a contract's change is. */
import type { Site } from "../facts.ts";

export const IMPACTS = ["breaking", "additive", "documentation"] as const;
export type Impact = (typeof IMPACTS)[number];

export interface Change {
  /** A variable; for the prefix the constant of the registry. */
  readonly name: string;
  readonly change: "added" | "removed" | "renamed" | "changed";
  /** What of it changed: `type`, `default`, `choices`, `presence`, an option; null where the name itself did. */
  readonly what: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly impact: Impact;
  /** What people are told instead, where somebody says it: the reason of a removal, the note of a lifecycle. */
  readonly note: string | null;
  /** Where it stands: in the tree as it is, for what is gone in the revision. */
  readonly at: Site;
}
