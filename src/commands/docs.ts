/** `env-contract docs`: writes the generated blocks of the configured pages, or says which differ. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { docsInput } from "../docs/model.ts";
import { pageState } from "../docs/pages.ts";
import { amount } from "../report/summary.ts";
import type { Configuration } from "../settings.ts";
import { printable, UsageError } from "../verdict.ts";
import { analyse, incompleteness } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";

/** Writes every page of the run's configurations, each whole or not at all. With `check` it writes nothing; exit code 1 where a page differs. Throws a UsageError, before anything is written, for damaged markers and an incomplete check. */
export async function docs(manner: "write" | "check", bench: Bench): Promise<Outcome> {
  const { verdict, verdicts, viewOf } = await analyse([], bench);
  if (!verdict.complete) throw new UsageError(`the check is incomplete: ${incompleteness(verdict)}`, "correct that first: a page must not miss what could not be read");
  const states = [...verdicts].flatMap(([configuration, { parts }]) => pagesOf(configuration, parts[0]!.folder, docsInput(viewOf(configuration), configuration.settings)));
  if (states.length === 0) throw new UsageError("no page is configured", 'add to the configuration: "docs": [{ "file": "docs/env.md", "format": "markdown" }]');
  const stale = states.filter(({ before, after }) => before !== after);
  const { paint } = bench.stderr;
  if (manner === "check") {
    const stderr = stale.length === 0 ? `${paint.good(`✔ ${amount(states.length, "page")} up to date`)}\n` : `${paint.bad(`✖ ${amount(stale.length, "page")} out of date`)}\n${paint.dim("next")}  env-contract docs\n`;
    return { stdout: stale.map(({ shown, line, format }) => `${printable(shown)}:${line}: stale-docs ${format}\n`).join(""), stderr, code: stale.length === 0 ? 0 : 1 };
  }
  for (const { path, after } of stale) write(path, after);
  return { stdout: stale.map(({ shown }) => `${printable(shown)}\n`).join(""), stderr: `${paint.good(stale.length === 0 ? `✔ ${amount(states.length, "page")} up to date` : `✔ wrote ${amount(stale.length, "page")}`)}\n`, code: 0 };
}

interface State {
  readonly path: string;
  /** From the root of the run. */
  readonly shown: string;
  readonly format: string;
  readonly line: number;
  readonly before: string | null;
  readonly after: string;
}

function pagesOf({ settings }: Configuration, folder: string, input: ReturnType<typeof docsInput>): State[] {
  const twice = settings.docs.find(({ file }, index) => settings.docs.findIndex((one) => one.file === file) !== index);
  if (twice !== undefined) throw new UsageError(`${posix.join(folder, settings.file ?? "")} configures ${twice.file} twice`, "a page has one format: keep one of the two");
  return settings.docs.map((page) => {
    const path = join(settings.folder, page.file);
    const shown = posix.join(folder, page.file);
    const before = read(path, shown);
    const state = pageState(page, before, input);
    if (state.is === "fault") throw new UsageError(`${shown}:${state.line}: ${state.what}`, state.mend);
    return { path, shown, format: page.format, line: state.stale[0]?.[0] ?? 1, before, after: state.text };
  });
}

function read(path: string, shown: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return null;
    throw new UsageError(`${shown} cannot be read (${code})`, "name a file that can be read and written");
  }
}

/** Whole or not at all: a page is somebody's work. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.env-contract-new`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
