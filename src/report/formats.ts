/** The formats that go to a pipe or a file. */
import type { Verdict } from "../verdict.ts";
import { renderJson } from "./json.ts";
import type { Tool } from "./json.ts";
import { renderPlain } from "./plain.ts";
import type { Extent } from "./shown.ts";
import { renderUnix } from "./unix.ts";

export const FORMATS = ["text", "json", "unix"] as const;
export type Format = (typeof FORMATS)[number];

/** The verdict in the format, without colour. */
export function renderDocument(format: Format, verdict: Verdict, options: { readonly tool: Tool; readonly extent: Extent }): string {
  switch (format) {
    case "text":
      return renderPlain(verdict, options.extent);
    case "unix":
      return renderUnix(verdict, options.extent);
    case "json":
      return renderJson(verdict, options);
  }
}
