/** The part that commands share which ask for the registry alone. */
import { declared } from "../check.ts";
import { loadSettings } from "../config.ts";
import { discover } from "../files/discover.ts";
import type { Registry } from "../linked.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../verdict.ts";
import type { Unparsed } from "../verdict.ts";

export interface Contract {
  readonly settings: Settings;
  readonly registries: readonly Registry[];
  /** What of the registry files could not be read or parsed; with any, entries may be missing. */
  readonly unparsed: readonly Unparsed[];
  readonly notices: readonly string[];
}

/** Reads the registry of the configuration that governs `cwd`; throws a UsageError where the configuration is at fault. */
export async function readContract(cwd: string, config: string | null): Promise<Contract> {
  const { settings, notices } = await loadSettings({ cwd, ...(config !== null && { config }) });
  const { registries, unparsed } = declared(settings, await discover(settings));
  return { settings, registries, unparsed, notices };
}

/** Throws a UsageError where the configuration names no registry: the command would have nothing to say. */
export function requireRegistry({ file, registry }: Settings, command: string): void {
  if (registry.length > 0) return;
  if (file === null) throw new UsageError(`${command} needs a registry, and there is no configuration`, 'write env-contract.json: { "registry": "src/envs.ts" }');
  throw new UsageError(`${command} needs a registry, and ${file} names none`, `add "registry" to ${file}: the file that calls defineEnvs`);
}
