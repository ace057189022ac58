/** Results as tables. */
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import { median } from "./measure.mjs";

/** Facts of the machine, in a sentence. */
export function machine(runs) {
  const cores = cpus();
  return `Node ${process.versions.node} on ${platform()} ${release()}, ${cores.length} cores (${cores[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB; load ${loadavg()[0].toFixed(1)} as the run ended; medians of ${runs} interleaved runs.`;
}

/** A Markdown table of one tree: medians, and ratios to oxlint where it ran. */
export function table({ name, samples }) {
  const base = samples.has("oxlint") ? "oxlint" : [...samples.keys()][0];
  const of = (tool, what) => median(samples.get(tool).map((sample) => sample[what]));
  const rows = [...samples.keys()].map((tool) => `| ${tool} | ${seconds(of(tool, "wall"))} | ${ratio(of(tool, "wall"), of(base, "wall"))} | ${seconds(of(tool, "cpu"))} | ${ratio(of(tool, "cpu"), of(base, "cpu"))} | ${of(tool, "peak") === null ? "" : `${Math.round(of(tool, "peak"))} MB`} |`);
  return `| ${name} | wall | to ${base} | processor | to ${base} | peak memory |\n| --- | ---: | ---: | ---: | ---: | ---: |\n${rows.join("\n")}\n`;
}

/** The page of all results. */
export function page(facts, results) {
  return `# Performance\n\nWritten by \`npm run bench -- --write docs/performance.md\`. ${facts} The trees are made by \`bench/trees/\`; *cold* starts with an empty cache and fills it, *warm* finds it filled.\noxlint runs \`node/no-process-env\` alone, Biome \`noProcessEnv\`, ESLint \`n/no-process-env\`: they see one file at a time, and resolve no names.\n\n${results.map(table).join("\n")}`;
}

function seconds(milliseconds) {
  return milliseconds === null ? "" : `${(milliseconds / 1000).toFixed(2)} s`;
}

function ratio(value, base) {
  return value === null || base === null || base === 0 ? "" : (value / base).toFixed(2);
}
