import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runWith } from "./cli/testing.ts";
import type { Ran } from "./cli/testing.ts";
import type { Rule } from "./rule.ts";

const root = mkdtempSync(join(tmpdir(), "cli-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

function project(files: Files): string {
  const folder = mkdtempSync(join(root, "case-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const run = (cwd: string, argv: readonly string[], world: Parameters<typeof runWith>[0] = {}): Promise<Ran> => runWith(world, cwd, ...argv);

const lines = (text: string): string[] => text.split("\n").slice(0, -1);

describe("the command line itself", () => {
  const folder = project({});

  test.each([[["--help"]], [["-h"]], [["help"]], [["check", "--help"]], [["baseline", "--help"]], [["help", "baseline"]], [["baseline", "prune", "--help"]]])("%j is help and exit 0", async (argv) => {
    const ran = await run(folder, argv);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("Usage: env-contract");
  });

  test("help names every command, option and exit code", async () => {
    const { stdout } = await run(folder, ["--help"]);
    for (const word of ["check", "baseline", "facts", "print-config", "--cwd", "--config", "--no-color", "Exit codes: 0 clean"]) expect(stdout).toContain(word);
    const check = (await run(folder, ["check", "--help"])).stdout;
    for (const word of ["--format", "--output-file", "--quiet", "--all", "--cwd", "Exit codes"]) expect(check).toContain(word);
  });

  test("a long run tells a terminal how far it is, and takes that back before it reports", async () => {
    const files = project({ "src/web.ts": "export const host = () => process.env.HOST;\n" });
    const slow = () => {
      let time = 0;
      return () => (time += 2_000);
    };
    const { stderr } = await run(files, ["check"], { terminal: true, now: slow() });
    expect(stderr).toMatch(/^\r\u001b\[2Kreading 0 of 1 file\r\u001b\[2Kparsing 0 of 1 file\r\u001b\[2Klinking 1 of 1 file\r\u001b\[2K[^\r]*$/u);
    for (const quiet of [{ argv: ["check", "--quiet"] }, { argv: ["check"], term: "dumb" }]) {
      const colours = { noColor: undefined, forceColor: undefined, term: quiet.term };
      expect((await run(files, quiet.argv, { terminal: true, now: slow(), colours })).stderr).not.toContain("reading");
    }
    expect((await run(files, ["check"], { now: slow() })).stderr).not.toContain("reading");
  });

  test("--version prints the version of package.json", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    for (const flag of ["--version", "-V"]) expect(await run(folder, [flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([
    [["check", "--jsno"], "unknown option '--jsno'"],
    [["check", "--fix-nothing"], "unknown option '--fix-nothing'"],
    [["--max", "-1"], "unknown option '--max'"],
    [["check", "--max", "-1"], "unknown option '--max'"],
    [["check", "--ignore", "a", "b", "src"], "unknown option '--ignore'"],
    [["check", "--quite"], "did you mean --quiet?"],
    [["check", "-f"], "argument missing"],
    [["check", "-f", "jsn"], 'did you mean "json"?'],
    [["check", "-f", "xml"], "there are text, json, unix, github, sarif, gitlab, junit"],
    [["check", "-o", "report.json"], "write <format>=<path>"],
    [["check", "-o", "json="], "write <format>=<path>"],
    [["check", "-o", "json=a.json", "-o", "sarif=./a.json"], "two reports go to ./a.json"],
    [["check", "-o", "jsn=x"], 'did you mean "json"?'],
    [["baseline", "crate"], "did you mean create?"],
    [["baseline", "prune", "--dry"], "unknown option '--dry'"],
    [["baseline", "create", "src"], "too many arguments"],
    [["print-config", "src"], "too many arguments"],
    [["chekc"], "did you mean env-contract check?"],
    [["fatcs"], "did you mean env-contract facts?"],
    [["-f", "json", "check"], "the command check comes before its options"],
    [["help", "chekc"], "Usage: env-contract"],
    [["-C", "nowhere"], "no such folder"],
  ])("%j is exit 2 and says %j", async (argv, message) => {
    const { code, stderr } = await run(folder, argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /mu);
  });

  test("baseline without a command is exit 2 with its help", async () => {
    const { code, stderr } = await run(folder, ["baseline"]);
    expect(code).toBe(2);
    expect(stderr).toContain("create");
  });

  test.each([[["check", "--format", "json", "--jsno"]], [["--format=json", "--jsno"]], [["-fjson", "chekc"]], [["-f", "json", "-C", "nowhere"]]])("%j is one JSON document all the same", async (argv) => {
    const { code, stdout, stderr } = await run(folder, argv);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, exitCode: 2, complete: false, violations: [], error: { message: expect.any(String) as string, mend: expect.any(String) as string } });
    expect(stderr).toContain("error");
  });

  test("a broken configuration is told with its place, on stderr, in JSON and in the report file", async () => {
    const broken = project({ "env-contract.json": '{\n\t"prefx": "ACME_"\n}', "src/a.ts": "" });
    const { code, stdout, stderr } = await run(broken, ["-f", "json", "-o", "json=report.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("env-contract.json:2:2");
    expect(stderr).toContain('did you mean "prefix"?');
    expect(stderr).not.toContain("␉");
    expect(JSON.parse(stdout)).toMatchObject({ error: { mend: 'did you mean "prefix"?' } });
    expect(readFileSync(join(broken, "report.json"), "utf8")).toBe(stdout);
  });

  test("errors are coloured on a terminal, and never in JSON", async () => {
    const { stdout, stderr } = await run(folder, ["-f", "json", "--jsno"], { terminal: true });
    expect(stderr).toContain("\u001b[31m");
    expect(stdout).not.toContain("\u001b");
    expect((await run(folder, ["--jsno", "--no-color"], { terminal: true })).stderr).not.toContain("\u001b");
  });
});

describe("print-config", () => {
  test("prints the settings and where each comes from", async () => {
    const folder = project({ "env-contract.jsonc": '{ // ours\n "prefix": "ACME_", "kinds": { "prefix": "off" } }', "package.json": '{ "version": "1.2.3" }' });
    const { code, stdout, stderr } = await run(folder, ["print-config"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ file: "env-contract.jsonc", settings: { prefixes: ["ACME_"], off: ["prefix"], release: "1.2.3" }, from: { prefix: "env-contract.jsonc", kinds: "env-contract.jsonc", include: "default" } });
  });

  test("works in package.json and without a configuration", async () => {
    const inPackage = project({ "package.json": '{ "version": "1.0.0", "env-contract": { "tests": ["spec/**"] } }' });
    expect(JSON.parse((await run(inPackage, ["print-config"])).stdout)).toMatchObject({ file: "package.json", from: { tests: "package.json", include: "default" } });
    const without = project({ "src/a.ts": "" });
    expect(JSON.parse((await run(without, ["print-config"])).stdout)).toMatchObject({ file: null, folder: without, from: { tests: "default" } });
  });
});

const HOST = "export const host = () => process.env.ACME_HOST;\n";
const BOTH = "export const both = () => [process.env.ACME_HOST, process.env.ACME_PORT];\n";
const listed = (...entries: readonly string[]): string => JSON.stringify(entries);

describe("check", () => {
  test("a clean project is exit 0 with nothing on stdout", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": "export const one = 1;\n" });
    const { code, stdout, stderr } = await run(folder, []);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("✔ nothing new");
    expect(stderr).toContain("1 file, in 0 ms");
    expect(await run(folder, ["-q"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("a new violation is exit 1 in every output mode", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST });
    const plain = await run(folder, ["check"]);
    expect(plain).toMatchObject({ code: 1, stdout: "src/a.ts: read ACME_HOST\n" });
    expect(lines(plain.stderr)[0]).toMatch(/^src\/a\.ts:1:27: read ACME_HOST: \S/u);
    expect(plain.stderr).toContain("env-contract baseline create");
    expect(await run(folder, ["check", "--quiet"])).toEqual({ code: 1, stdout: "src/a.ts: read ACME_HOST\n", stderr: "" });
    const json = await run(folder, ["check", "--format", "json"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ exitCode: 1, complete: true, violations: [{ path: "src/a.ts", kind: "read", name: "ACME_HOST", status: "new", line: 1, column: 27, endLine: 1, endColumn: 48 }] });
    expect(json.stderr).not.toContain("src/a.ts:1:27");
    expect(await run(folder, ["-f", "unix", "-q"])).toMatchObject({ code: 1, stdout: expect.stringMatching(/^src\/a\.ts:1:27: read ACME_HOST: reads /u) as string });
    expect(await run(folder, ["-q", "-f", "text"], { terminal: true })).toMatchObject({ code: 1, stdout: expect.stringContaining("^^^^^^^^^^^^^^^^^^^^^") as string });
  });

  test("a terminal gets groups and colour, a pipe neither; flags and variables decide per stream", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST });
    const terminal = await run(folder, [], { terminal: true });
    expect(terminal.stdout).toContain("\u001b[");
    expect(terminal.stdout.replace(/\u001b\[[\d;]*m/gu, "")).toContain("    1 │ export const host = () => process.env.ACME_HOST;\n        │                           ^^^^^^^^^^^^^^^^^^^^^");
    expect((await run(folder, ["--no-color"], { terminal: true })).stdout).not.toContain("\u001b");
    expect((await run(folder, [], { terminal: true, colours: { noColor: "1", forceColor: "1", term: "xterm" } })).stdout).not.toContain("\u001b");
    const forced = await run(folder, [], { colours: { noColor: undefined, forceColor: "1", term: undefined } });
    expect(forced.stdout).toBe("src/a.ts: read ACME_HOST\n");
    expect(forced.stderr).toContain("\u001b[");
    for (const format of ["json", "unix"]) expect((await run(folder, ["-f", format, "--color"], { terminal: true })).stdout).not.toContain("\u001b");
  });

  test("writes reports to files besides", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST });
    const { code, stdout } = await run(folder, ["-o", "json=report.json", "--output-file", "unix=report.txt", "--output-file=text=lines.txt", "--color"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "src/a.ts: read ACME_HOST\n" });
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toMatchObject({ exitCode: 1 });
    expect(readFileSync(join(folder, "report.txt"), "utf8")).toMatch(/^src\/a\.ts:1:27: read ACME_HOST: /u);
    expect(readFileSync(join(folder, "lines.txt"), "utf8")).toBe(stdout);
    expect(await run(folder, ["-o", "json=reports/today/report.json"])).toMatchObject({ code: 1 });
    expect(JSON.parse(readFileSync(join(folder, "reports/today/report.json"), "utf8"))).toMatchObject({ exitCode: 1 });
    expect(await run(folder, ["-o", "json=src/a.ts/report.json"])).toMatchObject({ code: 2, stderr: expect.stringContaining("name a file that can be written") as string });
  });

  test("of a line with more found than listed prints all, and marks the last new", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST + HOST.replace("host", "again"), "known-violations.json": listed("src/a.ts: read ACME_HOST") });
    const plain = await run(folder, []);
    expect(plain).toMatchObject({ code: 1, stdout: "src/a.ts: read ACME_HOST\nsrc/a.ts: read ACME_HOST\n" });
    expect(plain.stderr).toContain("src/a.ts:2:28: read ACME_HOST: 2 found, 1 listed; ");
    expect(plain.stderr).not.toContain("src/a.ts:1:27");
    const { violations } = JSON.parse((await run(folder, ["-f", "json"])).stdout) as { violations: { status: string; line: number }[] };
    expect(violations.map(({ status, line }) => `${line} ${status}`)).toEqual(["1 known", "2 new"]);
  });

  test("known and allowed violations are silent, and shown by --all", async () => {
    const folder = project({ "env-contract.json": '{ "allow": { "ACME_PORT": "Set by the launcher of our tests." } }', "src/a.ts": BOTH, "known-violations.json": listed("src\\a.ts: read ACME_HOST") });
    expect(await run(folder, [])).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("1 known, 1 allowed") as string });
    expect(await run(folder, ["--all"])).toMatchObject({ code: 0, stdout: "src/a.ts: read ACME_HOST\nsrc/a.ts: read ACME_PORT\n" });
    const { violations } = JSON.parse((await run(folder, ["--all", "-f", "json"])).stdout) as { violations: { status: string }[] };
    expect(violations.map(({ status }) => status)).toEqual(["known", "allowed"]);
  });

  test("a stale entry is exit 1 in text and in JSON, with the mending command", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": "", "known-violations.json": listed("src/gone.ts: read ACME_HOST", "src/a.ts: read ACME_A") });
    const { code, stdout, stderr } = await run(folder, []);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "known-violations.json: stale src/a.ts: read ACME_A\nknown-violations.json: stale src/gone.ts: read ACME_HOST\n" });
    expect(stderr).toContain("known-violations.json:1:1: stale src/gone.ts: read ACME_HOST: the file is gone; run env-contract baseline prune");
    expect(JSON.parse((await run(folder, ["-f", "json"])).stdout)).toMatchObject({ exitCode: 1, stale: [{ entry: "src/a.ts: read ACME_A", line: 1 }, { entry: "src/gone.ts: read ACME_HOST" }], summary: { stale: 2 } });
  });

  test("a renamed file is named as moved", async () => {
    const folder = project({ "env-contract.json": "{}", "src/older.ts": HOST, "known-violations.json": listed("src/old.ts: read ACME_HOST") });
    expect((await run(folder, [])).stderr).toContain("moved from src/old.ts to src/older.ts");
  });

  test("an unparsed file is exit 2, and nothing is stale then", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": "export const = process.env.ACME_A;\n", "known-violations.json": listed("src/gone.ts: read ACME_HOST") });
    const { code, stdout, stderr } = await run(folder, []);
    expect(code).toBe(2);
    expect(stdout).toContain("src/a.ts: unparsed syntax\n");
    expect(stdout).not.toContain("stale");
    expect(stderr).toContain("incomplete");
    expect(JSON.parse((await run(folder, ["-f", "json"])).stdout)).toMatchObject({ complete: false, exitCode: 2, error: null, unparsed: [{ path: "src/a.ts", reason: "syntax", line: 1 }] });
  });

  test.each([
    ["", "holds no JSON"],
    ["[", "broken JSON"],
    ['["src/a.ts: invalid-allow X"]', "can never be known"],
  ])("a baseline of %j is exit 2 and stays as it is", async (text, message) => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST, "known-violations.json": text });
    expect(await run(folder, [])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) as string });
    expect(await run(folder, ["baseline", "prune"])).toMatchObject({ code: 2 });
    expect(readFileSync(join(folder, "known-violations.json"), "utf8")).toBe(text);
  });

  test("no source file is exit 2 and names the patterns", async () => {
    const folder = project({ "env-contract.json": '{ "include": ["lib/**/*.ts"] }', "src/a.ts": HOST });
    expect(await run(folder, [])).toMatchObject({ code: 2, stderr: expect.stringContaining("lib/**/*.ts") as string });
    expect(JSON.parse((await run(folder, ["-f", "json"])).stdout)).toMatchObject({ error: { message: expect.stringContaining("no source file found") as string } });
  });

  test("a bug in a rule is exit 2 and names rule and file, in JSON too", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST });
    const broken = { name: "read", summary: "", why: "", instead: "", check: () => { throw new Error("boom"); } };
    const text = await run(folder, [], { rules: [broken] });
    expect(text).toMatchObject({ code: 2, stdout: "" });
    for (const word of ["internal error", "read", "boom", "report it"]) expect(text.stderr).toContain(word);
    const json = await run(folder, ["-f", "json"], { rules: [broken] });
    expect(JSON.parse(json.stdout)).toMatchObject({ exitCode: 2, error: { message: expect.stringContaining("read") as string } });
  });

  test("a bug that one file sets off names the file", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": "export const a = 1;\n", "src/b.ts": HOST });
    const broken: Rule = { name: "read", summary: "", why: "", instead: "", *check(context) { for (const access of context.accesses) throw new Error(`boom ${access.name}`); } };
    expect((await run(folder, [], { rules: [broken] })).stderr).toContain("src/b.ts");
  });
});

describe("paths", () => {
  const files = { "env-contract.json": "{}", "src/a.ts": HOST, "src/b.ts": BOTH, "README.md": "", "lib/c.ts": HOST };

  test("only filter the report", async () => {
    const folder = project({ ...files, "known-violations.json": listed("lib/c.ts: read ACME_HOST", "src/gone.ts: read X") });
    expect(await run(folder, ["src/a.ts", "-q"])).toEqual({ code: 1, stdout: "src/a.ts: read ACME_HOST\n", stderr: "" });
    expect(await run(folder, ["check", "lib", "-q"])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await run(join(folder, "src"), ["b.ts", "-q"])).toMatchObject({ code: 1, stdout: "src/b.ts: read ACME_HOST\nsrc/b.ts: read ACME_PORT\n" });
    expect(await run(folder, ["-C", "src", "a.ts", "-q"])).toMatchObject({ code: 1, stdout: "src/a.ts: read ACME_HOST\n" });
  });

  test("the same lines from every folder", async () => {
    const folder = project(files);
    const at = async (...argv: string[]): Promise<Ran> => run(folder, ["-q", ...argv]);
    const whole = await at();
    expect(await run(join(folder, "src"), ["-q"])).toEqual(whole);
    expect(await at("-C", "lib")).toEqual(whole);
    expect(await run(root, ["-q", "--config", join(folder, "env-contract.json")])).toEqual(whole);
  });

  test("that do not exist are exit 2, that are no source a notice", async () => {
    const folder = project(files);
    expect(await run(folder, ["src/aa.ts"])).toMatchObject({ code: 2, stderr: expect.stringContaining("did you mean src/a.ts?") as string });
    const readme = await run(folder, ["README.md"]);
    expect(readme).toMatchObject({ code: 0, stdout: "" });
    expect(readme.stderr).toContain("README.md is not checked");
    expect(await run(folder, ["check", "chekc"])).toMatchObject({ code: 2, stderr: expect.stringContaining("chekc does not exist") as string });
  });
});

describe("baseline", () => {
  test("create lists today's debt once, after that the check is clean", async () => {
    const folder = project({ "env-contract.json": '{ "allow": { "X": "no" } }', "src/b.ts": BOTH, "src/a.ts": HOST + HOST.replace("host", "again") });
    const created = await run(folder, ["baseline", "create"]);
    expect(created).toMatchObject({ code: 0, stdout: "" });
    expect(created.stderr).toContain("wrote known-violations.json with 4 violations");
    expect(created.stderr).toContain("can never be known");
    const text = '[\n  "src/a.ts: read ACME_HOST",\n  "src/a.ts: read ACME_HOST",\n  "src/b.ts: read ACME_HOST",\n  "src/b.ts: read ACME_PORT"\n]\n';
    expect(readFileSync(join(folder, "known-violations.json"), "utf8")).toBe(text);
    expect((await run(folder, ["-q"])).stdout).not.toContain("read");
    expect(await run(folder, ["baseline", "create"])).toMatchObject({ code: 2, stderr: expect.stringContaining("exists already") as string });
    expect(readFileSync(join(folder, "known-violations.json"), "utf8")).toBe(text);
  });

  test("create writes the file that the configuration names, beside it", async () => {
    const folder = project({ "env-contract.json": '{ "baseline": "debt.json" }', "src/a.ts": HOST });
    expect(await run(folder, [])).toMatchObject({ code: 2, stderr: expect.stringContaining("env-contract baseline create") as string });
    expect(await run(join(folder, "src"), ["baseline", "create"])).toMatchObject({ code: 0 });
    expect(await run(folder, ["-q"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("create refuses without configuration and after an incomplete check", async () => {
    const without = project({ "src/a.ts": HOST });
    expect(await run(without, ["baseline", "create"])).toMatchObject({ code: 2, stderr: expect.stringContaining("no configuration") as string });
    const broken = project({ "env-contract.json": "{}", "src/a.ts": "const = process.env.A" });
    expect(await run(broken, ["baseline", "create"])).toMatchObject({ code: 2, stderr: expect.stringContaining("incomplete") as string });
    expect(existsSync(join(broken, "known-violations.json"))).toBe(false);
  });

  test("prune removes what is gone, prints it, and never adds", async () => {
    const folder = project({ "env-contract.json": "{}", "src/b.ts": BOTH, "known-violations.json": listed("src/b.ts: read ACME_HOST", "src/b.ts: read ACME_HOST", "src/gone.ts: read X") });
    const file = join(folder, "known-violations.json");
    const before = readFileSync(file, "utf8");
    const dry = await run(folder, ["baseline", "prune", "--dry-run"]);
    expect(dry).toMatchObject({ code: 1, stdout: "src/b.ts: read ACME_HOST\nsrc/gone.ts: read X\n" });
    expect(dry.stderr).toContain("would remove 2 entries");
    expect(readFileSync(file, "utf8")).toBe(before);
    const pruned = await run(folder, ["baseline", "prune"]);
    expect(pruned).toMatchObject({ code: 1, stdout: dry.stdout });
    expect(pruned.stderr).toContain("removed 2 entries");
    expect(pruned.stderr).toContain("read ACME_PORT: ");
    expect(readFileSync(file, "utf8")).toBe('[\n  "src/b.ts: read ACME_HOST"\n]\n');
    const again = await run(folder, ["baseline", "prune"]);
    expect(again.stderr).toContain("nothing to prune");
  });

  test("prune is exit 0 where nothing new is left, without a file, and with an empty one", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": "", "known-violations.json": listed("src/gone.ts: read X") });
    expect(await run(folder, ["baseline", "prune"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "known-violations.json"), "utf8")).toBe("[]\n");
    expect(await run(folder, ["baseline", "prune"])).toMatchObject({ code: 0, stdout: "" });
    rmSync(join(folder, "known-violations.json"));
    expect(await run(folder, ["baseline", "prune"])).toMatchObject({ code: 0, stdout: "" });
    expect(existsSync(join(folder, "known-violations.json"))).toBe(false);
  });

  test("prune refuses after an incomplete check and takes no paths", async () => {
    const text = listed("src/gone.ts: read X");
    const folder = project({ "env-contract.json": "{}", "src/a.ts": "const = process.env.A", "known-violations.json": text });
    expect(await run(folder, ["baseline", "prune"])).toMatchObject({ code: 2, stderr: expect.stringContaining("src/a.ts:1:7") as string });
    expect(await run(folder, ["baseline", "prune", "src"])).toMatchObject({ code: 2, stderr: expect.stringContaining("too many arguments") as string });
    expect(readFileSync(join(folder, "known-violations.json"), "utf8")).toBe(text);
  });
});

describe("without a configuration", () => {
  test("three kinds run, and stderr says how the project stands", async () => {
    const folder = project({ "package.json": "{}", "src/a.ts": `import { config } from "dotenv";\nimport { z } from "zod";\nconfig();\nexport const port = z.string().parse(process.env.PORT);\n${HOST}`, "src/b.ts": HOST });
    const { code, stdout, stderr } = await run(folder, []);
    expect(code).toBe(1);
    expect(lines(stdout)).toEqual(["src/a.ts: read ACME_HOST", "src/a.ts: read PORT", "src/a.ts: whole-environ <load>", "src/b.ts: read ACME_HOST"]);
    for (const word of ["no configuration", "3 read, 1 whole-environ", "2 names read, most often ACME_HOST (2), PORT (1)", "dotenv in src/a.ts", "zod in src/a.ts", "env-contract.json"]) expect(stderr).toContain(word);
    expect((await run(folder, ["-q"])).stderr).toBe("");
  });
});

describe("facts", () => {
  test("prints the facts of the files, one a line", async () => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST, "src/b.ts": BOTH });
    const { code, stdout, stderr } = await run(folder, ["facts"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect((JSON.parse(stdout) as { path: string }[]).map(({ path }) => path)).toEqual(["src/a.ts", "src/b.ts"]);
    expect(lines(stdout)).toHaveLength(4);
    expect((JSON.parse((await run(folder, ["facts", "src/b.ts"])).stdout) as { path: string }[]).map(({ path }) => path)).toEqual(["src/b.ts"]);
  });
});
