/** The formats that go to a pipe or a file. */
import type { Verdict } from "../verdict.ts";
import { renderGithub, renderGithubFailure } from "./github.ts";
import { renderGitlab, renderGitlabFailure } from "./gitlab.ts";
import type { ItemOptions } from "./items.ts";
import { renderJson, renderJsonFailure } from "./json.ts";
import type { Failure } from "./json.ts";
import { renderJunit, renderJunitFailure } from "./junit.ts";
import { renderPlain } from "./plain.ts";
import { renderSarif, renderSarifFailure } from "./sarif.ts";
import type { SarifOptions } from "./sarif.ts";
import { renderUnix } from "./unix.ts";

export const FORMATS = ["text", "json", "unix", "github", "sarif", "gitlab", "junit"] as const;
export type Format = (typeof FORMATS)[number];

/** The verdict in the format, without colour. */
export function renderDocument(format: Format, verdict: Verdict, options: ItemOptions & SarifOptions): string {
  switch (format) {
    case "text":
      return renderPlain(verdict, options.extent);
    case "unix":
      return renderUnix(verdict, options.extent);
    case "json":
      return renderJson(verdict, options);
    case "github":
      return renderGithub(verdict, options);
    case "sarif":
      return renderSarif(verdict, options);
    case "gitlab":
      return renderGitlab(verdict, options);
    case "junit":
      return renderJunit(verdict, options);
  }
}

/** What a run that came to no verdict says in the format; null where the format has no word for that. */
export function renderFailure(format: Format, failure: Failure, options: SarifOptions & { readonly root: string }): string | null {
  switch (format) {
    case "text":
    case "unix":
      return null;
    case "json":
      return renderJsonFailure(failure, options);
    case "github":
      return renderGithubFailure(failure, options);
    case "sarif":
      return renderSarifFailure(failure, options);
    case "gitlab":
      return renderGitlabFailure(failure);
    case "junit":
      return renderJunitFailure(failure, options);
  }
}
