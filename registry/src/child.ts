import { partsOf } from "./define.ts";
import type { AnyRegistry } from "./define.ts";
import { textOf, write } from "./state.ts";
import type { Environ } from "./state.ts";
import { toTexts } from "./with-env.ts";
import type { Settings } from "./with-env.ts";

/** What a child gets besides the usual: further variables by name (secrets too), and values of its own. */
export interface ChildEnvOptions {
  readonly names?: readonly string[];
  readonly extra?: Settings;
}

// What programs and shells need to start, find files and speak the user's language; names of other systems are not set, and cost nothing.
const POSIX = "PATH HOME USER LOGNAME SHELL PWD TERM COLORTERM TMPDIR TZ LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LC_COLLATE LC_NUMERIC LC_TIME LC_MONETARY XDG_RUNTIME_DIR";
const WINDOWS =
  "SystemRoot SystemDrive windir ComSpec PATHEXT Path TEMP TMP USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA ProgramData ProgramFiles ProgramFiles(x86) ProgramW6432 CommonProgramFiles NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE OS";

/** A new environment for a child process or worker: what it needs to start, the entries that are set and not secret, the variables named, and `extra`. Changes nothing. */
export function childEnv(envs: AnyRegistry, options: ChildEnvOptions = {}): Record<string, string> {
  const { entries, environ } = partsOf(envs);
  const from = environ();
  const { names = [], extra = {} } = options;
  const texts = toTexts(extra);
  const child: Environ = {};
  const copy = (name: string): void => {
    const text = textOf(from, name);
    if (text !== undefined) write(child, name, text);
  };
  for (const name of basicNames(from)) copy(name);
  for (const name of names) copy(name);
  for (const [name, entry] of Object.entries(entries)) {
    if (entry.options.secret && !names.includes(name)) continue;
    // Old names go along, so that the child sees what this process sees.
    for (const own of [name, ...(entry.options.aliases ?? []).map((alias) => (typeof alias === "string" ? alias : alias.name))]) copy(own);
  }
  for (const name of Object.keys(texts)) write(child, name, texts[name]);
  return child as Record<string, string>;
}

function basicNames(from: Environ): string[] {
  const wanted = new Set(`${POSIX} ${WINDOWS}`.split(" "));
  if (textOf(from, "SystemRoot") === undefined) return [...wanted];
  // Windows finds a variable in any case: take each once, as it is spelled there.
  const folded = new Set([...wanted].map((name) => name.toLowerCase()));
  return Object.keys(from).filter((name) => folded.has(name.toLowerCase()));
}
