/** Holds what docs/ci.md shows: each file is parsed by whom it is for, as far as that can be done here, and each command is run. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as actions from "@actions/workflow-parser/actions/action-parser";
import type * as workflows from "@actions/workflow-parser/workflows/workflow-parser";
import { buildSync } from "esbuild";
import picomatch from "picomatch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { run as runIn } from "./cli/testing.ts";
import type { Ran } from "./cli/testing.ts";
import { gitIn, plant, tree } from "./files/testing.ts";
import { FORMATS } from "./report/formats.ts";

const PAGE = readFileSync("docs/ci.md", "utf8");
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A service with an installed checker, one known violation and one stale entry. */
function service(): string {
  const folder = tree({
    "package.json": '{ "name": "shop", "version": "1.0.0" }',
    ".gitignore": "node_modules/\n",
    "env-contract.json": "{}",
    "src/server.ts": "export const host = () => process.env.SHOP_HOST;\n",
    "src/known.ts": "export const port = () => process.env.SHOP_PORT;\n",
    "known-violations.json": '[\n  "src/known.ts: read SHOP_PORT"\n]\n',
  });
  folders.push(folder);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(resolve("bin/env-contract.js"), join(folder, "node_modules/.bin/env-contract"));
  gitIn(folder, "init", "-q");
  gitIn(folder, "commit", "-qm", "Begin", "--allow-empty");
  gitIn(folder, "branch", "origin/main");
  gitIn(folder, "add", "-A");
  return folder;
}

type File = { readonly name: string; readonly content: string };

/** GitHub's own parsers, bundled: they import JSON in a way that Node refuses. Answers with what is wrong. */
async function parsers(): Promise<{ readonly action: (content: string) => string[]; readonly workflow: (content: string) => string[] }> {
  const folder = tree({});
  folders.push(folder);
  const from = "@actions/workflow-parser";
  const contents = `export * from "${from}/actions/action-parser"; export * from "${from}/workflows/workflow-parser"; export { NoOperationTraceWriter } from "${from}/templates/trace-writer";`;
  buildSync({ stdin: { contents, resolveDir: "." }, bundle: true, platform: "node", format: "esm", outfile: join(folder, "parsers.mjs"), logLevel: "error" });
  const bundle = (await import(/* @vite-ignore */ pathToFileURL(join(folder, "parsers.mjs")).href)) as typeof actions & typeof workflows & { readonly NoOperationTraceWriter: new () => Parameters<typeof actions.parseAction>[1] };
  const trace = new bundle.NoOperationTraceWriter();
  const faults = (of: (file: File, writer: never) => ReturnType<typeof actions.parseAction>) => (content: string): string[] => of({ name: "file.yml", content }, trace as never).context.errors.getErrors().map(({ message }) => message);
  return { action: faults(bundle.parseAction), workflow: faults(bundle.parseWorkflow) };
}

/** What platforms set. */
const VARIABLES: Readonly<Record<string, string>> = { $GITHUB_BASE_REF: "main", $CI_MERGE_REQUEST_DIFF_BASE_SHA: "HEAD" };

/** Runs a command line as a shell would, in this process: `npx` finds what is installed. */
async function run(command: string, cwd: string): Promise<Ran> {
  const words = command.replace(/^npx (?:--no -- )?/u, "").replaceAll('"', "").split(" ").map((word) => word.replace(/\$\w+/u, (name) => VARIABLES[name]!));
  expect(words[0], command).toBe("env-contract");
  return runIn(cwd, ...words.slice(1));
}

/** Says in a word what a command came to: it must have run, and found what there is. */
async function finds(command: string, cwd: string): Promise<void> {
  const { code, stdout } = await run(command, cwd);
  expect(code, command).toBe(1);
  expect(stdout, command).toContain("read SHOP_HOST");
}

/** The code blocks of the page, each after the name of the file that it is, if it is one. */
const BLOCKS = [...PAGE.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([^]*?)^```$/gmu)].map(([, file = "", language = "", text = ""]) => ({ file, language, text }));

function block(file: string): string {
  const [found, ...others] = BLOCKS.filter((one) => one.file === file);
  expect(others, file).toEqual([]);
  return found!.text;
}

test("the page holds the blocks that are tested here, and no other", () => {
  expect(BLOCKS.map(({ file, language }) => [language, file])).toEqual([
    ["sh", ""],
    ["yaml", ".github/workflows/env-contract.yml"],
    ["yaml", "step"],
    ["yaml", ".github/workflows/env-contract-scanning.yml"],
    ["yaml", ".gitlab-ci.yml"],
    ["sh", ".husky/pre-commit"],
    ["json", "package.json"],
    ["yaml", "lefthook.yml"],
    ["yaml", ".pre-commit-config.yaml"],
    ["yaml", ".pre-commit-config.yaml (local)"],
    ["json", "turbo.json"],
    ["json", "project.json"],
    ["sh", ""],
    ["gitattributes", ".gitattributes"],
    ["codeowners", "CODEOWNERS"],
  ]);
});

test("the table has every format", () => {
  expect([...PAGE.matchAll(/^\| `([a-z]+)` \|/gmu)].map(([, format]) => format).sort()).toEqual([...FORMATS].sort());
});

test("the first command writes both reports into a new folder", async () => {
  const folder = service();
  await finds(BLOCKS[0]!.text.trim(), folder);
  expect(JSON.parse(readFileSync(join(folder, "reports/env-contract.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  expect(readFileSync(join(folder, "reports/env-contract.xml"), "utf8")).toMatch(/^<\?xml /u);
});

describe("GitHub Actions", () => {
  let faults: Awaited<ReturnType<typeof parsers>>;
  beforeAll(async () => {
    faults = await parsers();
  });
  const stepsOf = (content: string): { readonly run?: string; readonly uses?: string; readonly with?: Readonly<Record<string, string>> }[] => (parse(content) as { jobs: Record<string, { steps: [] }> }).jobs["env-contract"]!.steps;

  test("its parser refuses what is no workflow", () => {
    expect(faults.workflow("on: pull_request\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n")).not.toEqual([]);
  });

  test.each([[".github/workflows/env-contract.yml"], [".github/workflows/env-contract-scanning.yml"]])("takes %s, whose commands find what there is", async (file) => {
    expect(faults.workflow(block(file))).toEqual([]);
    const folder = service();
    for (const { run: command } of stepsOf(block(file))) if (command !== undefined && command !== "npm ci") await finds(command, folder);
    const upload = stepsOf(block(file)).find(({ uses }) => uses?.startsWith("github/codeql-action/upload-sarif@"));
    if (upload !== undefined) expect(existsSync(join(folder, upload.with!["sarif_file"]!))).toBe(true);
  });

  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default: string; readonly required: boolean }>>;
    readonly runs: { readonly steps: readonly { readonly shell: string; readonly run: string; readonly env: Readonly<Record<string, string>> }[] };
  }
  const ACTION = readFileSync("action.yml", "utf8");

  test("takes the action, and the step that uses it", () => {
    expect(faults.action(ACTION)).toEqual([]);
    expect(faults.action(ACTION.replace("shell: bash", "shel: bash"))).not.toEqual([]);
    const step = block("step").split("\n").map((line) => `      ${line}\n`).join("");
    expect(faults.workflow(`on: pull_request\njobs:\n  env-contract:\n    runs-on: ubuntu-latest\n    steps:\n${step}`)).toEqual([]);
    const [used] = parse(block("step")) as [{ readonly with: object }];
    expect(Object.keys(used.with).filter((input) => !(input in (parse(ACTION) as Action).inputs))).toEqual([]);
  });

  /** Runs the script of the action as the runner does. */
  function act(folder: string, inputs: string): Ran {
    const [step] = (parse(ACTION) as Action).runs.steps;
    expect(step!.env).toEqual({ ENV_CONTRACT_ARGUMENTS: "${{ inputs.arguments }}" });
    const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step!.run], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter), HOME: folder, ENV_CONTRACT_ARGUMENTS: inputs, GITHUB_STEP_SUMMARY: join(folder, "summary.md"), npm_config_offline: "true" },
    });
    return { code: status!, stdout, stderr };
  }

  test("the action annotates, writes a summary and exits as the check does", () => {
    const folder = service();
    expect((parse(ACTION) as Action).inputs["arguments"]!.default).toBe("");
    const { code, stdout } = act(folder, "");
    expect(code).toBe(1);
    expect(stdout).toContain("::error file=src/server.ts,line=1,");
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain("✖ 1 new");
    expect(act(folder, "src/known.ts").code).toBe(0);
  });

  test("the action takes further arguments as words, never as script", () => {
    const folder = service();
    const [{ with: used }] = parse(block("step")) as [{ readonly with: Readonly<Record<string, string>> }];
    expect(act(folder, used["arguments"]!).code).toBe(1);
    expect(existsSync(join(folder, "env-contract.sarif"))).toBe(true);
    expect(act(folder, "src; touch pwned $(touch pwned) * `touch pwned`").code).toBe(2);
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });
});

describe("GitLab", () => {
  interface Job {
    readonly script: readonly string[];
    readonly artifacts: { readonly when: string; readonly reports: Readonly<Record<string, string>> };
  }

  test("gets the reports that the job keeps, also where it fails, and a proof in merge requests", async () => {
    const { "env-contract": { script, artifacts }, "env-contract-debt": debt } = parse(block(".gitlab-ci.yml")) as Readonly<Record<"env-contract" | "env-contract-debt", Job>>;
    const folder = service();
    expect(script[0]).toBe("npm ci");
    await finds(script[1]!, folder);
    expect(artifacts.when).toBe("always");
    expect(Object.keys(artifacts.reports)).toEqual(["codequality", "junit"]);
    expect(JSON.parse(readFileSync(join(folder, artifacts.reports["codequality"]!), "utf8"))).toHaveLength(1);
    expect(readFileSync(join(folder, artifacts.reports["junit"]!), "utf8")).toContain("<failure ");
    expect((await run(debt.script[1]!, folder)).stdout).toContain("known-violations.json: grown src/known.ts: read SHOP_PORT");
  });
});

describe("hooks", () => {
  const SOURCES = ["src/a.ts", "src/a.tsx", "a.mts", "a.cts", "a.js", "a.jsx", "a.mjs", "deep/er/a.cjs"];
  const CONTRACT = ["env-contract.json", "packages/a/env-contract.jsonc", "known-violations.json", "packages/a/known-violations.json"];

  test("husky: a commit is refused while something is new, and made once it is mended", () => {
    const folder = service();
    plant(folder, { ".husky/pre-commit": `#!/bin/sh\n${block(".husky/pre-commit")}` });
    chmodSync(join(folder, ".husky/pre-commit"), 0o755);
    gitIn(folder, "config", "core.hooksPath", ".husky");
    gitIn(folder, "add", "-A");
    expect(() => gitIn(folder, "commit", "-qm", "Add a read")).toThrow(/src\/server\.ts: read SHOP_HOST/u);
    plant(folder, { "src/server.ts": "export const host = () => 1;\n" });
    gitIn(folder, "add", "-A");
    gitIn(folder, "commit", "-qm", "Mend it");
    expect(gitIn(folder, "log", "--format=%s")).toBe("Mend it\nBegin\n");
  });

  test("lint-staged: the names of files follow the command", async () => {
    const [[glob, command] = []] = Object.entries((JSON.parse(block("package.json")) as { "lint-staged": Record<string, string> })["lint-staged"]);
    const folder = service();
    const [known, server] = ["src/known.ts", "src/server.ts"].map((path) => join(folder, path));
    await finds(`${command} ${server} ${known}`, folder);
    expect((await run(`${command} ${known}`, folder)).code).toBe(0);
    expect([...SOURCES, ...CONTRACT].filter((path) => !picomatch(glob!, { basename: true })(path))).toEqual([]);
    // lint-staged leaves these on disk: changes of files that are not staged, and files that are not added.
    plant(folder, { "env-contract.json": '{ "allow": { "SHOP_HOST": "Set by the container." } }', "src/scratch.ts": "export const key = () => process.env.SHOP_KEY;\n" });
    await finds(`${command} ${server}`, folder);
  });

  test("lefthook: the job runs on sources, configuration and baseline", async () => {
    const [job] = (parse(block("lefthook.yml")) as { "pre-commit": { jobs: { run: string; glob: string[] }[] } })["pre-commit"].jobs;
    await finds(job!.run, service());
    // As lefthook matches: the whole path, and `*` takes slashes too.
    const matches = picomatch(job!.glob, { bash: true });
    expect([...SOURCES, ...CONTRACT].filter((path) => !matches(path))).toEqual([]);
    expect(matches("README.md")).toBe(false);
  });

  test("pre-commit: the hook is one that the repository has, and runs", async () => {
    const manifest = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as { id: string; entry: string; files: string; pass_filenames: boolean }[];
    const [{ hooks } = { hooks: [] }] = (parse(block(".pre-commit-config.yaml")) as { repos: { hooks: { id: string }[] }[] }).repos;
    expect(hooks.map(({ id }) => id)).toEqual(manifest.map(({ id }) => id));
    const [{ hooks: own } = { hooks: [] }] = (parse(block(".pre-commit-config.yaml (local)")) as { repos: { hooks: typeof manifest }[] }).repos;
    for (const { entry, files, pass_filenames } of [...manifest, ...own]) {
      await finds(entry, service());
      expect(pass_filenames).toBe(false);
      expect([...SOURCES, ...CONTRACT, "package.json", "docs/env.md"].filter((path) => !new RegExp(files, "u").test(path))).toEqual([]);
    }
  });
});

describe("tasks that are cached", () => {
  const NEEDED = ["src/a.ts", "packages/web/src/a.tsx", "a.mjs", "env-contract.json", "packages/web/env-contract.jsonc", "known-violations.json", "packages/web/known-violations.json", "package.json", "packages/web/package.json", "tsconfig.json", "packages/web/tsconfig.base.json", "jsconfig.json", "pnpm-workspace.yaml"];
  const TURBO = (JSON.parse(block("turbo.json")) as { tasks: Record<string, { inputs: string[] }> }).tasks["//#env-contract"]!.inputs;
  const NX = (JSON.parse(block("project.json")) as { targets: Record<string, { inputs: string[]; command: string; cache: boolean }> }).targets["env-contract"]!;

  test.each([["Turborepo", TURBO], ["Nx", NX.inputs.map((input) => input.replace("{workspaceRoot}/", ""))]])("%s runs again where a source, a configuration or a baseline changed", (_name, inputs) => {
    const matches = picomatch(inputs);
    expect(NEEDED.filter((path) => !matches(path))).toEqual([]);
    expect(matches("README.md")).toBe(false);
  });

  test("the command of Nx is the check", async () => {
    await finds(NX.command, service());
    expect(NX.cache).toBe(true);
  });
});

describe("the repository", () => {
  let folder = "";
  beforeAll(() => {
    folder = service();
    plant(folder, { ".gitattributes": block(".gitattributes"), ".github/CODEOWNERS": block("CODEOWNERS") });
  });

  test("git takes one side of a baseline, in any folder, and keeps its line ends", () => {
    const attributes = execFileSync("git", ["check-attr", "merge", "text", "eol", "--", "packages/web/known-violations.json"], { cwd: folder, encoding: "utf8" });
    expect(attributes.split("\n").slice(0, 3).map((line) => line.split(": ").slice(1).join(" "))).toEqual(["merge unset", "text set", "eol lf"]);
  });

  test("CODEOWNERS are of files that a project has", () => {
    for (const line of block("CODEOWNERS").trim().split("\n")) expect(line).toMatch(/^(?:env-contract\.json|known-violations\.json|src\/envs\.ts) +@acme\/platform$/u);
  });
});
