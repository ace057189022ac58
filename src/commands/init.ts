/** `env-contract init`: adopts the policy on code as it is. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { collect, scanOf, textOf } from "../collect.ts";
import type { Collected } from "../collect.ts";
import { markers } from "../docs/blocks.ts";
import { selected } from "../files/discover.ts";
import { packageFolders } from "../files/packages.ts";
import { matcher } from "../globs.ts";
import { usagesIn } from "../infer/usages.ts";
import type { Usage } from "../infer/usage.ts";
import { withScript } from "../init/manifest.ts";
import { AGENTS, INSTALLED, planFor } from "../init/plan.ts";
import type { Choices, Plan, Scene } from "../init/plan.ts";
import { amount } from "../report/summary.ts";
import { patchOf } from "../rewrite/files.ts";
import type { Workspace } from "../settings.ts";
import { byCodeUnit, printable, UsageError } from "../verdict.ts";
import { readWorkspace } from "./analyse.ts";
import { baselineCreate } from "./baseline.ts";
import type { Bench, Outcome } from "./bench.ts";
import { docs } from "./docs.ts";
import { checkCommand } from "./check.ts";

export interface InitRequest {
  /** `asks` on a terminal, `writes` at once, or only `shows` what it would write. */
  readonly manner: "asks" | "writes" | "shows";
}

/** Writes a configuration, a registry and a baseline for each package that reads the environment; never overwrites. Throws a UsageError where there is a configuration already, or nobody to ask. */
export async function init({ manner }: InitRequest, bench: Bench): Promise<Outcome> {
  const { ask } = bench;
  if (manner === "asks" && ask === null) throw new UsageError("init asks before it writes, and this is no terminal", "add --yes to take what it proposes, or --dry-run to see it");
  const { workspace, listing } = await readWorkspace(bench, (settings) => ({ ...settings, exclude: [...settings.exclude, ...INSTALLED] }));
  const configured = workspace.configurations.find(({ settings }) => settings.file !== null);
  if (configured !== undefined) throw new UsageError(`${posix.join(configured.folder, configured.settings.file ?? "")} is there already`, "init never overwrites: change that configuration, or delete it first");
  const discovery = selected(workspace, listing);
  if (discovery.files.length === 0) throw new UsageError(`no source file found in ${workspace.top}`, "run it in the project's folder, or name one with -C");
  const collected = collect(workspace, discovery, "registry", { progress: bench.progress });
  const scenes = scenesOf(workspace, packageFolders(scanOf(workspace, discovery)), collected, listing.paths);
  if (scenes.length === 0) return { stdout: "", stderr: `${bench.stderr.paint.good("✔ no code here uses the environment")}: there is nothing to adopt\n`, code: 0 };
  const usagesOf = usagesAcross(workspace, collected);
  const plan = (choices: Choices): Plan[] => scenes.map((scene) => planFor(scene, usagesOf, choices));
  let plans = plan({});
  if (manner === "asks") {
    const answer = await dialogue(plans, bench, ask!);
    if (answer === null) return { stdout: "", stderr: "nothing written\n", code: 0 };
    plans = plan(answer);
  }
  const changes = changesOf(plans, workspace.top);
  if (manner === "shows") return { stdout: changes.map((change) => patchOf({ ...change, shown: change.path })).join(""), stderr: `${told(plans, collected, bench)}nothing written: without --dry-run the baseline is written too\n`, code: 0 };
  return write(changes, { plans, collected, workspace, bench });
}

/** One for each package with code that uses the environment. */
function scenesOf({ top }: Workspace, folders: readonly string[], { linked, named, unparsed, files }: Collected, paths: readonly string[]): Scene[] {
  const exists = (path: string): boolean => existsSync(join(top, path));
  const packageOf = (path: string): string => folders.find((folder) => folder === "." || path.startsWith(`${folder}/`)) ?? ".";
  const used = new Set(linked.accesses.map(({ site }) => packageOf(site.path)));
  const roots = [...used].sort((a, b) => byCodeUnit(a === "." ? "" : a, b === "." ? "" : b));
  return roots.map((folder) => {
    const manifest = manifestOf(join(top, folder));
    const own = [...named.keys()].filter((path) => packageOf(path) === folder);
    const accesses = linked.accesses.filter(({ site }) => packageOf(site.path) === folder);
    const started = files.filter(({ path }) => packageOf(path) === folder && MAIN.test(textOf(top, path) ?? "")).map(({ path }) => path);
    return {
      folder,
      project: typeof manifest.name === "string" && manifest.name !== "" ? manifest.name : basename(join(top, folder)),
      files: own,
      accesses,
      installed: INSTALLED.filter((pattern) => paths.some((path) => packageOf(path) === folder && matcher([pattern])(path))),
      modules: manifest.type === "module" ? "esm" : "commonjs",
      broken: unparsed.filter(({ path }) => packageOf(path) === folder).map(({ path }) => path).sort(byCodeUnit),
      started: started.sort(byCodeUnit),
      exists,
      schema: `${folder === "." ? "." : posix.relative(folder, ".")}/node_modules/env-contract/schema.json`,
    };
  });
}

/** A module that calls its own `main` is a program. */
const MAIN = /^(?:void |await )?main\(.*\)(?:\.(?:catch|then|finally)\(|;|$)/m;

function manifestOf(folder: string): { readonly name?: unknown; readonly type?: unknown } {
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) ?? {}) as { readonly name?: unknown; readonly type?: unknown };
  } catch {
    return {};
  }
}

/** What all code of the tree makes of each variable; files are parsed again, one after the other. */
function usagesAcross({ top }: Workspace, { linked }: Collected): (name: string) => readonly Usage[] {
  const reads = linked.accesses.filter(({ kind }) => kind === "read");
  const all = new Map<string, Usage[]>();
  for (const path of new Set(reads.map(({ site }) => site.path))) {
    const text = textOf(top, path);
    if (text === null) continue;
    const accesses = reads.filter(({ site }) => site.path === path).map(({ name, form, site }) => ({ name, form, at: site.at }));
    for (const [name, usages] of usagesIn({ path, text }, accesses)) all.set(name, [...(all.get(name) ?? []), ...usages]);
  }
  return (name) => all.get(name) ?? [];
}

type Ask = NonNullable<Bench["ask"]>;

async function dialogue(plans: readonly Plan[], bench: Bench, ask: Ask): Promise<Pick<Choices, "prefix"> | null> {
  const [only] = plans;
  const { paint } = bench.stderr;
  const found = plans.map((plan) => `  ${plan.folder}: ${amount(plan.declarations.size, "variable")} of its own, ${plan.allowed} of others\n`).join("");
  const lead = `${paint.bold("what the code reads")}\n${found}`;
  if (plans.length > 1 || only === undefined) return isYes(await ask(`${lead}write a configuration for each? [Y/n] `)) ? {} : null;
  const proposed = only.prefix ?? "none";
  const answer = (await ask(`${lead}prefix of your own variables [${proposed}]: `)).trim();
  const prefix = answer === "" || answer === proposed ? only.prefix : answer === "none" ? null : answer;
  return isYes(await ask("write the configuration, the registry and the baseline? [Y/n] ")) ? { prefix } : null;
}

function isYes(answer: string): boolean {
  return /^(?:y|yes|)$/iu.test(answer.trim());
}

interface Change {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** New files, package.json with the script, and AGENTS.md with a section where there is one. */
function changesOf(plans: readonly Plan[], top: string): Change[] {
  const created = plans.flatMap(({ files }) => files.map(({ path, text }) => ({ path, before: null, after: text })));
  const manifest = join(top, "package.json");
  const before = readIfThere(manifest);
  const after = before === null ? null : withScript(before);
  const agents = readIfThere(join(top, AGENTS));
  const isTold = plans.some(({ folder, registry }) => folder === "." && registry !== null);
  return [
    ...created,
    ...(after === null ? [] : [{ path: "package.json", before, after }]),
    // The section is written by `docs`, between these markers.
    ...(agents === null || !isTold || agents.includes("env-contract:begin") ? [] : [{ path: AGENTS, before: agents, after: `${agents.trimEnd()}\n\n## Environment variables\n\n${markers("html").join("\n")}\n` }]),
  ];
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

interface Written {
  readonly plans: readonly Plan[];
  readonly collected: Collected;
  readonly workspace: Workspace;
  readonly bench: Bench;
}

async function write(changes: readonly Change[], { plans, collected, workspace, bench }: Written): Promise<Outcome> {
  const { top } = workspace;
  for (const { path, before, after } of changes) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), after, { flag: before === null ? "wx" : "w" });
  }
  const there = { ...bench, cwd: top, config: null };
  const pages = plans.some(({ registry }) => registry !== null) ? (await docs("write", there)).stdout : "";
  const created = await baselineCreate(there);
  const checked = await checkCommand({ paths: [], format: "text", outputs: [], extent: "new", manner: "telling", stand: "work-tree", changed: null, against: null, commands: [] }, there);
  const { paint } = bench.stderr;
  const list = changes.map(({ path, before }) => `  ${before === null ? "wrote" : "changed"}   ${printable(path)}\n`).join("");
  const written = pages.split("\n").filter((path) => path !== "" && !changes.some((change) => change.path === path)).map((path) => `  wrote   ${path}\n`).join("");
  const next = [
    "npm install --save-dev env-contract && npm install @env-contract/registry",
    "read the registry: types and defaults are what the code made of them; say what each variable is for",
    "commit it all, and run env-contract check in CI",
  ];
  const steps = next.map((text, index) => `${index === 0 ? paint.dim("next") : "    "}  ${text}\n`).join("");
  return { stdout: checked.stdout, stderr: `${told(plans, collected, bench)}${list}${written}${created.stderr.replace(/^.*next.*\n/mu, "")}${checked.stderr}${steps}`, code: checked.code };
}

/** What was found, in a few lines. */
function told(plans: readonly Plan[], { unparsed }: Collected, bench: Bench): string {
  const { paint } = bench.stderr;
  const rows = plans.map(({ folder, prefix, declarations, allowed }) => `  ${printable(folder)}: ${amount(declarations.size, "variable")} declared${prefix === null ? "" : ` with the prefix ${prefix}`}, ${allowed} of others allowed\n`);
  const broken = unparsed.map(({ path, message }) => `${paint.warn("notice")} ${printable(path)} could not be parsed (${printable(message)}): it is excluded until it can\n`);
  return `${rows.join("")}${broken.join("")}`;
}
