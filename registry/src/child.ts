import { partsOf } from "./define.ts";
import type { AnyRegistry } from "./define.ts";
import { aliasesOf } from "./entry.ts";
import { textOf, write } from "./state.ts";
import type { Environ } from "./state.ts";
import { toTexts } from "./with-env.ts";
import type { Settings } from "./with-env.ts";

/** What a child gets besides the usual: further variables by name (secrets too), and values of its own. */
export interface ChildEnvOptions {
  readonly names?: readonly string[];
  readonly extra?: Settings;
}

// What programs and shells need to start, find files and speak the user's language, on POSIX and on Windows.
const BASIC =
  "^(PATH|HOME|USER|LOGNAME|SHELL|TERM|COLORTERM|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+|XDG_RUNTIME_DIR|SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|TEMP|TMP|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|(LOCAL)?APPDATA|(Common)?ProgramFiles(\\(x86\\))?|ProgramData|ProgramW6432|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE|OS)$";

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
  // Windows finds a variable in any case: take each as it is spelled there.
  const basic = new RegExp(BASIC, textOf(from, "SystemRoot") === undefined ? "" : "i");
  for (const name of Object.keys(from)) if (basic.test(name)) copy(name);
  for (const name of names) copy(name);
  for (const [name, entry] of Object.entries(entries)) {
    if (entry.options.secret && !names.includes(name)) continue;
    // Old names go along, so that the child sees what this process sees.
    for (const own of [name, ...aliasesOf(entry.options)]) copy(own);
  }
  for (const name of Object.keys(texts)) write(child, name, texts[name]);
  return child as Record<string, string>;
}
