import { writeFile } from "node:fs/promises";
import { UsageError } from "../verdict.ts";

/** Writes a report that `-o` asked for to the absolute `path`; throws a UsageError where that fails, since somebody will read the file next. */
export async function writeReport(path: string, shown: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`cannot write the report ${shown} (${code})`, code === "ENOENT" ? "create its folder first" : "name a file that can be written");
  }
}
