/** Runs each command of `docs/baseline.md`, in its order, on one repository, and holds the output that the page shows. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../cli/testing.ts";
import { gitIn, plant, tree } from "../files/testing.ts";

const PAGE = readFileSync("docs/baseline.md", "utf8");

const reads = (...names: readonly string[]): string => names.map((name, index) => `export const f${index} = () => process.env.${name};\n`).join("");
const PADDING = "// A file of some length: git knows it again by what stands in it.\n".repeat(3);

const folder = tree({ "env-contract.json": "{}\n", "src/mail.ts": reads("SHOP_SMTP_HOST") + PADDING, "src/web.ts": reads("SHOP_PORT") });
gitIn(folder, "init", "-q");
commit();
afterAll(() => rmSync(folder, { recursive: true }));

function commit(): void {
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-q", "--allow-empty", "-m", "Change");
}

/** Makes what is committed the branch of others. */
function publish(): void {
  commit();
  gitIn(folder, "update-ref", "refs/remotes/origin/main", "HEAD");
}

interface Step {
  readonly command: string;
  readonly code?: number;
  /** What is done before. */
  readonly before?: () => void;
}

const STEPS: readonly Step[] = [
  { command: "env-contract baseline create" },
  { command: "env-contract baseline prune", before: () => plant(folder, { "src/web.ts": "export const port = 8080;\n" }) },
  { command: "git mv src/mail.ts src/mail/send.ts", before: () => (publish(), plant(folder, { "src/mail/index.ts": "export {};\n" })) },
  { command: "env-contract baseline move" },
  { command: "git mv src/mail src/post", before: commit },
  { command: "env-contract baseline move src/mail src/post" },
  {
    command: "env-contract check --against origin/main",
    code: 1,
    before: () => plant(folder, {
      "env-contract.json": JSON.stringify({ allow: { TZ: { reason: "Tests pin the zone.", files: ["test/**"] } } }),
      "test/zone.ts": reads("TZ"),
      "src/web.ts": reads("SHOP_TOKEN"),
      "known-violations.json": JSON.stringify(["src/post/send.ts: read SHOP_SMTP_HOST", "src/web.ts: read SHOP_TOKEN"]),
    }),
  },
  { command: "env-contract check --against origin/main --allow-new-baseline", before: () => (rmSync(join(folder, "known-violations.json")), publish(), plant(folder, { "known-violations.json": JSON.stringify(["src/post/send.ts: read SHOP_SMTP_HOST", "src/web.ts: read SHOP_TOKEN"]) })) },
  { command: "env-contract baseline upgrade --against origin/main", before: () => (plant(folder, { "known-violations.json": JSON.stringify(["src/post/send.ts: read SHOP_SMTP_HOST"]) }), publish()) },
  { command: "env-contract check --against origin/main --allow-upgrade", before: () => expect(readFileSync(join(folder, "known-violations.json"), "utf8")).toContain("SHOP_TOKEN") },
  { command: "env-contract check --changed", before: publish },
  { command: "env-contract check --changed origin/main" },
  { command: "env-contract check src --changed", code: 1, before: () => plant(folder, { "src/new.ts": reads("SHOP_ZONE") }) },
  { command: "env-contract check --staged" },
];

/** Each command, with the output that the page shows of the last one of its block. */
const COMMANDS = [...PAGE.matchAll(/```sh\n([^]*?)```(?:\n\n```text\n([^]*?)```)?/g)].flatMap(([, commands, shown]) => {
  const lines = commands!.trim().split("\n");
  return lines.map((command, index) => ({ command, shown: index === lines.length - 1 ? shown : undefined }));
});

test("the page shows the commands that are run here", () => {
  expect(COMMANDS.map(({ command }) => command)).toEqual(STEPS.map(({ command }) => command));
});

test.each(COMMANDS)("$command", async ({ command, shown }) => {
  const { before, code: expected = 0 } = STEPS.find((step) => step.command === command)!;
  before?.();
  const [program, ...argv] = command.split(" ");
  if (program === "git") return void gitIn(folder, ...argv);
  const { code, stdout } = await run(folder, ...argv);
  expect(code).toBe(expected);
  if (shown !== undefined) expect(stdout).toBe(shown);
});

test("the lists are what the page says by then", () => {
  expect(JSON.parse(readFileSync(join(folder, "known-violations.json"), "utf8"))).toEqual(["src/post/send.ts: read SHOP_SMTP_HOST", "src/web.ts: read SHOP_TOKEN"]);
});
