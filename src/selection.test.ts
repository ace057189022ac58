/** Selection only ever spares work: what is found is the same where every file is parsed and every import watched. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { rules } from "../rules/index.ts";
import { check } from "./check.ts";
import type { Means } from "./collect.ts";
import { unconfigured } from "./config.ts";
import { loadWorkspace } from "./config/workspace.ts";
import { selected } from "./files/discover.ts";
import { walk } from "./files/walk.ts";
import { line, placeOf } from "./verdict.ts";

const STAGES = ["extract", "link", "rules", "cli"];
const folders = (path: string): string[] => readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));

async function found(input: string, selection: NonNullable<Means["selection"]>): Promise<string[]> {
  const listing = await walk(input, "no-repository");
  const loaded = (await loadWorkspace({ cwd: input, config: null, list: () => Promise.resolve(listing.paths) })).workspace;
  const settings = { ...(await unconfigured(input)).settings, release: null };
  const workspace = loaded.top === input ? loaded : { top: input, configurations: [{ settings, folder: ".", covered: true }] };
  const { verdict } = await check({ workspace, rules, only: null, discovery: selected(workspace, listing), cwd: input, means: { selection } });
  return verdict.violations.map((one) => `${placeOf(one)}:${one.at.join(":")} ${line(one)} ${one.status} ${one.timing}`);
}

describe.each(STAGES)("fixtures of %s", (stage) => {
  test.each(folders(join("fixtures", stage)).map((path) => path.split(/[\\/]/).at(-1)!))("%s", async (group) => {
    for (const path of folders(join("fixtures", stage, group))) {
      const input = resolve(path, "input");
      expect(await found(input, "every"), path).toEqual(await found(input, "likely"));
    }
  });
});
