/** What a verdict says, item by item and in words: what every format for a platform renders. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { At, Site } from "../facts.ts";
import { placeOf, printable } from "../verdict.ts";
import type { Located, Moved, Status, Verdict, Violation } from "../verdict.ts";
import { GROWN, movedText, STALE_MEND } from "./plain.ts";
import { shown, surpluses } from "./shown.ts";
import type { Extent } from "./shown.ts";

/** All but `known` and `allowed` make a check fail. */
export type State = Status | "stale" | "grown" | "unparsed";

/** One violation, entry of a baseline or file that cannot be parsed. Nothing in its texts breaks a line. */
export interface Item {
  readonly state: State;
  /** The kind of a violation; else the state. */
  readonly kind: string;
  /** What is of that kind: a variable, an entry of the baseline, a reason. */
  readonly name: string;
  /** What is wrong and how to mend it. */
  readonly advice: string;
  /** The file, POSIX, from the top of the repository. */
  readonly place: string;
  readonly line: number;
  /** Null where only the line is known. */
  readonly at: At | null;
  /** Where an entry is declared, and the way from there to the access; paths as `place`. */
  readonly related: readonly { readonly site: Site; readonly role: "declared" | "through" }[];
  /** Of items that are alike in place, kind and name: which one this is, from 1. */
  readonly ordinal: number;
}

export interface ItemOptions {
  readonly extent: Extent;
  /** POSIX, from the top of the repository to the root of the run; "." where they are one. */
  readonly base: string;
}

/** The items to report: what could not be parsed first, then violations in the order of the verdict, then what is grown and stale. */
export function itemsOf(verdict: Verdict, { extent, base }: ItemOptions): Item[] {
  const visible: ReadonlySet<object> = new Set(shown(verdict, extent));
  const surplus = surpluses(verdict);
  const found = [
    ...verdict.unparsed.map((one) => ({ one, item: { state: "unparsed", kind: "unparsed", name: one.reason, advice: one.message, line: one.at[0], at: one.at, related: [] } as const })),
    ...verdict.violations.map((one) => ({ one, item: violationItem(one, surplus.get(one), base) })),
    ...verdict.grown.map((one) => ({ one, item: { state: "grown", kind: "grown", name: one.entry, advice: GROWN, line: one.line, at: null, related: [] } as const })),
    ...staleItems(verdict),
  ];
  const seen = new Map<string, number>();
  const items: Item[] = [];
  for (const { one, item } of found) {
    const place = posix.join(base, placeOf(one));
    const key = `${place}\0${item.kind}\0${item.name}`;
    const ordinal = (seen.get(key) ?? 0) + 1;
    seen.set(key, ordinal);
    if (item.state in STATUSES && !visible.has(one)) continue;
    items.push({ ...item, name: printable(item.name), advice: printable(item.advice), place, ordinal });
  }
  return items;
}

const STATUSES: Readonly<Record<Status, true>> = { new: true, known: true, allowed: true };

type Unplaced = Omit<Item, "place" | "ordinal">;

function violationItem({ status, kind, name, at, message, mend, folder, declaredAt, via }: Violation, surplus: string | undefined, base: string): Unplaced {
  const from = ({ path, at: there }: Site): Site => ({ path: posix.join(base, folder, path), at: there });
  return {
    state: status,
    kind,
    name,
    advice: [message, mend, ...(surplus === undefined ? [] : [surplus])].join("; "),
    line: at[0],
    at,
    related: [...(declaredAt === null ? [] : [{ site: from(declaredAt), role: "declared" } as const]), ...via.map((site) => ({ site: from(site), role: "through" }) as const)],
  };
}

function staleItems({ stale, moved }: Verdict): { one: Located; item: Unplaced }[] {
  const moves = new Map<string, Moved[]>();
  for (const move of moved) {
    const same = moves.get(entryKey(move));
    if (same === undefined) moves.set(entryKey(move), [move]);
    else same.push(move);
  }
  return stale.map((one) => {
    const move = moves.get(entryKey(one))?.shift();
    const mend = move === undefined ? STALE_MEND : movedText(move);
    return { one, item: { state: "stale", kind: "stale", name: one.entry, advice: `${one.reason}; ${mend}`, line: one.line, at: null, related: [] } };
  });
}

function entryKey(one: Located & { readonly entry: string }): string {
  return `${placeOf(one)}\0${one.entry}`;
}

/** The same for the same item of any run, whatever else moves in its file or stands before it in the report. */
export function fingerprint({ place, kind, name, ordinal }: Pick<Item, "place" | "kind" | "name" | "ordinal">): string {
  return createHash("sha256").update([place, kind, name, ordinal].join("\0")).digest("hex");
}
