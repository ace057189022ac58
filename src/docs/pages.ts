/** The configured pages: what each is to hold, and what is wrong with it. Pure. */
import type { At } from "../facts.ts";
import type { DocsPage } from "../settings.ts";
import { blocksOf, commentsOf, markers, settled, withBlocks } from "./blocks.ts";
import type { Block, MarkerFault } from "./blocks.ts";
import { GENERATED_BY, renderDotenv, renderDts, renderJson, renderJsonSchema } from "./files.ts";
import { renderMarkdown, renderMdx } from "./markdown.ts";
import type { DocsInput, Filter, PageOptions } from "./model.ts";
import { renderPolicy } from "./policy.ts";

/** The text that a page is to have; `at` are the begin markers of blocks that differ now (a new page has none, and differs as a whole). */
export interface PageState {
  readonly is: "page";
  readonly text: string;
  readonly stale: readonly At[];
}

export type PageAnswer = PageState | ({ readonly is: "fault" } & MarkerFault);

/** What the page is to be, by what it is now (null: it does not exist). A fault where its markers are damaged, or where a file that is written whole is somebody else's. */
export function pageState(page: DocsPage, text: string | null, input: DocsInput): PageAnswer {
  const render = (filter: Filter): string => FORMATS[page.format as Format].render(input, within(filter, page), optionsOf(page));
  if (page.format === "json" || page.format === "json-schema") return whole(text, `${render(EVERYTHING)}\n`);
  const comments = commentsOf(page.file);
  const [begin, end] = markers(comments);
  if (text === null) return { is: "page", text: `${FORMATS[page.format as Format].head(comments === "html" || comments === "mdx")}${begin}\n\n${render(EVERYTHING).trim()}\n\n${end}\n`, stale: [[1, 1, 1, 1]] };
  const blocks = blocksOf(text, comments);
  if ("what" in blocks) return { is: "fault", ...blocks };
  if (blocks.length === 0) return { is: "fault", line: 1, what: "the page has no block", mend: `add two lines where it is to stand: ${begin} and ${end}` };
  const stale = blocks.filter(({ start, end: to, filter }) => settled(text.slice(start, to)) !== settled(render(filter)));
  return { is: "page", text: stale.length === 0 ? text : withBlocks(text, blocks, render), stale: stale.map((block) => placeOf(text, block)) };
}

type Format = keyof typeof FORMATS;

const NO_HEAD = (): string => "";
const TITLE = (title: string) => (isPage: boolean): string => (isPage ? `# ${title}\n\n` : "");

const FORMATS = {
  markdown: { render: renderMarkdown, head: TITLE("Environment variables") },
  mdx: { render: renderMdx, head: TITLE("Environment variables") },
  counts: { render: ({ counts }: DocsInput) => counts(), head: TITLE("Names by class and disposition") },
  policy: { render: renderPolicy, head: TITLE("Environment policy") },
  dotenv: { render: renderDotenv, head: NO_HEAD },
  dts: { render: renderDts, head: NO_HEAD },
  json: { render: renderJson, head: NO_HEAD },
  "json-schema": { render: renderJsonSchema, head: NO_HEAD },
} as const satisfies Record<string, { readonly render: (input: DocsInput, filter: Filter, options: PageOptions) => string; readonly head: (isPage: boolean) => string }>;

const EVERYTHING: Filter = { category: null, audience: "public" };

/** JSON has no comments: such a file is written whole, and only over one that was. */
function whole(text: string | null, wanted: string): PageAnswer {
  if (text === null) return { is: "page", text: wanted, stale: [[1, 1, 1, 1]] };
  if (!text.includes(JSON.stringify(GENERATED_BY))) return { is: "fault", line: 1, what: "the file is there, and was not written by env-contract docs", mend: "name another file, or delete this one" };
  return { is: "page", text: text.replaceAll("\r\n", "\n") === wanted ? text : wanted, stale: text.replaceAll("\r\n", "\n") === wanted ? [] : [[1, 1, 1, 1]] };
}

/** What a block does not say, its page may. */
function within(filter: Filter, { options }: DocsPage): Filter {
  const category = options["category"];
  const own = typeof category === "string" ? [category] : Array.isArray(category) ? (category as string[]) : null;
  const audience = options["audience"] as Filter["audience"] | undefined;
  return { category: filter.category ?? own, audience: filter.audience === "public" && audience !== undefined ? audience : filter.audience };
}

function optionsOf({ options }: DocsPage): PageOptions {
  return {
    columns: (options["columns"] as PageOptions["columns"] | undefined) ?? null,
    groupBy: (options["groupBy"] as PageOptions["groupBy"] | undefined) ?? null,
    aliases: (options["aliases"] as PageOptions["aliases"] | undefined) ?? "table",
    labels: (options["labels"] as PageOptions["labels"] | undefined) ?? {},
  };
}

/** The begin marker's own line. */
function placeOf(text: string, { line }: Block): At {
  const content = text.split(/\r\n|\n|\r/)[line - 1] ?? "";
  const column = content.length - content.trimStart().length + 1;
  return [line, column, line, content.trimEnd().length + 1];
}
