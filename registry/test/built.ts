import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** The folder of the registry package. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "env-contract-registry-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Packs the package as npm would publish it and unpacks it into `node_modules` of a folder; gives where it lies. Raises if the build is older than the source. */
export function installInto(folder: string): { readonly tarball: string; readonly installed: string } {
  checkBuilt();
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root, encoding: "utf8", shell: process.platform === "win32" })) as [{ filename: string }];
  const installed = join(folder, "node_modules/@env-contract/registry");
  mkdirSync(installed, { recursive: true });
  const tarball = join(folder, filename);
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
  return { tarball, installed };
}

/** Raises if the build is missing or older than the source. */
export function checkBuilt(): void {
  const age = (file: string): number => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const built = Math.min(age("dist/index.js"), age("dist/cjs/package.json"));
  const newer = sources().find((file) => age(file) > built);
  if (newer) throw new Error(`registry/dist is older than ${newer}: run npm run build --workspace registry`);
}

/** The `tsc` of an installed TypeScript, by package name. */
export function compiler(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), "bin/tsc");
}

/** The TypeScript versions that the package is proven with, by package name. */
export const COMPILERS = ["typescript", "typescript-5.9", "typescript-7"] as const;

function sources(): string[] {
  return ["package.json", "tsconfig.json", "tsconfig.cjs.json", ...readdirSync(join(root, "src")).filter((file) => !file.endsWith(".test.ts")).map((file) => `src/${file}`)];
}
