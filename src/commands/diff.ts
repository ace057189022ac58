/** `env-contract diff <ref>`: the contract of a revision beside that of the work tree. */
import { contractChanges, stepOf } from "../contract/diff.ts";
import { renderDiff, renderDiffJson } from "../report/diff.ts";
import { TOOL } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { readContract, requireRegistry } from "./contract.ts";
import { contractAt, gaps } from "./revision.ts";

/** What was added, removed, renamed and changed since the revision, and the semver step that follows; exit code 2 where a registry cannot be read in full, 0 otherwise: whether a step fits the release is for the release to say. */
export async function diffCommand(ref: string, format: "text" | "json", bench: Bench): Promise<Outcome> {
  const now = await readContract(bench);
  requireRegistry(now.settings, "diff");
  const { contract: before, commit, notices } = await contractAt(ref, now.settings, bench);
  const changes = contractChanges(before?.registries ?? [], now.registries);
  const missing = [...gaps(before, ` at ${ref}`), ...gaps(now, "")];
  const since = { ref, commit, release: before?.settings.release ?? null };
  const complete = missing.length === 0;
  const page = { paint: bench.stdout.paint, columns: bench.stdout.terminal ? bench.stdout.columns : Infinity };
  const stdout = format === "json" ? renderDiffJson({ changes, step: stepOf(changes), since }, { version: 1, tool: { name: TOOL, version: bench.version }, complete }) : renderDiff({ changes, step: stepOf(changes), since }, page);
  const stderr = [...now.notices, ...notices].map((notice) => `notice ${notice}\n`).join("") + missing.map((gap) => `incomplete: ${gap}\n`).join("");
  return { stdout, stderr, code: complete ? 0 : 2 };
}
