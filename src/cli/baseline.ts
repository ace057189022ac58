/** The command line of `baseline`. */
import type { Command } from "commander";
import { UsageError } from "../verdict.ts";
import type { Settle } from "./options.ts";

/** Adds `baseline` with its commands. */
export function addBaseline(program: Command, settle: Settle): void {
  const baseline = program.command("baseline").description("list today's debt once, and shrink the list");
  baseline
    .command("create")
    .description("write today's violations to the baseline; refuses if it exists")
    .action(async () => {
      const { baselineCreate } = await import("../commands/baseline.ts");
      await settle(baselineCreate);
    });
  baseline
    .command("prune")
    .description("remove the entries that are mended; never adds")
    .option("--dry-run", "print what would go, and write nothing")
    .action(async (flags: { readonly dryRun?: true }) => {
      const { baselinePrune } = await import("../commands/baseline.ts");
      await settle((bench) => baselinePrune(flags.dryRun ? "dry-run" : "write", bench));
    });
  baseline
    .command("move")
    .description("write the new paths of renamed files; the number of entries stays")
    .argument("[from]", "a file or folder that was renamed; without it all that git finds renamed")
    .argument("[to]", "what it is called now")
    .action(async (from?: string, to?: string) => {
      if (from !== undefined && to === undefined) throw new UsageError(`${from} moved to where`, `name both: env-contract baseline move ${from} <to>`);
      const { baselineMove } = await import("../commands/move.ts");
      await settle((bench) => baselineMove(from === undefined || to === undefined ? null : { from, to }, bench));
    });
  baseline
    .command("upgrade")
    .description("add what this version of env-contract sees in code that has not changed since the merge base")
    .requiredOption("--against <ref>", "the branch that this one will be merged into")
    .action(async (flags: { readonly against: string }) => {
      const { baselineUpgrade } = await import("../commands/upgrade.ts");
      await settle((bench) => baselineUpgrade(flags.against, bench));
    });
}
