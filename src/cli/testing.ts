/** The command line in this process, as tests run it: no child process, no terminal, no clock. */
import { main } from "../cli.ts";
import type { Io } from "../cli.ts";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What one command line prints and answers, run in the folder. */
export async function run(cwd: string, ...argv: readonly string[]): Promise<Ran> {
  return runWith({}, cwd, ...argv);
}

/** The same in another world than the plain one; `terminal` makes both streams one of 80 cells. */
export async function runWith({ terminal, ...world }: Partial<Io> & { readonly terminal?: true }, cwd: string, ...argv: readonly string[]): Promise<Ran> {
  const texts = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr"): Io["stdout"] => ({ write: (text) => (texts[name] += text), ...(terminal && { isTTY: true, columns: 80 }) });
  const code = await main(argv, { stdout: stream("stdout"), stderr: stream("stderr"), cwd, colours: { noColor: undefined, forceColor: undefined, term: undefined }, now: () => 0, ...world });
  return { code, ...texts };
}
