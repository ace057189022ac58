import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkBuilt, compiler, COMPILERS, root } from "./built.ts";

const folder = join(root, "test/types");

describe.each(COMPILERS)("%s", (name) => {
  test("infers what inference.ts states, and refuses each marked line of errors.ts for its own reason", () => {
    checkBuilt();
    const { stdout, error } = spawnSync(process.execPath, [compiler(name), "-p", folder, "--pretty", "false"], { cwd: folder, encoding: "utf8" });
    if (error) throw error;
    const found = diagnosticsOf(stdout);
    const marks = marksOf(readFileSync(join(folder, "errors.ts"), "utf8"));
    const judged = found.map(({ place, code, message }) => {
      const mark = marks.get(place);
      return { place, fits: mark !== undefined && mark.codes.includes(code) && message.includes(mark.text), ...(mark ? {} : { code, message }) };
    });
    expect(judged.filter(({ fits }) => !fits)).toEqual([]);
    expect(found.map(({ place }) => place)).toEqual([...marks.keys()]);
  });
});

function diagnosticsOf(output: string): { place: string; code: string; message: string }[] {
  const found: { place: string; code: string; message: string }[] = [];
  for (const line of output.split(/\r?\n/)) {
    const [, file, at, code, message] = /^(\S+)\((\d+),\d+\): error TS(\d+): (.*)$/.exec(line) ?? [];
    if (file && at && code) found.push({ place: `${file}:${at}`, code, message: message ?? "" });
    else if (found.length > 0) found.at(-1)!.message += `\n${line}`;
    else if (line !== "") found.push({ place: "output", code: "", message: line });
  }
  return found;
}

/** `//= 2322|2345 a part of the message`, by line. */
function marksOf(source: string): Map<string, { codes: string[]; text: string }> {
  const marks = new Map<string, { codes: string[]; text: string }>();
  source.split("\n").forEach((line, index) => {
    const [, codes, text] = /\/\/= ([\d|]+) ?(.*)$/.exec(line) ?? [];
    if (codes) marks.set(`errors.ts:${index + 1}`, { codes: codes.split("|"), text: text ?? "" });
  });
  return marks;
}
