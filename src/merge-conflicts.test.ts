/** Merges of branches that each mend something: whichever side of the baseline is taken, a prune leaves what a baseline made afresh would hold. With git itself, over random edits. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "./cli/testing.ts";
import { gitIn, plant, tree } from "./files/testing.ts";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const BASELINE = "known-violations.json";

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The files of a project: in each some reads, by name; null is one that is mended. */
type Project = Readonly<Record<string, readonly (string | null)[]>>;

/** Mended lines stay lines, and stand far enough apart for git to merge the code by itself. */
function sources(project: Project): Record<string, string> {
  const block = (name: string | null, index: number): string => `// ${index}\n//\n//\nexport const v${index} = () => ${name === null ? "0" : `process.env.${name}`};\n//\n//\n`;
  return Object.fromEntries(Object.entries(project).map(([path, reads]) => [path, reads.map(block).join("")]));
}

function invent(random: () => number): Project {
  const files = 1 + Math.floor(random() * 3);
  const names = ["MAIL_HOST", "MAIL_PORT", "MAIL_USER"];
  return Object.fromEntries(Array.from({ length: files }, (_, file) => [`src/${"abc"[file]}.ts`, Array.from({ length: 1 + Math.floor(random() * 5) }, () => names[Math.floor(random() * names.length)]!)]));
}

function mended(project: Project, random: () => number): Project {
  const share = random();
  return Object.fromEntries(Object.entries(project).map(([path, reads]) => [path, reads.map((name) => (random() < share ? null : name))]));
}

interface Merged {
  readonly folder: string;
  /** What git left of the baseline. */
  readonly left: "clean" | "conflict";
}

/** Two branches that mend something each and prune the baseline, merged; the code is as git merges it. */
async function merge(random: () => number, attributes: string): Promise<Merged> {
  const base = invent(random);
  const folder = tree({ "env-contract.json": "{}", ".gitattributes": attributes, ...sources(base) });
  folders.push(folder);
  gitIn(folder, "init", "-q");
  expect((await run(folder, "baseline", "create")).code).toBe(0);
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-qm", "base");
  for (const branch of ["ours", "theirs"]) {
    gitIn(folder, "checkout", "-q", "-b", branch, "main");
    plant(folder, sources(mended(base, random)));
    expect((await run(folder, "baseline", "prune")).code).toBe(0);
    gitIn(folder, "add", "-A");
    gitIn(folder, "commit", "-qm", branch, "--allow-empty");
  }
  gitIn(folder, "checkout", "-q", "ours");
  try {
    gitIn(folder, "merge", "-q", "--no-commit", "--no-ff", "theirs");
  } catch {
    expect(gitIn(folder, "diff", "--name-only", "--diff-filter=U")).toBe(`${BASELINE}\n`);
    return { folder, left: "conflict" };
  }
  return { folder, left: "clean" };
}

const text = (folder: string): string => readFileSync(join(folder, BASELINE), "utf8");

/** What a baseline made today would hold. */
async function fresh(folder: string): Promise<string> {
  const kept = text(folder);
  rmSync(join(folder, BASELINE));
  expect((await run(folder, "baseline", "create")).code).toBe(0);
  const made = text(folder);
  plant(folder, { [BASELINE]: kept });
  return made;
}

/** Prunes, and holds what that leaves. */
async function settle(folder: string): Promise<void> {
  expect((await run(folder, "baseline", "prune")).code).toBe(0);
  expect(text(folder)).toBe(await fresh(folder));
  expect(await run(folder, "check")).toMatchObject({ code: 0, stdout: "" });
  gitIn(folder, "add", BASELINE);
  gitIn(folder, "commit", "-qm", "merged");
}

const SEEDS = Array.from({ length: 8 }, (_, seed) => seed + 1);

describe("two branches that each mend something", () => {
  const seen = { clean: 0, conflict: 0 };

  test.each(SEEDS)("leave, after a prune of either side, what a fresh baseline holds (seed %i)", async (seed) => {
    const random = randomOf(seed);
    const { folder, left } = await merge(random, "");
    seen[left] += 1;
    if (left === "conflict") {
      expect(await run(folder, "baseline", "prune")).toMatchObject({ code: 2, stderr: expect.stringContaining("merge conflict") as string });
      gitIn(folder, "checkout", random() < 0.5 ? "--ours" : "--theirs", BASELINE);
    }
    await settle(folder);
  });

  test("do so with conflicts and without", () => {
    expect(Math.min(seen.clean, seen.conflict)).toBeGreaterThan(0);
  });

  test.each(SEEDS.slice(0, 2))("never leave a marker in the file where git takes one side by itself (seed %i)", async (seed) => {
    const { folder } = await merge(randomOf(seed), `${BASELINE} text eol=lf -merge\n`);
    expect(JSON.parse(text(folder))).toBeInstanceOf(Array);
    await settle(folder);
  });
});
