// The cost of one read, side by side: node registry/bench/get.mjs [variables in the environment]
import { measure } from "./measure.mjs";

const { rows } = await measure({ variables: Number(process.argv[2] ?? 40), reads: 100_000, rounds: 40 });
for (const { name, nanoseconds, factor } of rows) console.log(`${name.padEnd(28)} ${nanoseconds.toFixed(0).padStart(6)} ns  ${factor.toFixed(2).padStart(5)}`);
