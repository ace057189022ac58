/** Every format of `check`, as the command line gives it: where files stand in the repository, and what a run that comes to no verdict says. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Io } from "./cli.ts";
import { runWith } from "./cli/testing.ts";
import type { Ran } from "./cli/testing.ts";
import type { GithubFacts } from "./environment.ts";
import { gitIn, plant, tree } from "./files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function project(files: Readonly<Record<string, string>>): string {
  const folder = tree(files);
  folders.push(folder);
  return folder;
}

const run = (cwd: string, argv: readonly string[], world: Partial<Io> = {}): Promise<Ran> => runWith(world, cwd, ...argv);

const MACHINE = ["json", "sarif", "gitlab", "junit"] as const;
const HOST = "export const host = () => process.env.ACME_HOST;\n";

/** A service in a folder of a repository: one violation of each state. */
function service(): string {
  const files = {
    "env-contract.json": '{ "allow": { "TZ": "Formats the dates of the log." } }',
    "src/server.ts": `${HOST}export const zone = () => process.env.TZ;\n`,
    "src/known.ts": HOST,
    "known-violations.json": '[\n  "src/gone.ts: read ACME_HOST",\n  "src/known.ts: read ACME_HOST"\n]\n',
  };
  const root = project(Object.fromEntries(Object.entries(files).map(([path, text]) => [`services/mail/${path}`, text])));
  gitIn(root, "init", "-q");
  return join(root, "services/mail");
}

/** The places that a document names, in order. */
const PLACES: Readonly<Record<"github" | "sarif" | "gitlab" | "junit", (text: string) => string[]>> = {
  github: (text) => [...text.matchAll(/^::\w+ file=([^,]*),line=(\d+)/gmu)].map(([, file, line]) => `${file}:${line}`),
  gitlab: (text) => (JSON.parse(text) as { location: { path: string; lines: { begin: number } } }[]).map(({ location }) => `${location.path}:${location.lines.begin}`),
  junit: (text) => [...text.matchAll(/ file="([^"]*)" line="(\d+)"/gu)].map(([, file, line]) => `${file}:${line}`),
  sarif: (text) =>
    (JSON.parse(text) as { runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }[] }[] }[] }).runs[0]!.results.map(({ locations: [one] }) => `${one!.physicalLocation.artifactLocation.uri}:${one!.physicalLocation.region.startLine}`),
};

describe.each(Object.entries(PLACES))("%s", (format, places) => {
  test("names files from the top of the repository, from wherever it runs", async () => {
    const folder = service();
    const { code, stdout } = await run(folder, ["-f", format, "-q"]);
    expect(code).toBe(1);
    expect(places(stdout).sort()).toEqual(["services/mail/known-violations.json:2", "services/mail/src/server.ts:1"]);
    expect((await run(join(folder, "src"), ["-f", format, "-q"])).stdout).toBe(stdout);
    expect((await run(join(folder, "../.."), ["-f", format, "-q", "--config", "services/mail/env-contract.json"])).stdout).toBe(stdout);
    expect((await run(folder, ["-f", format, "-q", "-o", `${format}=report`, "src"])).stdout).not.toBe("");
  });

  test("shows known and allowed on request", async () => {
    const { stdout } = await run(service(), ["-f", format, "-q", "--all"]);
    expect(places(stdout).sort()).toEqual(["services/mail/known-violations.json:2", "services/mail/src/known.ts:1", "services/mail/src/server.ts:1", "services/mail/src/server.ts:2"]);
  });

  test("without git names them from the workspace of the job, if they lie in it", async () => {
    const root = project({ "checkout/app/env-contract.json": "{}", "checkout/app/src/a.ts": HOST });
    const github = (workspace: string): GithubFacts => ({ summary: undefined, workspace, server: undefined, repository: undefined, revision: undefined });
    const shown = async (workspace: string): Promise<string[]> => places((await run(join(root, "checkout/app"), ["-f", format, "-q"], { github: github(workspace) })).stdout);
    expect(await shown(join(root, "checkout"))).toEqual(["app/src/a.ts:1"]);
    expect(await shown(join(root, "elsewhere"))).toEqual(["src/a.ts:1"]);
    expect(await shown("")).toEqual(["src/a.ts:1"]);
  });
});

describe.each(["github", ...MACHINE, "unix", "text"])("%s", (format) => {
  test("names what is stale, moved and grown", async () => {
    const folder = service();
    gitIn(folder, "add", "-A");
    gitIn(folder, "commit", "-qm", "Begin");
    plant(folder, { "known-violations.json": '[\n  "src/gone.ts: read ACME_HOST",\n  "src/known.ts: read ACME_HOST",\n  "src/other.ts: read ACME_PORT"\n]\n', "src/other.ts": "export const port = () => process.env.ACME_PORT;\n" });
    const { code, stdout, stderr } = await run(folder, ["-f", format, "--against", "HEAD"]);
    expect(code).toBe(1);
    expect(stdout).toContain("src/gone.ts: read ACME_HOST");
    expect(stdout).toContain("src/other.ts: read ACME_PORT");
    if (format === "json") expect(JSON.parse(stdout)).toMatchObject({ moved: [{ from: "src/gone.ts", to: "src/server.ts" }] });
    else expect(format === "text" ? stderr : stdout).toContain("moved from src/gone.ts to src/server.ts");
  });

  test("says of what is staged where it stands on disk", async () => {
    const folder = service();
    gitIn(folder, "add", "-A");
    const { code, stdout } = await run(folder, ["-f", format, "-q", "--staged"]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${format === "unix" || format === "text" || format === "json" ? "" : "services/mail/"}src/server.ts`);
    if (format === "json") expect(JSON.parse(stdout)).toMatchObject({ root: folder });
  });
});

describe("several configurations", () => {
  test.each(Object.entries(PLACES))("are told apart by %s", async (format, places) => {
    const root = project({ "packages/mail/env-contract.json": "{}", "packages/mail/src/a.ts": HOST, "packages/web/env-contract.json": "{}", "packages/web/src/a.ts": HOST, "packages/web/known-violations.json": '["src/b.ts: read A"]' });
    gitIn(root, "init", "-q");
    expect(places((await run(root, ["-f", format, "-q"])).stdout).sort()).toEqual(["packages/mail/src/a.ts:1", "packages/web/known-violations.json:1", "packages/web/src/a.ts:1"]);
  });
});

describe("reports to files", () => {
  test("come several at once, each the document that stdout would get, and overwrite those of the run before", async () => {
    const folder = service();
    const outputs = (["github", ...MACHINE] as const).flatMap((format) => ["-o", `${format}=reports/${format}.out`]);
    expect(await run(folder, ["chekc", ...outputs])).toMatchObject({ code: 2 });
    const { code, stdout } = await run(folder, [...outputs, "-f", "text"]);
    expect(code).toBe(1);
    expect(stdout).toBe("known-violations.json: stale src/gone.ts: read ACME_HOST\nsrc/server.ts: read ACME_HOST\n");
    for (const format of ["github", ...MACHINE]) expect(readFileSync(join(folder, "reports", `${format}.out`), "utf8"), format).toBe((await run(folder, ["-f", format])).stdout);
  });

  test("are whole documents of a run that comes to no verdict, too", async () => {
    const folder = project({ "env-contract.json": '{ "prefx": "ACME_" }', "src/a.ts": HOST });
    for (const format of ["github", ...MACHINE]) {
      const { code, stdout } = await run(folder, ["-f", format, "-o", `${format}=report`]);
      expect(code).toBe(2);
      expect(readFileSync(join(folder, "report"), "utf8"), format).toBe(stdout);
      expect(stdout).toContain("prefx");
      expect(stdout).toContain("did you mean");
      expect(stdout.endsWith("\n")).toBe(true);
    }
  });

  test("that cannot be written are exit 2, and the others say so", async () => {
    const folder = service();
    mkdirSync(join(folder, "taken"));
    const { code, stdout, stderr } = await run(folder, ["-f", "gitlab", "-o", "sarif=a.sarif", "-o", "junit=taken"]);
    expect(code).toBe(2);
    expect(stderr).toContain("cannot write the report taken (EISDIR)");
    expect(JSON.parse(stdout)).toMatchObject([{ check_name: "error" }]);
    expect(readFileSync(join(folder, "a.sarif"), "utf8")).toContain("cannot write the report taken");
  });
});

describe("an incomplete check", () => {
  test.each(["github", ...MACHINE])("is named by %s", async (format) => {
    const folder = project({ "env-contract.json": "{}", "src/broken.ts": "export const = process.env.A;\n" });
    const { code, stdout } = await run(folder, ["-f", format, "-q"]);
    expect(code).toBe(2);
    expect(stdout).toContain("src/broken.ts");
    expect(stdout).toContain("syntax");
  });
});

describe("a fault of the tool", () => {
  test.each(["github", ...MACHINE])("is a document of %s", async (format) => {
    const folder = project({ "env-contract.json": "{}", "src/a.ts": HOST });
    const broken = { name: "read", summary: "a read", why: "", instead: "", check: () => { throw new Error("boom"); } };
    const { code, stdout } = await run(folder, ["-f", format], { rules: [broken] });
    expect(code).toBe(2);
    expect(stdout).toContain("internal error");
    if (format !== "github" && format !== "junit") JSON.parse(stdout);
  });
});

describe("the summary of a job", () => {
  const step = (folder: string, rest: Partial<GithubFacts> = {}): { readonly github: GithubFacts } => ({ github: { summary: join(folder, "summary.md"), workspace: folder, server: "https://github.com", repository: "acme/mail", revision: "0a1b2c", ...rest } });
  const summary = (folder: string): string => readFileSync(join(folder, "summary.md"), "utf8");

  test("is added to what is there, with links into the repository", async () => {
    const folder = service();
    await run(folder, ["-f", "github"], step(folder));
    expect(summary(folder)).toContain("### env-contract: ✖ 1 new, 1 stale &#40;1 known, 1 allowed&#41;");
    expect(summary(folder)).toContain('<a href="https://github.com/acme/mail/blob/0a1b2c/services/mail/src/server.ts#L1">');
    expect(summary(folder)).toContain("* <code>env-contract baseline prune</code> removes the stale entries");
    await run(folder, ["-f", "github", "-q"], step(folder));
    expect(summary(folder).match(/^### /gmu)).toHaveLength(2);
  });

  test("is written for the format alone, and nowhere without a step", async () => {
    const folder = service();
    await run(folder, ["-o", "github=report"], step(folder));
    expect(() => summary(folder)).toThrow("ENOENT");
    expect((await run(folder, ["-f", "github"], step(folder, { summary: undefined }))).code).toBe(1);
    expect((await run(folder, ["-f", "github"], step(folder, { summary: "" }))).code).toBe(1);
  });

  test("names a mistake and how to mend it", async () => {
    const folder = service();
    expect((await run(folder, ["-f", "github", "--jsno"], step(folder))).code).toBe(2);
    expect(summary(folder)).toContain("✖ no verdict");
    expect(summary(folder)).toContain("unknown option");
  });

  test("that cannot be written is a notice, and changes no result", async () => {
    const folder = service();
    const { code, stderr } = await run(folder, ["-f", "github"], step(folder, { summary: join(folder, "none/summary.md") }));
    expect(code).toBe(1);
    expect(stderr).toMatch(/notice the summary of the step could not be written to .*ENOENT/u);
  });

  test("stderr is inert for the runner, which reads it too", async () => {
    const folder = project({ "env-contract.json": "{}", "##[error]x.ts": "\u0000\u0000binary", "a.ts": HOST });
    expect((await run(folder, ["-f", "github"])).stderr).toContain("skipped  #\u200b#[error]x.ts (binary)");
    expect((await run(folder, ["-f", "github", "none\n::add-mask::x"])).stderr).toContain("none\n:\u200b:add-mask::x");
  });
});
