/** The package.json of the project, with the script that runs the check. Pure. */
import { applyEdits, modify, parse } from "jsonc-parser";

const SCRIPT = "env:check";

/** The text with the script added where none of that name is, in the file's own indent; null where nothing is to be added or the text is no JSON object. */
export function withScript(text: string): string | null {
  const manifest: unknown = parse(text);
  if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest)) return null;
  const scripts: unknown = "scripts" in manifest ? manifest.scripts : undefined;
  if (scripts !== undefined && (typeof scripts !== "object" || scripts === null || SCRIPT in scripts)) return null;
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return applyEdits(text, modify(text, ["scripts", SCRIPT], "env-contract check", { formattingOptions: { insertSpaces: !indent.includes("\t"), tabSize: indent.includes("\t") ? 1 : indent.length, eol } }));
}
