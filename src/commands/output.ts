/** Writes what goes to files: reports that `-o` asked for, and the summary of a step. */
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "../verdict.ts";

/** Writes a report that `-o` asked for to the absolute `path`, whose folder need not exist; throws a UsageError where that fails, since somebody will read the file next. */
export async function writeReport(path: string, shown: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(`cannot write the report ${shown} (${reasonOf(error)})`, "name a file that can be written");
  }
}

/** Adds the page to the summary of a step at the absolute `path`; answers with a notice where that fails, since the check itself is not the worse for it. */
export async function appendSummary(path: string, page: string): Promise<string | null> {
  try {
    await appendFile(path, page);
    return null;
  } catch (error) {
    return `the summary of the step could not be written to ${path} (${reasonOf(error)})`;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
