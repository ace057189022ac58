import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkBuilt, root } from "./built.ts";

interface Row {
  readonly name: string;
  readonly nanoseconds: number;
}

// Times belong to the benchmark, whose machine is quiet; what it compares is held here.
test("the benchmark of reads compares the library with a bare read and with its peers", () => {
  checkBuilt();
  const rows = JSON.parse(execFileSync(process.execPath, [join(root, "bench/get.mjs"), "40", "--json"], { encoding: "utf8" })) as Row[];
  expect([...new Set(rows.map(({ name }) => name.split(/[ ,]/)[0]))]).toEqual(["bare", "registry", "env-var", "envalid", "t3-env"]);
  expect(rows.filter(({ nanoseconds }) => !(nanoseconds > 0 && Number.isFinite(nanoseconds)))).toEqual([]);
});
