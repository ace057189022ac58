/** What `init` writes for one package of a tree. Pure. */
import { posix } from "node:path";
import { declare } from "../infer/declare.ts";
import type { Declaration, Usage } from "../infer/usage.ts";
import type { Access } from "../linked.ts";
import { namesIn, prefixOf } from "./names.ts";
import { configurationText, registryText } from "./texts.ts";

/** One package, as it stands today; paths are relative to the top of the tree. */
export interface Scene {
  /** Its folder, "." at the top. */
  readonly folder: string;
  /** What it calls itself. */
  readonly project: string;
  readonly files: readonly string[];
  readonly accesses: readonly Access[];
  /** Files of it that cannot be parsed. */
  readonly broken: readonly string[];
  /** Which patterns of INSTALLED match files of it. */
  readonly installed: readonly string[];
  /** Files that start at their top level what a `main` function holds. */
  readonly started: readonly string[];
  /** What a `.js` file is here. */
  readonly modules: "esm" | "commonjs";
  readonly exists: (path: string) => boolean;
  /** Where the tool's schema is found from the folder. */
  readonly schema: string;
}

export interface Plan {
  readonly folder: string;
  readonly prefix: string | null;
  /** Of the registry, from the top; null where the package owns no variable. */
  readonly registry: string | null;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly allowed: number;
  /** Files to write, from the top. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

export interface Choices {
  /** The prefix to use instead of the proposed one; null for none. */
  readonly prefix?: string | null;
}

/** What code in the whole tree makes of a variable: packages that share it declare it alike. */
export type UsagesOf = (name: string) => readonly Usage[];

/** The configuration and the registry that say what the package does today. */
export function planFor(scene: Scene, usagesOf: UsagesOf, choices: Choices): Plan {
  const { folder, project, files, accesses, exists } = scene;
  const { own, external } = namesIn(accesses);
  const prefix = choices.prefix === undefined ? prefixOf(own) : choices.prefix;
  const declarations = new Map(own.map((name) => [name, declare(name, usagesOf(name))]));
  const registry = own.length === 0 ? null : posix.join(folder, registryPath(folder, files, exists));
  const inside = (path: string): string => posix.relative(folder, path);
  const configuration = configurationText({
    schema: scene.schema,
    registry: registry === null ? null : inside(registry),
    prefix,
    entries: scene.started.map(inside),
    exclude: [...scene.installed, ...scene.broken.map(inside)],
    // A pattern that holds a name with the prefix would be refused.
    allow: external.filter(({ key }) => prefix === null || !clashes(key, prefix)),
    docs: registry === null ? [] : pagesFor(folder, exists),
  });
  return {
    folder,
    prefix,
    registry,
    declarations,
    allowed: external.length,
    files: [{ path: posix.join(folder, "env-contract.json"), text: configuration }, ...(registry === null ? [] : [{ path: registry, text: registryText({ project, prefix, declarations, modules: registry.endsWith(".ts") ? "esm" : scene.modules }) }])],
  };
}

/** A page of variables and one of the policy, under names that are free; at the top a section for agents besides. */
function pagesFor(folder: string, exists: (path: string) => boolean): object[] {
  const free = (names: readonly string[]): string[] => names.filter((name) => !exists(posix.join(folder, name))).slice(0, 1);
  return [
    ...free(["docs/env.md", "docs/environment.md", "docs/env-contract.md"]).map((file) => ({ file, format: "markdown" })),
    ...free(["docs/env-policy.md", "docs/env-contract-policy.md"]).map((file) => ({ file, format: "policy" })),
    ...(folder === "." ? [{ file: AGENTS, format: "policy" }] : []),
  ];
}

/** Code of others that Yarn puts into the repository: nobody here declares its variables, nor mends its reads. */
export const INSTALLED = ["**/.pnp.*", "**/.yarn/**"];

/** Where agents that write code look for the rules of a project. */
export const AGENTS = "AGENTS.md";

function clashes(key: string, prefix: string): boolean {
  const head = key.replace(/\*$/, "");
  return head.startsWith(prefix) || (key.endsWith("*") && prefix.startsWith(head));
}

/** A free path for the registry, beside the sources and in their language. */
function registryPath(folder: string, files: readonly string[], exists: (path: string) => boolean): string {
  const below = folder === "." ? "" : `${folder}/`;
  const source = files.some((file) => file.startsWith(`${below}src/`)) ? "src/" : "";
  const extension = files.some((file) => /\.[cm]?tsx?$/.test(file)) ? "ts" : "js";
  const names = ["envs", "env-registry", "env-contract.registry"];
  return names.map((name) => `${source}${name}.${extension}`).find((path) => !exists(below + path)) ?? `${source}env-contract.registry-2.${extension}`;
}
