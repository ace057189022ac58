/** `env-contract check`: the report. */
import { join, resolve } from "node:path";
import { existsSync } from "../disk.ts";
import { closest } from "../config/suggest.ts";
import { untold } from "../progress.ts";
import { renderDocument } from "../report/formats.ts";
import type { Format } from "../report/formats.ts";
import { inert } from "../report/github.ts";
import { renderJobSummary } from "../report/job-summary.ts";
import { MOVE, PRUNE, renderAdvice } from "../report/plain.ts";
import type { Extent } from "../report/shown.ts";
import { renderSummary } from "../report/summary.ts";
import type { Step } from "../report/summary.ts";
import { renderText } from "../report/text.ts";
import { exitCode, placeOf, UsageError } from "../verdict.ts";
import { grownSince } from "./against.ts";
import type { Against } from "./against.ts";
import { analyse } from "./analyse.ts";
import type { Analysis } from "./analyse.ts";
import { TOOL } from "./bench.ts";
import type { Bench, Outcome } from "./bench.ts";
import { changedPaths } from "./changed.ts";
import type { Since } from "./changed.ts";
import { onGround } from "./ground.ts";
import type { Ground, Stand } from "./ground.ts";
import { appendSummary, writeReport } from "./output.ts";
import { baseOf, treeOf } from "./repository.ts";
import { renderSurvey } from "./survey.ts";
import type { Output } from "./wish.ts";

export interface CheckRequest {
  readonly paths: readonly string[];
  readonly format: Format;
  /** Documents to write to files besides; paths relative to `bench.cwd`. */
  readonly outputs: readonly Output[];
  readonly extent: Extent;
  /** `quiet` says nothing on stderr. */
  readonly manner: "quiet" | "telling";
  readonly stand: Stand;
  /** Report only what changed since; null for all. With the index what is staged is what changed. */
  readonly changed: Since | null;
  /** Prove that nothing grew; null without a proof. */
  readonly against: Against | null;
  /** Names of commands, where the first path may be a mistyped one. */
  readonly commands: readonly string[];
}

/** Checks the project and reports; throws a UsageError for a mistake of the user. */
export async function checkCommand(request: CheckRequest, bench: Bench): Promise<Outcome> {
  const began = bench.now();
  refuseMistypedCommand(request, bench);
  const seen = request.manner === "quiet" ? { ...bench, progress: untold } : bench;
  return onGround(request.stand, seen, async (ground) => report(await examine(request, ground), request, bench, began));
}

/** The analysis that is asked for, with places on disk. */
async function examine(request: CheckRequest, ground: Ground): Promise<Analysis> {
  const { paths, stand, changed, against } = request;
  const since = changed ?? (stand === "index" ? { ref: null } : null);
  const analysis = await analyse(paths.map(ground.place), ground.bench, {
    timed: printsTimes(request) ? "every" : "registry",
    ...(since && { narrow: (tree) => changedPaths(since, tree, ground) }),
    ...(against && { grown: (tree) => grownSince(against, tree, ground) }),
  });
  const { verdict } = analysis;
  return { ...analysis, verdict: { ...verdict, root: ground.onDisk(verdict.root), notices: verdict.notices.map(ground.told) } };
}

async function report(analysis: Analysis, request: CheckRequest, bench: Bench, began: number): Promise<Outcome> {
  const code = exitCode(analysis.verdict);
  for (const { format, path } of request.outputs) await writeReport(resolve(bench.cwd, path), path, document(format, analysis, request, bench));
  const grouped = request.format === "text" && bench.stdout.terminal;
  const stdout = grouped ? onTerminal(analysis, request, bench) : document(request.format, analysis, request, bench);
  const next = nextSteps(analysis);
  const unwritten = request.format === "github" ? await summarise(analysis, next, request, bench) : null;
  const elapsedMs = bench.now() - began;
  const from = standsAlone(request, bench) ? { from: { top: analysis.workspace.top, listing: analysis.listing, elapsedMs } } : {};
  if (request.manner === "quiet") return { stdout, stderr: "", code, ...from };
  const advice = request.format === "text" && !grouped ? renderAdvice(analysis.verdict) : "";
  const page = { paint: bench.stderr.paint, columns: bench.stderr.terminal ? bench.stderr.columns : Infinity };
  const survey = analysis.covered[0]?.settings.file === null ? renderSurvey(analysis, page) : "";
  const verdict = unwritten === null ? analysis.verdict : { ...analysis.verdict, notices: [...analysis.verdict.notices, unwritten] };
  const summary = renderSummary(verdict, { ...page, elapsedMs, next });
  const stderr = `${advice}${grouped && stdout !== "" ? "\n" : ""}${summary}${survey}`;
  return { stdout, stderr: request.format === "github" ? inert(stderr) : stderr, code, ...from };
}

/** It looks at no revision and writes no file. */
function standsAlone({ outputs, stand, changed, against, format }: CheckRequest, { github }: Bench): boolean {
  return outputs.length === 0 && stand === "work-tree" && changed === null && against === null && !(format === "github" && github.summary);
}

/** Of all formats JSON alone says when an access runs. */
function printsTimes({ format, outputs }: CheckRequest): boolean {
  return format === "json" || outputs.some((output) => output.format === "json");
}

function document(format: Format, { verdict }: Analysis, { extent }: CheckRequest, bench: Bench): string {
  return renderDocument(format, verdict, { tool: { name: TOOL, version: bench.version }, extent, rules: bench.rules, base: baseOf(verdict.root, bench.github) });
}

/** Adds to the summary of the step, where there is one; answers with a notice if it could not. */
async function summarise({ verdict }: Analysis, next: readonly Step[], { extent }: CheckRequest, { github, version }: Bench): Promise<string | null> {
  if (!github.summary) return null;
  return appendSummary(github.summary, renderJobSummary(verdict, { tool: { name: TOOL, version }, extent, next, base: baseOf(verdict.root, github), tree: treeOf(github) }));
}

function onTerminal({ verdict, textOf }: Analysis, { extent }: CheckRequest, bench: Bench): string {
  const why = new Map(bench.rules.map((rule) => [rule.name, rule.why]));
  return renderText(verdict, { paint: bench.stdout.paint, columns: bench.stdout.columns, extent, why, textOf });
}

function nextSteps({ verdict, verdicts, only }: Analysis): Step[] {
  const steps: Step[] = [];
  if (verdict.unparsed.length > 0) steps.push({ text: "mend what could not be parsed: nothing is stale or clean before" });
  if (verdict.moved.length > 0) steps.push({ command: MOVE, text: `writes the new path of what moved in ${[...new Set(verdict.moved.map(placeOf))].join(", ")}, before anything is pruned` });
  if (verdict.stale.length > 0) steps.push({ command: PRUNE, text: "removes the stale entries" });
  if (verdict.grown.length > 0) steps.push({ text: "mend what grew, or let those who decide about debt and exceptions approve it" });
  const failing = [...verdicts].filter(([{ settings }, own]) => own.summary.new > 0 && settings.file !== null);
  if (failing.length > 0) {
    steps.push({ text: `mend what is new, or allow it in ${[...new Set(failing.map(([{ settings }]) => settings.file))].join(", ")} with a reason` });
    const unlisted = failing.some(([{ settings }]) => !existsSync(join(settings.folder, settings.baseline)));
    if (only === null && verdict.complete && unlisted) steps.push({ command: "env-contract baseline create", text: "lists today's debt, which then only shrinks" });
  }
  return steps;
}

function refuseMistypedCommand({ paths, commands }: CheckRequest, bench: Bench): void {
  const [word] = paths;
  if (word === undefined || !/^[a-z][a-z-]*$/iu.test(word) || existsSync(resolve(bench.cwd, word))) return;
  const meant = closest(word, commands);
  if (meant === null) return;
  if (meant === word) throw new UsageError(`the command ${word} comes before its options`, `write env-contract ${word} first, then the options`);
  throw new UsageError(`unknown command ${word}, and no such path`, `did you mean env-contract ${meant}?`);
}
