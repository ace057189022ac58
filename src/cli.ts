/** The command line: the only file that prints, and that decides an exit code. */
import { Command, CommanderError, Option } from "commander";
import { resolve } from "node:path";
import { rules as builtIn } from "../rules/index.ts";
import { addBaseline } from "./cli/baseline.ts";
import { addCheck } from "./cli/check.ts";
import { oneOf } from "./cli/options.ts";
import type { Settle } from "./cli/options.ts";
import { TOOL } from "./commands/bench.ts";
import type { Bench, Outcome, Source, Surface } from "./commands/bench.ts";
import { appendSummary, writeReport } from "./commands/output.ts";
import { toolVersion } from "./commands/version.ts";
import { foresee } from "./commands/wish.ts";
import type { ColourFacts, GithubFacts } from "./environment.ts";
import { untold } from "./progress.ts";
import { isColoured } from "./report/colour.ts";
import type { ColourFlag } from "./report/colour.ts";
import { ELAPSED, elapsed } from "./report/elapsed.ts";
import { renderFailure } from "./report/formats.ts";
import { inert } from "./report/github.ts";
import { renderJobSummaryFailure } from "./report/job-summary.ts";
import { progressLine } from "./report/progress.ts";
import type { ProgressLine } from "./report/progress.ts";
import { painter } from "./report/text.ts";
import type { Rule } from "./rule.ts";
import { printable, UsageError } from "./verdict.ts";

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The world as the command line sees it. */
export interface Io {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly cwd: string;
  readonly colours: ColourFacts;
  /** Of the step of GitHub Actions that runs. */
  readonly github?: GithubFacts;
  /** The text of an environment variable; without it none is set. */
  readonly variable?: (name: string) => string | undefined;
  /** Asks the person at the terminal; without it nobody can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Milliseconds, from any start. */
  readonly now: () => number;
  /** The folder of the cache, absolute; without it nothing is kept. */
  readonly cache?: string;
  /** Given an answer that may be given again, and what it was read from. */
  readonly keep?: (answer: Pick<Outcome, "stdout" | "stderr" | "code">, source: Source) => Promise<void>;
  /** Instead of the built-in ones. */
  readonly rules?: readonly Rule[];
}

/** Runs one command and prints what it answers. Resolves to the exit code (0 clean; 1 new or stale; 2 usage, configuration, internal error, incomplete); never throws. */
export async function main(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  try {
    const { stdout, stderr, code, from } = await run(argv, io);
    if (stdout !== "") io.stdout.write(stdout);
    if (stderr !== "") io.stderr.write(stderr);
    if (from !== undefined) await io.keep?.({ stdout, stderr: timeless(stderr, from.elapsedMs), code }, from).catch(() => undefined);
    return code;
  } catch (error) {
    await tell(error, argv, io);
    return 2;
  }
}

/** The text without how long it took. */
function timeless(text: string, milliseconds: number): string {
  return text.replace(`in ${elapsed(milliseconds)}`, `in ${ELAPSED}`);
}

async function run(argv: readonly string[], io: Io): Promise<Outcome> {
  let outcome: Outcome = { stdout: "", stderr: "", code: 2 };
  const line = progressOn(io);
  const program = commandLine(io, async (answer) => {
    outcome = await answer(benchOf(program.opts(), io, line));
  });
  try {
    await program.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed help and version itself.
    if (error.code === "commander.help" || error.exitCode === 0) return { stdout: "", stderr: "", code: error.exitCode === 0 ? 0 : 2 };
    throw usageOf(error);
  } finally {
    line.clear();
  }
  return outcome;
}

/** A dumb terminal cannot take a line back. */
function progressOn({ stderr, colours, now }: Io): ProgressLine {
  if (stderr.isTTY !== true || colours.term === "dumb") return { progress: untold, clear: () => undefined };
  return progressLine({ write: (text) => stderr.write(text), columns: stderr.columns || 80, now });
}

function commandLine(io: Io, settle: Settle): Command {
  const program = new Command(TOOL)
    .description("Checks how code uses environment variables against the contract in its registry.")
    .version(toolVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("-C, --cwd <folder>", "run as if started in the folder")
    .option("--config <file>", "the configuration, instead of the one found upwards")
    .addOption(new Option("--color", "colour the output, whatever the terminal"))
    .addOption(new Option("--no-color", "do not colour the output"))
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .exitOverride()
    .addHelpText("afterAll", EXIT_CODES);
  addCheck(program, settle);
  addBaseline(program, settle);
  program
    .command("inventory")
    .alias("ls")
    .description("list every name in code, registry, allowlist and pages, with its class, owner, lifecycle and sites")
    .option("-f, --format <format>", "table or json", oneOf(["table", "json"]), "table")
    .option("--counts", "print how many names there are of each class and disposition")
    .option("--fail-unclassified", "exit with 1 if a name is neither declared nor allowed")
    .option("--against <ref>", "also name the stable public names that are gone since a revision")
    .action(async (flags: { readonly format: "table" | "json"; readonly counts?: true; readonly failUnclassified?: true; readonly against?: string }) => {
      const { inventoryCommand } = await import("./commands/inventory.ts");
      const request = { format: flags.format, show: flags.counts ? "counts" : "names", unclassified: flags.failUnclassified ? "fail" : "pass", against: flags.against ?? null } as const;
      await settle((bench) => inventoryCommand(request, bench));
    });
  program
    .command("diff")
    .description("compare the contract with that of a revision, and tell the semver step that follows")
    .argument("<ref>", "a tag, branch or commit: the other side is the work tree")
    .option("-f, --format <format>", "text or json", oneOf(["text", "json"]), "text")
    .action(async (ref: string, flags: { readonly format: "text" | "json" }) => {
      const { diffCommand } = await import("./commands/diff.ts");
      await settle((bench) => diffCommand(ref, flags.format, bench));
    });
  program
    .command("info")
    .description("print the environment section of a bug report: public entries and allowed names, secrets masked")
    .option("-f, --format <format>", "markdown or json", oneOf(["markdown", "json"]), "markdown")
    .action(async (flags: { readonly format: "markdown" | "json" }) => {
      const { infoCommand } = await import("./commands/info.ts");
      await settle((bench) => infoCommand(flags.format, bench));
    });
  program
    .command("init")
    .description("adopt the policy: write a configuration, a registry and the baseline of today's debt; never overwrites")
    .option("--yes", "take what it proposes, and ask nothing")
    .option("--dry-run", "print what it would write, as a diff")
    .action(async (flags: { readonly yes?: true; readonly dryRun?: true }) => {
      const { init } = await import("./commands/init.ts");
      await settle((bench) => init({ manner: flags.dryRun ? "shows" : flags.yes ? "writes" : "asks" }, bench));
    });
  program
    .command("docs")
    .description("write the generated blocks of the configured pages")
    .option("--check", "write nothing, and fail where a page differs")
    .action(async (flags: { readonly check?: true }) => {
      const { docs } = await import("./commands/docs.ts");
      await settle((bench) => docs(flags.check ? "check" : "write", bench));
    });
  program
    .command("fix")
    .description("rewrite reads of declared variables to go through the registry, where the code does the same then")
    .argument("[paths...]", "files, folders or globs to rewrite")
    .option("--dry-run", "print what it would write, as a diff")
    .option("--unsafe", "rewrite also where the code would do something else")
    .option("--allow-dirty", "rewrite although the work tree has changes that are not committed")
    .action(async (paths: string[], flags: { readonly dryRun?: true; readonly unsafe?: true; readonly allowDirty?: true }) => {
      const { fix } = await import("./commands/fix.ts");
      const request = { paths, manner: flags.dryRun ? "shows" : "writes", risk: flags.unsafe ? "unsafe" : "safe", dirty: flags.allowDirty ? "allowed" : "refused" } as const;
      await settle((bench) => fix(request, bench));
    });
  program
    .command("rename")
    .description("give a variable another name in code, registry, pages, configuration and baseline; the old one stays as an alias")
    .argument("<old>", "a declared name")
    .argument("<new>", "a name that nothing has")
    .option("--since <release>", "the release that brings the new name; the current one if not said")
    .option("--remove-in <release>", "the release that takes the old name no more")
    .option("--dry-run", "print what it would write, as a diff")
    .option("--allow-dirty", "rewrite although the work tree has changes that are not committed")
    .action(async (from: string, to: string, flags: { readonly since?: string; readonly removeIn?: string; readonly dryRun?: true; readonly allowDirty?: true }) => {
      const { rename } = await import("./commands/rename.ts");
      const request = { from, to, since: flags.since ?? null, removeIn: flags.removeIn ?? null, manner: flags.dryRun ? "shows" : "writes", dirty: flags.allowDirty ? "allowed" : "refused" } as const;
      await settle((bench) => rename(request, bench));
    });
  program
    .command("explain")
    .description("explain a kind of violation, or all that is known of a variable")
    .argument("<kind|NAME>", "a kind such as read, or the name of a variable")
    .action(async (subject: string) => {
      const { explain } = await import("./commands/explain.ts");
      await settle((bench) => explain(subject, bench));
    });
  program
    .command("facts")
    .description("print what was read from each file, as JSON")
    .argument("[paths...]", "files, folders or globs")
    .action(async (paths: string[]) => {
      const { factsCommand } = await import("./commands/facts.ts");
      await settle((bench) => factsCommand(paths, bench));
    });
  program
    .command("print-config")
    .description("print the settings in force, and where each comes from, as JSON")
    .action(async () => {
      const { printConfig } = await import("./commands/print-config.ts");
      await settle(printConfig);
    });
  return program;
}

const EXIT_CODES = `
Exit codes: 0 clean; 1 new, stale or grown; 2 usage, configuration or internal error, or an incomplete check.`;

function benchOf(flags: { readonly cwd?: string; readonly config?: string; readonly color?: boolean }, io: Io, line: ProgressLine): Bench {
  const flag = flags.color === undefined ? "auto" : flags.color ? "always" : "never";
  return {
    cwd: resolve(io.cwd, flags.cwd ?? "."),
    config: flags.config ?? null,
    rules: io.rules ?? builtIn,
    version: toolVersion(),
    stdout: surface(io.stdout, flag, io),
    stderr: surface(io.stderr, flag, io),
    variable: io.variable ?? (() => undefined),
    github: io.github ?? {},
    ask: io.ask === undefined ? null : (question) => (line.clear(), io.ask!(question)),
    progress: line.progress,
    cache: io.cache ?? null,
    now: io.now,
  };
}

function surface(stream: Stream, flag: ColourFlag, io: Io): Surface {
  const terminal = stream.isTTY === true;
  const columns = stream.columns !== undefined && stream.columns > 0 ? Math.min(stream.columns, 160) : 80;
  return { terminal, columns, paint: painter(isColoured({ flag, ...io.colours, terminal }) ? "ansi" : "none") };
}

/** Commander's text ends with its suggestion in brackets, or follows an invalid value. */
function usageOf(error: CommanderError): UsageError {
  const text = error.message.replace(/^error: /u, "");
  const suggestion = /\n\((Did you mean .*\?)\)$/su.exec(text);
  const message = suggestion === null ? text : text.slice(0, suggestion.index);
  return new UsageError(message, suggestion?.[1]?.replace("Did", "did") ?? "see env-contract --help");
}

/** A mistake is told with its mend, a bug with its stack; whoever asked for a document gets one of either. */
async function tell(error: unknown, argv: readonly string[], io: Io): Promise<void> {
  const told = error instanceof UsageError ? { message: error.message, mend: error.mend } : { message: `internal error: ${error instanceof Error ? error.message : String(error)}`, mend: "this is a bug in env-contract: please report it" };
  const wish = foresee(argv);
  const { paint } = surface(io.stderr, wish.colour, io);
  const root = resolve(io.cwd, wish.cwd ?? ".");
  const options = { tool: { name: TOOL, version: toolVersion() }, root, rules: io.rules ?? builtIn };
  const stack = error instanceof UsageError || !(error instanceof Error) ? "" : `${lines(causes(error).map((one) => one.stack ?? one.message).join("\ncaused by "))}\n`;
  const words = `${paint.bad("error")} ${lines(told.message)}\n  ${paint.dim("mend")} ${lines(told.mend)}\n${stack}`;
  if (wish.format !== null) io.stdout.write(renderFailure(wish.format, told, options) ?? "");
  io.stderr.write(wish.format === "github" ? inert(words) : words);
  if (wish.format === "github" && io.github?.summary) await appendSummary(io.github.summary, renderJobSummaryFailure(told, options));
  for (const { format, path } of wish.outputs) {
    const document = renderFailure(format, told, options);
    if (document !== null) await writeReport(resolve(root, path), path, document).catch(() => undefined);
  }
}

function lines(text: string): string {
  return text.replaceAll("\t", "  ").split(/\r?\n/u).map(printable).join("\n");
}

function causes(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...causes(error.cause)] : [error];
}
