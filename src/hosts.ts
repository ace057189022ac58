/** What is known about the platform and about libraries: which names lead to the environment, which calls stub, load or copy it. */

/** The runtime library; its builders may come from either entry. */
export const LIBRARY = /^@env-contract\/registry(\/types|\/testing)?$/;

/** Objects on the way to the environment. An environ carries its door. */
export type Host = "global" | "process" | "bun" | "deno" | "meta" | "require" | "report" | "share-env" | { readonly door: string };

/** The door of a parameter that some call gives the environment: what is read of it is told at that call. */
export const GIVEN = "<given>";

const PROCESS_ENV: Host = { door: "process.env" };

/** Names that nothing binds. */
export const GLOBALS: Readonly<Record<string, Host>> = {
  globalThis: "global", global: "global", window: "global", self: "global",
  process: "process", Bun: "bun", Deno: "deno", "import.meta": "meta", require: "require",
  [GIVEN]: { door: GIVEN },
};

/** Members of hosts that are hosts; `process.default` is the namespace of a CommonJS module taken as a default import. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, Host>>>> = {
  global: { globalThis: "global", global: "global", window: "global", self: "global", process: "process", Bun: "bun", Deno: "deno" },
  process: { env: PROCESS_ENV, default: "process", report: "report" },
  bun: { env: { door: "Bun.env" } },
  deno: { env: { door: "Deno.env" } },
  meta: { env: { door: "import.meta.env" } },
};

/** Members of the global object and of `process` that lead on; taking any other one leads nowhere. */
export const LEADING_MEMBERS: ReadonlySet<string> = new Set([...Object.keys(GLOBALS), ...Object.values(MEMBERS).flatMap((members) => Object.keys(members)), "vi", "vitest", "getBuiltinModule", "loadEnvFile", "Reflect", "constructor", "prototype", "__proto__"]);

export function hostMember(host: Host, key: string): Host | null {
  if (typeof host === "object") return null;
  const members = MEMBERS[host];
  return members && Object.hasOwn(members, key) ? members[key]! : null;
}

/** Members of an environ that are no variables. */
export const CONSTANTS: Readonly<Record<string, readonly string[]>> = {
  "import.meta.env": ["MODE", "BASE_URL", "PROD", "DEV", "SSR"],
};

/** Opt-in doors by module: whether its exports are the variables themselves, or one export is the environ. */
export const OPT_IN_DOORS: Readonly<Record<string, "names" | "env">> = {
  "$env/static/private": "names", "$env/static/public": "names", "$env/dynamic/private": "env", "$env/dynamic/public": "env",
  "astro:env/server": "names", "astro:env/client": "names", "cloudflare:workers": "env",
};

/** The host that an export of a module is; `*` and `default` are the module itself. */
export function hostExport(from: string, name: string): Host | null {
  const module = from.replace(/^node:/, "");
  const self = name === "*" || name === "default";
  if (module === "process") return self ? "process" : hostMember("process", name);
  if (module === "bun") return self ? "bun" : hostMember("bun", name);
  if (module === "worker_threads" && name === "SHARE_ENV") return "share-env";
  const door = OPT_IN_DOORS[from];
  return (door === "env" && name === "env") || (door === "names" && self) ? { door: from } : null;
}

/** Modules whose import alone loads a file into the environment. */
export const LOADING_IMPORTS = new Set(["dotenv/config", "dotenv-flow/config", "dotenv-safe/config", "dotenv-defaults/config", "dotenv-expand/config", "@dotenvx/dotenvx/config"]);

/** What calling a function does to the environment; `name` and `names` say which argument holds the variables. */
export type Effect =
  | { readonly does: "load" }
  /** Loads everything only if the argument at `prefix` is an empty text. */
  | { readonly does: "load-all"; readonly prefix: number }
  | { readonly does: "stub"; readonly name: number }
  /** Reads the variable that the argument at `name` names, from an opt-in door. */
  | { readonly does: "read"; readonly name: number; readonly door: string }
  /** The argument is an object whose keys are the variables. */
  | { readonly does: "stub-keys"; readonly object: number };

const LOAD: Effect = { does: "load" };
const DOTENV = ["config", "configDotenv", "populate", "load"];

/** The effect of a function of a module, `name` dotted (`default.config`), or null. */
export function moduleEffect(from: string, dotted: string): Effect | null {
  const name = dotted.replace(/^(\*|default)\./, "");
  const whole = dotted === "default" || dotted === "*";
  switch (from.replace(/^node:/, "")) {
    case "dotenv":
    case "dotenv-safe":
    case "dotenv-flow":
    case "dotenv-defaults":
    case "dotenv-extended":
    case "@dotenvx/dotenvx":
      return DOTENV.includes(name) ? LOAD : null;
    case "dotenv-expand":
      return name === "expand" || whole ? LOAD : null;
    case "process":
      return name === "loadEnvFile" ? LOAD : null;
    case "@next/env":
      return name === "loadEnvConfig" ? LOAD : null;
    case "vite":
      return name === "loadEnv" ? { does: "load-all", prefix: 2 } : null;
    case "vitest":
      return name === "vi.stubEnv" || name === "vitest.stubEnv" ? { does: "stub", name: 0 } : null;
    case "astro:env/server":
      return name === "getSecret" ? { does: "read", name: 0, door: from } : null;
    case "mocked-env":
      return whole ? { does: "stub-keys", object: 0 } : null;
    default:
      return null;
  }
}

/** The effect of a call on names that nothing binds. */
export function globalEffect(dotted: string): Effect | null {
  if (dotted === "vi.stubEnv" || dotted === "vitest.stubEnv") return { does: "stub", name: 0 };
  if (dotted === "process.loadEnvFile") return LOAD;
  return null;
}

/** Functions that stub one member of an object: `stub(object, "X")`. Their last name tells them apart. */
export const MEMBER_STUBS = new Set(["stub", "replace", "replaceProperty", "property", "define", "spyOn", "replaceGetter", "stubProperty", "stubObject"]);

/** Libraries whose `get`, `has` and `pick` take an object first and a path second. */
export const UTILITY_LIBRARIES = /^(lodash|lodash-es|es-toolkit|es-toolkit\/compat|es-toolkit\/object|ramda|lodash\/(get|has|pick)|lodash\.(get|has|pick)|lodash-es\/(get|has|pick))(\.js)?$/;

/** Globals that are recorded only where a stub is called on them. */
export const STUB_GLOBALS: Readonly<Record<string, readonly string[]>> = { vi: ["stubEnv"], vitest: ["stubEnv"] };
/** Imported names that are recorded only where one of these members follows (every use where the list is null). */
export function watchedExport(from: string, name: string): readonly string[] | null | undefined {
  const module = from.replace(/^node:/, "");
  if (module === "vitest") return name === "vi" || name === "vitest" || name === "*" ? ["stubEnv", "vi"] : undefined;
  if (module === "vite") return name === "loadEnv" ? null : name === "*" ? ["loadEnv"] : undefined;
  if (module === "astro:env/server") return name === "getSecret" ? null : undefined;
  if (/^(process|bun|module|mocked-env|@next\/env|dotenv(-\w+)?|@dotenvx\/dotenvx)$/.test(module)) return null;
  if (module === "worker_threads") return name === "SHARE_ENV" ? null : name === "*" || name === "default" ? ["SHARE_ENV"] : undefined;
  return undefined;
}

/** Methods that change the list, map or set that they are called on. */
export const MUTATORS: ReadonlySet<string> = new Set(["push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin", "set", "add", "delete", "clear"]);

/** Functions that start a process or worker with an environment. */
export const CHILD_STARTERS = /^(spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|execa|execaSync|execaCommand|execaNode|\$)$/;

/** Prefixes whose variables bundlers write into what every visitor downloads. */
export const INLINED_PREFIXES: readonly string[] = ["NEXT_PUBLIC_", "VITE_", "REACT_APP_", "PUBLIC_", "EXPO_PUBLIC_", "NUXT_PUBLIC_", "GATSBY_"];
