/** The variable in texts that are no source: pages and configurations. */
import type { Node } from "jsonc-parser";
import { parseTree } from "jsonc-parser";
import { blocksOf, commentsOf } from "../docs/blocks.ts";
import { type Edit, wordEdits } from "../rewrite/edits.ts";

/** The edits of a page: whole words, outside of its generated blocks. */
export function pageEdits(file: string, text: string, from: string, to: string): Edit[] {
  const blocks = blocksOf(text, commentsOf(file));
  const generated = "what" in blocks ? [] : blocks;
  return wordEdits(text, from, to).filter(({ start }) => !generated.some((block) => start >= block.start && start < block.end));
}

/** The edits of a configuration: where an item of `allow` lists the name among its `names`. */
export function configurationEdits(text: string, from: string, to: string): Edit[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root === undefined ? [] : namesIn(root, null).filter(({ value }) => value === from).map(({ offset, length }) => ({ start: offset, end: offset + length, text: JSON.stringify(to) }));
}

function namesIn(node: Node, key: string | null): Node[] {
  if (node.type === "string") return key === "names" ? [node] : [];
  if (node.type === "property") return node.children![1] === undefined ? [] : namesIn(node.children![1], String(node.children![0]!.value));
  return (node.children ?? []).flatMap((child) => namesIn(child, node.type === "array" ? key : null));
}
