import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bool, defineEnvs, EnvVarError, float, int } from "../src/index.ts";

type Row = readonly [type: "bool" | "int" | "float", text: string, answer: string | boolean | null];

const rows = JSON.parse(readFileSync(new URL("parse-table.json", import.meta.url), "utf8")) as Row[];
const source: Record<string, string> = {};
const envs = defineEnvs({ bool: bool({ required: true, category: "c" }), int: int({ required: true, category: "c" }), float: float({ required: true, category: "c" }) }, { categories: ["c"], source });

describe("Python's answers", () => {
  test("are at least 2,000, of each type some that are accepted and some that are not", () => {
    expect(rows.length).toBeGreaterThan(2000);
    for (const type of ["bool", "int", "float"]) {
      const answers = rows.filter((row) => row[0] === type).map((row) => row[2]);
      expect(answers.filter((answer) => answer === null).length).toBeGreaterThan(40);
      expect(answers.filter((answer) => answer !== null).length).toBeGreaterThan(40);
    }
  });

  test.each(["bool", "int", "float"] as const)("are ours for %s", (type) => {
    const wrong = rows.filter((row) => row[0] === type).flatMap(([, text, answer]) => (Object.is(read(type, text), expected(type, text, answer)) ? [] : [{ text, answer, ours: read(type, text) }]));
    expect(wrong).toEqual([]);
  });
});

function read(type: Row[0], text: string): unknown {
  source[type] = text;
  try {
    return envs[type].get();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvVarError);
    return null;
  }
}

// Refused on purpose: digits and blanks beyond ASCII, and integers that a number cannot hold.
function expected(type: Row[0], text: string, answer: Row[2]): unknown {
  if (answer === null || /[^\0-\x7f]/.test(text)) return null;
  if (typeof answer === "boolean") return answer;
  if (type === "int") return Number.isSafeInteger(Number(answer)) ? Number(answer) : null;
  return { inf: Infinity, "-inf": -Infinity, nan: NaN }[answer] ?? Number(answer);
}
