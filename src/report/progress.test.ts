import { expect, test } from "vitest";
import { progressLine } from "./progress.ts";

/** A run whose clock the test turns, and what a terminal shows of it. */
function watched(columns = 80) {
  let time = 0;
  let written = "";
  const line = progressLine({ write: (text) => void (written += text), columns, now: () => time });
  return {
    ...line,
    at: (milliseconds: number) => void (time = milliseconds),
    shown: () => written.split("\r\u001b[2K").at(-1),
    written: () => written,
  };
}

test("a run of less than a second shows nothing", () => {
  const run = watched();
  run.at(999);
  run.progress("reading", 5, 10);
  run.clear();
  expect(run.written()).toBe("");
});

test("a longer one tells stage, files done and all of them, ten times a second", () => {
  const run = watched();
  run.at(1_000);
  run.progress("reading", 1_234, 20_000);
  expect(run.shown()).toBe("reading 1,234 of 20,000 files");
  run.at(1_050);
  run.progress("reading", 1_300, 20_000);
  expect(run.shown()).toBe("reading 1,234 of 20,000 files");
  run.at(1_100);
  run.progress("parsing", 0, 1);
  expect(run.shown()).toBe("parsing 0 of 1 file");
});

test("is gone when it is cleared, and comes again", () => {
  const run = watched();
  run.at(1_000);
  run.progress("linking", 3, 3);
  run.clear();
  expect(run.shown()).toBe("");
  const before = run.written();
  run.clear();
  expect(run.written()).toBe(before);
  run.at(2_000);
  run.progress("linking", 3, 3);
  expect(run.shown()).toBe("linking 3 of 3 files");
});

test("never fills the last column of a narrow terminal", () => {
  const run = watched(12);
  run.at(1_000);
  run.progress("reading", 1_234, 20_000);
  expect(run.shown()).toBe("reading 1,2");
});
