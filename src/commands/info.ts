/** `env-contract info`: the environment section of a bug report. */
import { infoOf } from "../contract/info.ts";
import { renderInfo, renderInfoJson } from "../report/info.ts";
import { amount } from "../report/summary.ts";
import { incompleteness } from "./analyse.ts";
import { TOOL } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { readContract, requireRegistry } from "./contract.ts";

/** Public entries with their state and allowed names, read from the registry's text; runs no code of the project. Exit code 2 where the registry cannot be parsed. */
export async function infoCommand(format: "markdown" | "json", bench: Bench): Promise<Outcome> {
  const { settings, registries, unparsed, notices } = await readContract(bench);
  requireRegistry(settings, "info");
  const info = infoOf(registries, settings.allow, bench.variable);
  const complete = unparsed.length === 0;
  const stdout = format === "json" ? renderInfoJson(info, { tool: { name: TOOL, version: bench.version }, complete }) : renderInfo(info);
  const left = info.unreadable > 0 ? [`${amount(info.unreadable, "entry", "entries")} cannot be read statically and ${info.unreadable === 1 ? "is" : "are"} left out`] : [];
  return { stdout, stderr: [...notices, ...left].map((notice) => `notice ${notice}\n`).join("") + (complete ? "" : `incomplete: ${incompleteness({ unparsed })}\n`), code: complete ? 0 : 2 };
}
