/** Runs whole processes and tells what they took. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** GNU time tells the peak memory and the processor time of a child; without it both are null. */
const TIME = spawnSync("/usr/bin/time", ["-f", "%M %U %S", "true"]).status === 0 ? "/usr/bin/time" : null;

/** Runs a command once: milliseconds of wall clock and processor, peak memory in MB, exit code. */
export async function runOnce({ command, args, cwd, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), "env-contract-time-"));
  const notes = join(folder, "time");
  const [program, words] = TIME === null ? [command, args] : [TIME, ["-o", notes, "-f", "%M %U %S", command, ...args]];
  const began = performance.now();
  const code = await new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "ignore"] });
    child.on("error", reject);
    child.on("close", resolve);
  });
  const wall = performance.now() - began;
  const [peak, user, system] = TIME === null ? [] : readFileSync(notes, "utf8").trim().split("\n").at(-1).split(" ").map(Number);
  rmSync(folder, { recursive: true });
  return { wall, code, cpu: user === undefined ? null : (user + system) * 1000, peak: peak === undefined ? null : peak / 1024 };
}

/** Runs each contender in turn, so often, and answers with all samples by name; a contender that fails says why. */
export async function interleaved(contenders, rounds, tell) {
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of contenders) {
      await contender.before?.();
      const sample = await runOnce(contender);
      if (!contender.codes.includes(sample.code)) throw new Error(`${contender.name} ended with ${sample.code}: ${contender.command} ${contender.args.join(" ")} in ${contender.cwd}`);
      samples.get(contender.name).push(sample);
      tell(`${contender.name} ${round + 1}/${rounds}: ${Math.round(sample.wall)} ms`);
    }
  }
  return samples;
}

/** The middle of the numbers; null for none, or where one is null. */
export function median(numbers) {
  if (numbers.length === 0 || numbers.includes(null)) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
