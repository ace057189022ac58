/** What rules see of the configured pages. Pure. */
import { namesIn } from "../contract/mentions.ts";
import type { View } from "../linked.ts";
import type { PageFacts } from "../rule.ts";
import type { Settings } from "../settings.ts";
import { docsInput } from "./model.ts";
import { pageState } from "./pages.ts";

/** The facts of each configured page; `texts` are those that can be read, by path. */
export function pageFacts(view: View, settings: Settings, texts: ReadonlyMap<string, string>): PageFacts[] {
  const input = docsInput(view, settings);
  const isName = nameTest(view, settings);
  const paths = new Set([...settings.docs.map(({ file }) => file), ...texts.keys()]);
  return [...paths].map((path) => {
    const text = texts.get(path) ?? null;
    const states = settings.docs.filter(({ file }) => file === path).map((page) => ({ page, state: pageState(page, text, input) }));
    const blocks = states.flatMap(({ page: { format }, state }): PageFacts["blocks"][number][] => {
      if (state.is === "fault") return [{ format, at: [state.line, 1, state.line, 1], fault: { what: state.what, mend: state.mend } }];
      const fault = text === null ? { what: "the page does not exist yet", mend: "run env-contract docs" } : null;
      return state.stale.map((at) => ({ format, at, fault }));
    });
    const words = namesIn(text ?? "", isName);
    const wanted = states.flatMap(({ state }) => (state.is === "fault" ? [] : namesIn(state.text, isName)));
    return { path, blocks, words, mentions: new Set([...words, ...wanted].map(({ name }) => name)) };
  });
}

/** Names that a page may be wrong about: declared ones, and those that carry a prefix of the project. */
function nameTest({ registries }: View, { prefixes }: Settings): (word: string) => boolean {
  const declared = new Set(registries.flatMap(({ entries, removed }) => [...entries.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]), ...removed.map(({ name }) => name)]));
  return (word) => declared.has(word) || prefixes.some((prefix) => word.startsWith(prefix));
}
