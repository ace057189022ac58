/** The command line of `check`. */
import type { Command } from "commander";
import { normalize } from "node:path";
import type { CheckRequest } from "../commands/check.ts";
import type { Output } from "../commands/wish.ts";
import { FORMATS } from "../report/formats.ts";
import type { Format } from "../report/formats.ts";
import { UsageError } from "../verdict.ts";
import { oneOf } from "./options.ts";
import type { Settle } from "./options.ts";

interface CheckFlags {
  readonly format: Format;
  readonly outputFile?: readonly Output[];
  readonly quiet?: true;
  readonly all?: true;
  readonly staged?: true;
  readonly changed?: true | string;
  readonly against?: string;
  readonly allowNewBaseline?: true;
  readonly allowUpgrade?: true;
}

/** Adds `check`, the command that runs where none is named. */
export function addCheck(program: Command, settle: Settle): void {
  program
    .command("check", { isDefault: true })
    .description("check the project; paths only filter the report (the default command)")
    .argument("[paths...]", "files, folders or globs to report on")
    .option("-f, --format <format>", `what goes to stdout: ${FORMATS.join(", ")}`, readFormat, "text")
    .option("-o, --output-file <format=path>", "write a report to a file besides; may be repeated", collectOutput)
    .option("-q, --quiet", "print the report only, nothing on stderr")
    .option("--all", "report what is known and allowed too")
    .option("--staged", "check what is staged for the next commit, and report on the staged files")
    .option("--changed [ref]", "report on what is not committed; with a ref on all that changed since the branch left it")
    .option("--against <ref>", "prove that no baseline grew and no configuration got weaker since the branch left the ref")
    .option("--no-cache", "neither use nor keep what earlier runs found")
    .option("--allow-new-baseline", "with --against: a baseline that did not exist there is no growth")
    .option("--allow-upgrade", "with --against: what this version finds in the code of the merge base too is no growth")
    .action(async (paths: string[], flags: CheckFlags) => {
      const { checkCommand } = await import("../commands/check.ts");
      const commands = program.args[0] === "check" ? [] : program.commands.map((command) => command.name());
      const request = requestOf(paths, flags, commands);
      await settle((bench) => checkCommand(request, bench));
    });
}

function requestOf(paths: readonly string[], flags: CheckFlags, commands: readonly string[]): CheckRequest {
  const { format, changed, against } = flags;
  const lonely = against === undefined ? (flags.allowNewBaseline && "--allow-new-baseline") || (flags.allowUpgrade && "--allow-upgrade") : undefined;
  if (lonely) throw new UsageError(`${lonely} says nothing without --against`, "name the revision to compare with, as in --against origin/main");
  return {
    paths,
    format,
    outputs: flags.outputFile ?? [],
    extent: flags.all ? "all" : "new",
    manner: flags.quiet ? "quiet" : "telling",
    stand: flags.staged ? "index" : "work-tree",
    changed: changed === undefined ? null : { ref: changed === true ? null : changed },
    against: against === undefined ? null : { ref: against, absent: flags.allowNewBaseline ? "allowed" : "growth", unlisted: flags.allowUpgrade ? "allowed" : "growth" },
    commands,
  };
}

const readFormat = oneOf(FORMATS);

function collectOutput(text: string, before: readonly Output[] = []): readonly Output[] {
  const equals = text.indexOf("=");
  const path = text.slice(equals + 1);
  if (equals === -1 || path === "") throw new UsageError(`--output-file ${text} names no format or no file`, "write <format>=<path>, as in json=report.json");
  if (before.some((output) => normalize(output.path) === normalize(path))) throw new UsageError(`two reports go to ${path}`, "name a file for each");
  return [...before, { format: readFormat(text.slice(0, equals)), path }];
}
