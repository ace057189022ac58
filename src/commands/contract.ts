/** The part that commands share which ask for the registry alone. */
import { collectDeclared } from "../collect.ts";
import { selected } from "../files/discover.ts";
import type { Registry } from "../linked.ts";
import type { Configuration, Settings, Workspace } from "../settings.ts";
import { UsageError } from "../verdict.ts";
import type { Unparsed } from "../verdict.ts";
import { views } from "../view.ts";
import { readWorkspace } from "./analyse.ts";
import type { Bench } from "./bench.ts";

export interface Contract {
  readonly settings: Settings;
  readonly registries: readonly Registry[];
  /** What of the registry files could not be read or parsed; with any, entries may be missing. */
  readonly unparsed: readonly Unparsed[];
  readonly notices: readonly string[];
}

/** Reads the registry of the configuration that governs `cwd`; throws a UsageError where the configuration is at fault, or none governs it and there are several. */
export async function readContract(bench: Pick<Bench, "cwd" | "config">): Promise<Contract> {
  const { workspace, listing, notices } = await readWorkspace(bench);
  const configuration = governing(workspace);
  const collected = collectDeclared(workspace, selected(workspace, listing), configuration);
  const unparsed = collected.unparsed.map((one) => ({ ...one, folder: "." }));
  return { settings: configuration.settings, registries: views(workspace, collected.linked)(configuration).registries, unparsed, notices };
}

/** The outermost configuration of the run. */
function governing({ configurations }: Workspace): Configuration {
  const [first, ...rest] = configurations.filter((one) => one.covered);
  const beside = rest.find(({ folder }) => first!.folder !== "." && !folder.startsWith(`${first!.folder}/`));
  if (beside !== undefined) throw new UsageError("no configuration governs this folder, and there are several below it", `run it in one of them: -C ${first!.folder}, -C ${beside.folder}`);
  return first!;
}

/** Throws a UsageError where the configuration names no registry: the command would have nothing to say. */
export function requireRegistry({ file, registry }: Settings, command: string): void {
  if (registry.length > 0) return;
  if (file === null) throw new UsageError(`${command} needs a registry, and there is no configuration`, 'write env-contract.json: { "registry": "src/envs.ts" }');
  throw new UsageError(`${command} needs a registry, and ${file} names none`, `add "registry" to ${file}: the file that calls defineEnvs`);
}
