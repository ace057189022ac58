import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkBuilt, root } from "./built.ts";

interface Row {
  readonly name: string;
  readonly nanoseconds: number;
  readonly factor: number;
}

test.each([40, 1000, 5000])("with %d variables set, get() costs at most 1.4 times a bare read and its parse", (variables) => {
  checkBuilt();
  const rows = JSON.parse(execFileSync(process.execPath, [join(root, "bench/get.mjs"), String(variables), "--json"], { encoding: "utf8" })) as Row[];
  expect([...new Set(rows.map(({ name }) => name.split(/[ ,]/)[0]))]).toEqual(["bare", "registry", "env-var", "envalid", "t3-env"]);
  for (const { name, factor } of rows.filter((row) => row.name.startsWith("registry"))) expect({ name, cheap: factor <= 1.4 ? "yes" : factor }).toEqual({ name, cheap: "yes" });
});
