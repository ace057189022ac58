/** How many names there are of each kind: the numbers that a page quotes. */
import { CLASSES } from "./inventory.ts";
import type { Class, Named } from "./inventory.ts";

const DISPOSITIONS = ["promote", "request-scope", "external", "internalize", "remove"] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** Every class and disposition has its number, zero too. */
export interface Counts {
  readonly classes: Readonly<Record<Class, number>>;
  readonly dispositions: Readonly<Record<Disposition, number>>;
}

/** The counts of an inventory. */
export function counts(inventory: readonly Pick<Named, "class" | "disposition">[]): Counts {
  return { classes: tally(CLASSES, inventory.map((one) => one.class)), dispositions: tally(DISPOSITIONS, inventory.map(({ disposition }) => disposition)) };
}

/** Two tables in Markdown, names by class and by disposition; the second is absent where nothing has one. */
export function countsMarkdown({ classes, dispositions }: Counts): string {
  const planned = Object.values(dispositions).some((count) => count > 0);
  return [table("Class", classes), ...(planned ? [table("Disposition", dispositions)] : [])].join("\n");
}

function tally<K extends string>(keys: readonly K[], values: readonly (string | null)[]): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, values.filter((value) => value === key).length])) as Record<K, number>;
}

function table(head: string, numbers: Readonly<Record<string, number>>): string {
  const rows = [[head, "Names"], ...Object.entries(numbers).map(([key, count]) => [label(key), String(count)])];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string => `| ${row[0]!.padEnd(widths[0]!)} | ${row[1]!.padStart(widths[1]!)} |\n`;
  return `${line(rows[0]!)}| ${"-".repeat(widths[0]!)} | ${"-".repeat(widths[1]! - 1)}: |\n${rows.slice(1).map(line).join("")}`;
}

/** `request-scope` is "Request scope" to a reader. */
function label(key: string): string {
  return key[0]!.toUpperCase() + key.slice(1).replaceAll("-", " ");
}
