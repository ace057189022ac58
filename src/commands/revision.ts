/** The part that commands share which look at an older revision. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { atRevision, isContractFile } from "../files/revision.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../verdict.ts";
import { incompleteness } from "./analyse.ts";
import type { Bench } from "./bench.ts";
import { readContract } from "./contract.ts";
import type { Contract } from "./contract.ts";

export interface OldContract {
  /** Null where no configuration governed the folder then. */
  readonly contract: Contract | null;
  readonly commit: string;
  readonly notices: readonly string[];
}

/** The contract that governed the folder of the settings at a revision; throws a UsageError that names the revision for a fault of its configuration then. */
export function contractAt(ref: string, { folder, file }: Settings, bench: Bench): Promise<OldContract> {
  return atRevision(folder, ref, isContractFile, async (revision) => {
    const config = bench.config === null ? null : revision.place(real(resolve(bench.cwd, bench.config)));
    const nothing = { contract: null, commit: revision.commit, notices: [`${ref} has no configuration for ${file === null ? folder : relative(bench.cwd, join(folder, file))}: all of the contract is new`] };
    if (config !== null && !existsSync(config)) return nothing;
    const contract = await readContract({ cwd: revision.folder, config }).catch((error: unknown) => {
      throw error instanceof UsageError ? new UsageError(`at ${ref}: ${error.message}`, error.mend) : error;
    });
    // The configuration of an outer folder spoke of other code.
    return contract.settings.folder === revision.folder && contract.settings.file !== null ? { contract, commit: revision.commit, notices: [] } : nothing;
  });
}

/** Why a contract may hold more than was read, in sentences; `where` follows what is named. */
export function gaps(contract: Contract | null, where: string): string[] {
  if (contract === null) return [];
  const open = contract.registries.flatMap(({ name, open }) => (open === null ? [] : [`the entries of ${name}${where} cannot all be read: it ${open.why} (${open.site.path}:${open.site.at[0]})`]));
  return [...(contract.unparsed.length > 0 ? [incompleteness(contract) + where] : []), ...open];
}

function real(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}
