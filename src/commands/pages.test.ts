/** Runs each command of `docs/contract.md` on the example, and holds the output that the page shows. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runWith } from "../cli/testing.ts";
import { gitIn, tree } from "../files/testing.ts";

const PAGE = readFileSync("docs/contract.md", "utf8");
const ENVIRON: Readonly<Record<string, string>> = { HOME: "/home/ada", ACME_LOG_LEVEL: "DEBUG", ACME_PORT: "0", ACME_MAIL_HOST: "mail.example.org", ACME_SMTP_PASSWORD: "canary", NODE_ENV: "production" };

/** What the text tells: the example before and after. */
const folder = tree({});
cpSync("fixtures/example", folder, { recursive: true });
gitIn(folder, "init", "-q");
gitIn(folder, "add", "-A");
gitIn(folder, "commit", "-qm", "Release 3.0.0");
gitIn(folder, "tag", "v3.0.0");
const registry = join(folder, "src/envs.ts");
const changed = readFileSync(registry, "utf8").replace("default: 8025", "default: 2525").replace("ACME_QUEUE_LIMIT: int({", 'ACME_QUEUE_SIZE: int({ aliases: ["ACME_QUEUE_LIMIT"],');
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string): ReturnType<typeof runWith> => runWith({ variable: (name) => ENVIRON[name] }, folder, ...command.split(" ").slice(1));

/** Each block of commands, with the output that follows it. */
const BLOCKS = [...PAGE.matchAll(/```sh\n([^]*?)```(?:\n\n```text\n([^]*?)```)?/g)].map(([, commands, shown]) => ({ commands: commands!.trim().split("\n"), shown }));

test("the page shows every command of the three, and nothing else", () => {
  expect(new Set(BLOCKS.flatMap(({ commands }) => commands.map((command) => command.split(" ")[1])))).toEqual(new Set(["inventory", "diff", "info"]));
});

test.each(BLOCKS)("$commands", async ({ commands, shown }) => {
  if (commands.some((command) => command.includes("v3.0.0"))) writeFileSync(registry, changed);
  for (const command of commands) {
    const { code, stdout } = await run(command);
    expect(code, command).toBe(command.includes("--fail-unclassified") ? 1 : 0);
    if (command.includes("json")) expect(JSON.parse(stdout), command).toMatchObject({ version: 1 });
    if (command === commands.at(-1) && shown !== undefined) expect(stdout).toBe(shown);
    expect(stdout).not.toContain("canary");
  }
});
