/** `node bench/spellings.mjs`: how many of the places that the fixtures spell out each linter reports, on the same lines. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { installPeers, peer } from "./contenders.mjs";

const PEERS = join(import.meta.dirname, "peers");
const FIXTURES = join(import.meta.dirname, "..", "fixtures");

installPeers();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "env-contract-spellings-")));
try {
  const expected = new Map();
  for (const group of ["extract", "link/constant", "link/wrapper", "link/module"]) {
    for (const path of readdirSync(join(FIXTURES, group), { recursive: true, encoding: "utf8" }).filter((one) => one.endsWith("expected.txt"))) {
      const folder = join(group, path, "..").replaceAll("\\", "/");
      cpSync(join(FIXTURES, folder, "input"), join(scratch, folder), { recursive: true });
      for (const line of readFileSync(join(FIXTURES, group, path), "utf8").split("\n")) {
        const found = /^(\S+?):(\d+):\d+ (?:read|write|whole) (\S+) (\S+)/.exec(line);
        if (found !== null) expected.set(`${folder}/${found[1]}:${found[2]}`, { group: group.split("/")[0] === "link" ? "through names, wrappers and modules" : "spelled in one file", isNamed: !/[<*]/.test(found[4]) });
      }
    }
  }
  const seen = { "eslint-plugin-n": eslint(), oxlint: oxlint(), Biome: biome() };
  const groups = [...new Set([...expected.values()].map(({ group }) => group))];
  process.stdout.write(`| lines with an access | all | ${Object.keys(seen).join(" | ")} |\n| --- | ---: |${" ---: |".repeat(Object.keys(seen).length)}\n`);
  for (const group of groups) {
    const lines = [...expected].filter(([, one]) => one.group === group).map(([line]) => line);
    process.stdout.write(`| ${group} | ${lines.length} | ${Object.values(seen).map((found) => lines.filter((line) => found.has(line)).length).join(" | ")} |\n`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function eslint() {
  const out = spawnSync(peer("eslint"), ["--config", join(PEERS, "eslint.config.mjs"), "--no-inline-config", "--format", "json", "."], { cwd: scratch, encoding: "utf8", maxBuffer: Infinity }).stdout;
  return new Set(JSON.parse(out).flatMap(({ filePath, messages }) => messages.map(({ line }) => `${relative(scratch, filePath).replaceAll("\\", "/")}:${line}`)));
}

function oxlint() {
  const out = spawnSync(peer("oxlint"), ["--config", join(PEERS, "oxlintrc.json"), "--disable-nested-config", "--format", "unix", "."], { cwd: scratch, encoding: "utf8", maxBuffer: Infinity }).stdout;
  return new Set([...out.matchAll(/^(?:\.\/)?(\S+?):(\d+):\d+:/gm)].map(([, path, line]) => `${path}:${line}`));
}

function biome() {
  const out = spawnSync(peer("biome"), ["lint", `--config-path=${join(PEERS, "biome.json")}`, "--only=style/noProcessEnv", "--max-diagnostics=none", "--reporter=github", "."], { cwd: scratch, encoding: "utf8", maxBuffer: Infinity }).stdout;
  return new Set([...out.matchAll(/file=([^,]+),line=(\d+)/g)].map(([, path, line]) => `${(path.startsWith(scratch) ? relative(scratch, path) : path.replace(/^\.\//, "")).replaceAll("\\", "/")}:${line}`));
}

