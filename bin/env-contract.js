#!/usr/bin/env node
// Never process.exit: what is still in a pipe would be lost.
let broken = false;

function fail(text) {
  broken = true;
  process.exitCode = 2;
  process.stderr.write(text);
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    // The reader has seen enough (`| head -1`); the exit code stays.
    if (error.code !== "EPIPE") fail(`error cannot write the output (${error.code})\n`);
  });
}
process.on("uncaughtException", (error) => fail(`error internal error: ${error?.stack ?? error}\n`));

async function question(text) {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(text);
  } finally {
    lines.close();
  }
}

Promise.all([import("../dist/src/start.js"), import("../dist/src/environment.js")]).then(
  async ([{ start }, { colourFacts, githubFacts, variable }]) => {
    const { stdin, stdout, stderr } = process;
    const ask = stdin.isTTY && stderr.isTTY ? { ask: question } : {};
    const code = await start(process.argv.slice(2), { stdout, stderr, cwd: process.cwd(), colours: colourFacts(), github: githubFacts(), variable, ...ask, now: () => performance.now() });
    process.exitCode = broken ? 2 : code;
  },
  (error) => fail(`error internal error: env-contract is not built or not installed whole: ${error.message}\n`),
);
