// The cost of one read, side by side: node registry/bench/get.mjs [variables in the environment] [--json]
import { measure } from "./measure.mjs";

const variables = Number(process.argv[2] ?? 40);
const rows = await measure({ variables, reads: Math.ceil(200_000 / (variables + 40)), rounds: 40 });
if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else for (const { name, nanoseconds, factor } of rows) console.log(`${name.padEnd(28)} ${nanoseconds.toFixed(0).padStart(6)} ns  ${factor.toFixed(2).padStart(5)}`);
