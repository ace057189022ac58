/** The built binary through real pipes: `npm run build` first. */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const bin = fileURLToPath(new URL("../bin/env-contract.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "bin-"));
const COUNT = 20_000;
/** Enough to fill a pipe, for what needs no more than that. */
const some = mkdtempSync(join(tmpdir(), "bin-some-"));
const SOME = 2_000;
const LONG = "LONG_".repeat(8);
const LIMIT = 256 * 1024 * 1024;
/** Neither the colours nor the terminal of whoever runs the tests. */
const env = { PATH: process.execPath.replace(/[/\\][^/\\]*$/u, "") };

beforeAll(() => {
  const newest = (folder: URL, end: string): number => Math.max(...readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(end) && !path.endsWith(".test.ts")).map((path) => statSync(new URL(path, folder)).mtimeMs));
  if (newest(new URL("../src/", import.meta.url), ".ts") > newest(new URL("../dist/src/", import.meta.url), ".js")) throw new Error("the build is older than the source: npm run build");
  for (const [folder, count, middle] of [[root, COUNT, ""], [some, SOME, LONG]] as const) {
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "env-contract.json"), "{}");
    const text = Array.from({ length: 100 }, (_, index) => `export const v${index} = () => process.env.ACME_${middle}${index};\n`).join("");
    for (let file = 0; file < count / 100; file += 1) writeFileSync(join(folder, "src", `m${file}.ts`), text);
  }
});
// Several runs of some seconds each, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });
afterAll(() => [root, some].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function run(argv: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [bin, ...argv], { cwd: root, env, encoding: "utf8", maxBuffer: LIMIT });
}

describe("20,000 violations", () => {
  const report = join(root, "out.json");

  test("arrive whole through a pipe, and in a file besides, with exit 1", () => {
    const { status, stdout, stderr } = run(["check", "-o", `json=${report}`]);
    expect(status).toBe(1);
    expect(stdout.split("\n")).toHaveLength(COUNT + 1);
    expect(stderr.split("\n").filter((text) => text.includes(": read ACME_"))).toHaveLength(COUNT);
    expect((JSON.parse(readFileSync(report, "utf8")) as { violations: unknown[] }).violations).toHaveLength(COUNT);
  });

  test("are the same JSON through a pipe to a slow reader", async () => {
    const child = spawn(process.execPath, [bin, "check", "-f", "json", "-q"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });
    const chunks: Buffer[] = [];
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    for await (const chunk of child.stdout) {
      chunks.push(chunk as Buffer);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    expect(await ended).toBe(1);
    expect(Buffer.concat(chunks).toString()).toBe(readFileSync(report, "utf8"));
  });
});

describe("what fills a pipe", () => {
  test("into a reader that leaves ends quietly, with the exit code of the check", async () => {
    for (const argv of [["check"], ["check", "-f", "json"]]) {
      const child = spawn(process.execPath, [bin, ...argv], { cwd: some, env, stdio: ["ignore", "pipe", "pipe"] });
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      child.stdout.once("data", () => child.stdout.destroy());
      expect(await new Promise((resolve) => child.on("close", resolve))).toBe(1);
      expect(stderr).not.toMatch(/EPIPE|internal error|^\s+at /mu);
    }
  });

  test("with stderr closed keeps stdout and the exit code", async () => {
    const child = spawn(process.execPath, [bin, "check"], { cwd: some, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.destroy();
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => (length += chunk.length));
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(1);
    expect(length).toBeGreaterThan(SOME * LONG.length);
  });
});

describe("the process", () => {
  test("usage errors, help and version have their exit codes", () => {
    expect(run(["--help"]).status).toBe(0);
    expect(run(["--version"]).status).toBe(0);
    expect(run(["chekc"]).status).toBe(2);
    expect(run(["--jsno"]).status).toBe(2);
  });

  test("a full disk behind stdout is exit 2", () => {
    // Linux has a device for it.
    if (process.platform !== "linux") return;
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [bin, "check", "-q"], { cwd: some, env, encoding: "utf8", stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect(status).toBe(2);
    expect(stderr).toContain("ENOSPC");
  });

  test("NO_COLOR and FORCE_COLOR reach it", () => {
    const told = (extra: Readonly<Record<string, string>>): string => spawnSync(process.execPath, [bin, "--jsno"], { cwd: root, env: { ...env, ...extra }, encoding: "utf8" }).stderr;
    expect(told({ FORCE_COLOR: "1" })).toContain("\u001b[31m");
    expect(told({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toContain("\u001b");
    expect(told({})).not.toContain("\u001b");
  });
});
