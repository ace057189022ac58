/** `env-contract facts`: what extract saw, for tools and for debugging. */
import { byCodeUnit, exitCode } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";

/** A JSON array, one file a line, of the files that can matter; exit code 2 where one could not be parsed, 0 otherwise. */
export async function factsCommand(paths: readonly string[], bench: Bench): Promise<Outcome> {
  const { files, only, verdict } = await analyse(paths, bench);
  const chosen = files.filter((file) => only === null || only.has(file.path)).sort((a, b) => byCodeUnit(a.path, b.path));
  const stdout = chosen.length === 0 ? "[]\n" : `[\n${chosen.map((file) => JSON.stringify(file)).join(",\n")}\n]\n`;
  const code = exitCode(verdict) === 2 ? 2 : 0;
  return { stdout, stderr: code === 2 ? `incomplete: ${incompleteness(verdict)}\n` : "", code };
}
