/** Runs a command line, or gives again what it answered before: then next to nothing is loaded. */
import { resolve } from "node:path";
import { cacheFolder } from "./cache/folder.ts";
import { keepRun, type Question, recallRun } from "./cache/runs.ts";
import type { Io } from "./cli.ts";
import { watchDisk } from "./disk.ts";
import { envs } from "./envs.ts";
import { ELAPSED, elapsed } from "./report/elapsed.ts";

/** Prints what the command line answers. Resolves to the exit code; never throws. */
export async function start(argv: readonly string[], io: Io): Promise<0 | 1 | 2> {
  const began = io.now();
  const question = questionOf(argv, io);
  const known = question === null ? null : await recallRun(question).catch(() => null);
  if (known !== null) {
    if (known.stdout !== "") io.stdout.write(known.stdout);
    if (known.stderr !== "") io.stderr.write(known.stderr.replace(ELAPSED, elapsed(io.now() - began)));
    return known.code;
  }
  const { main } = await import("./cli.ts");
  if (question === null) return main(argv, io);
  const looked = watchDisk();
  return main(argv, { ...io, cache: question.folder, keep: (answer, tree) => keepRun(question, answer, { ...tree, looked: looked() }) });
}

/** Null where there is no cache, or none is wanted. */
function questionOf(argv: readonly string[], { cwd, stdout, stderr, colours, github }: Io): Question | null {
  const words = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : argv.length);
  if (words.includes("--no-cache")) return null;
  const at = words.findIndex((word) => word === "-C" || word === "--cwd");
  const folder = cacheFolder(resolve(cwd, at < 0 ? "." : (words[at + 1] ?? ".")), envs.ENV_CONTRACT_CACHE.get());
  const streams = [stdout, stderr].map(({ isTTY, columns }) => [isTTY, columns]);
  return folder === null ? null : { folder, asked: [argv, cwd, streams, colours, github] };
}
