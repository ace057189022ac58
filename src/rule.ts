/** What a rule is. */
import type { At, Form, Site, Timing } from "./facts.ts";
import type { Access, View } from "./linked.ts";
import type { AllowItem, Settings } from "./settings.ts";

/** A rule's answer: one violation, before allowlist and baseline. */
export interface Finding {
  readonly at: Site;
  /** The printed name: a variable, `HEAD_*`, or a name in angle brackets. */
  readonly name: string;
  /** Lower case, verb first, names the variable, no full stop (`reads PORT past the registry`). */
  readonly message: string;
  /** The concrete mend, ready to be typed where there is one (`write envs.ACME_PORT.get()`). */
  readonly mend: string;
  readonly form?: Form;
  readonly timing?: Timing;
  readonly via?: readonly Site[];
  /** Where the entry is declared. */
  readonly declaredAt?: Site;
  /** Set where an allow item covers it: the finding is then `allowed`. */
  readonly allowed?: boolean;
}

/** An access with the allow item that covers it, or null. */
export interface JudgedAccess extends Access {
  readonly allowedBy: AllowItem | null;
  /** The file matches `tests`: changes the advice, no verdict. */
  readonly test: boolean;
}

/** What is wrong with an allow item, in words that follow its key (`its reason is blank`). */
export interface AllowFault {
  readonly key: string;
  readonly at: At;
  /** False where the key itself is at fault: such an item allows nothing. */
  readonly inForce: boolean;
  readonly what: string;
  readonly mend: string;
}

/** A configured page: its generated blocks that are not what they should be, and the names that it mentions. */
export interface PageFacts {
  readonly path: string;
  readonly blocks: readonly { readonly format: string; readonly at: At; readonly fault: { readonly what: string; readonly mend: string } | null }[];
  /** Declared names, and those with a prefix of the project, as whole words; in order. */
  readonly words: readonly { readonly name: string; readonly at: At }[];
  /** Names that it mentions, or will once its blocks are written. */
  readonly mentions: ReadonlySet<string>;
}

/** What a rule sees: the linked facts as one configuration sees them. A finding in a file that it does not govern is dropped. */
export interface Context extends Omit<View, "accesses"> {
  readonly accesses: readonly JudgedAccess[];
  /** Allow items that allowed nothing, one per item. */
  readonly unusedAllow: readonly AllowItem[];
  /** Faults of the allowlist, one per item and fault. */
  readonly allowFaults: readonly AllowFault[];
  /** Those of `docs` and `pages`. */
  readonly pages: readonly PageFacts[];
  readonly settings: Settings;
  /** Every file was read and parsed. Rules that speak of absence (`unread`, `stale-allow`) are silent otherwise. */
  readonly complete: boolean;
  /** The name is registered, an alias, removed, or carries a prefix of the project. */
  readonly owned: (name: string) => boolean;
  /** The text of a file that `readIn` names mentions the name as a whole word. */
  readonly mentionedIn: (file: string, name: string) => boolean;
  readonly isTest: (path: string) => boolean;
}

/** One kind of violation: its name is also its file, fixture folder and page. */
export interface Rule {
  readonly name: string;
  /** One line for tables: what is reported. */
  readonly summary: string;
  /** Why it matters: one or two sentences. */
  readonly why: string;
  /** What to write instead. */
  readonly instead: string;
  check(context: Context): Iterable<Finding>;
}
