/** The least that a tool built on the TypeScript parser can do: load it, parse the files of a list, and (`walk`) visit each node. */
import { readFileSync } from "node:fs";
import { ts } from "ts-morph";

const [list, walks] = process.argv.slice(2);
const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
let nodes = 0;
for (const path of readFileSync(list, "utf8").split("\n").filter((line) => line !== "")) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), options, false);
  if (walks !== "walk") continue;
  const stack = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    nodes++;
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}
if (walks === "walk" && nodes === 0) process.exitCode = 1;
