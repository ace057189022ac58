import { expect, test } from "vitest";
import { isColoured } from "./colour.ts";
import type { ColourInput } from "./colour.ts";

const terminal: ColourInput = { flag: "auto", noColor: undefined, forceColor: undefined, term: "xterm-256color", terminal: true };
const pipe: ColourInput = { ...terminal, terminal: false };

test.each<[string, ColourInput, boolean]>([
  ["a terminal", terminal, true],
  ["a pipe", pipe, false],
  ["a dumb terminal", { ...terminal, term: "dumb" }, false],
  ["a terminal without TERM, as on Windows", { ...terminal, term: undefined }, true],
  ["NO_COLOR", { ...terminal, noColor: "1" }, false],
  ["NO_COLOR=0 is set all the same", { ...terminal, noColor: "0" }, false],
  ["an empty NO_COLOR says nothing", { ...terminal, noColor: "" }, true],
  ["FORCE_COLOR into a pipe", { ...pipe, forceColor: "1" }, true],
  ["FORCE_COLOR=true", { ...pipe, forceColor: "true" }, true],
  ["FORCE_COLOR=3", { ...pipe, forceColor: "3" }, true],
  ["an empty FORCE_COLOR forces", { ...pipe, forceColor: "" }, true],
  ["FORCE_COLOR=0", { ...terminal, forceColor: "0" }, false],
  ["FORCE_COLOR=false", { ...terminal, forceColor: "false" }, false],
  ["FORCE_COLOR=undefined is a slip: pipe", { ...pipe, forceColor: "undefined" }, false],
  ["FORCE_COLOR=undefined is a slip: terminal", { ...terminal, forceColor: "undefined" }, true],
  ["FORCE_COLOR beats a dumb terminal", { ...terminal, term: "dumb", forceColor: "1" }, true],
  ["NO_COLOR beats FORCE_COLOR", { ...terminal, noColor: "1", forceColor: "1" }, false],
  ["--color beats NO_COLOR", { ...pipe, flag: "always", noColor: "1" }, true],
  ["--no-color beats FORCE_COLOR", { ...terminal, flag: "never", forceColor: "1" }, false],
])("%s", (_, input, coloured) => {
  expect(isColoured(input)).toBe(coloured);
});
