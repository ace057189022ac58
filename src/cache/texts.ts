/** What single files told, kept from run to run by their contents. */
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { readBytesSync } from "../files/decode.ts";
import type { Listing } from "../files/listing.ts";
import type { Memo } from "../memo.ts";
import { buildId } from "./build.ts";
import { keep, recalled } from "./folder.ts";
import { hashOf } from "./hash.ts";

export interface TextMemo extends Memo {
  /** Keeps what was asked in this run, if anything of it is new. Never fails. */
  save(): void;
}

export interface Shelf {
  /** Of the cache. */
  readonly folder: string;
  /** The folder that was listed, absolute. */
  readonly top: string;
  /** What tells one tree of the cache from another: the way to the top from that of the repository. */
  readonly name: string;
  readonly listing: Listing;
}

interface Kept {
  /** Of the content, as git names it; null where it cannot be read. */
  readonly id: string | null;
  readonly before: Answers;
  readonly asked: Answers;
  isNew: boolean;
}

type Answers = Record<string, unknown>;

/** Of all trees. */
const MOST_FILES = 16;
/** Where fewer than one in so many files changed, they are kept beside the rest: the rest need not be written. */
const FEW = 10;

interface Item {
  readonly id: string;
  readonly answers: Answers;
}

/** Opens what was kept of a tree. What git vouches for is not read; the rest is known by its bytes. */
export function textMemo({ folder, top, name, listing }: Shelf): TextMemo {
  const file = `texts-${hashOf(buildId(), name)}`;
  const base = unpacked(recalled(folder, file));
  const since = unpacked(recalled(folder, `${file}-since`));
  const now = new Map<string, Kept>();

  function keptOf(path: string): Kept {
    let kept = now.get(path);
    if (kept === undefined) {
      const id = listing.unsure.has(path) ? idOf(top, path) : (listing.ids.get(path) ?? idOf(top, path));
      const known = since.get(path) ?? base.get(path);
      now.set(path, (kept = { id, before: id !== null && known?.id === id ? known.answers : {}, asked: {}, isNew: false }));
    }
    return kept;
  }

  return {
    told<T>(path: string, question: string, answer: () => T): T {
      const kept = keptOf(path);
      const { before: known, asked } = kept;
      if (Object.hasOwn(asked, question)) return asked[question] as T;
      if (Object.hasOwn(known, question)) return (asked[question] = known[question]) as T;
      kept.isNew = true;
      return (asked[question] = answer()) as T;
    },
    save() {
      const all = [...now].flatMap(([path, { id, asked, isNew }]) => (id === null ? [] : [{ path, id, answers: asked, isNew }]));
      if (!all.some(({ isNew }) => isNew)) return;
      const changed = all.filter(({ path, isNew }) => isNew || since.has(path));
      const isFew = changed.length < all.length / FEW && base.size > 0;
      // Of a revision not every file is there to be asked.
      if (isFew || (listing.digest === null && base.size > 0)) return keep(folder, `${file}-since`, packed(changed), MOST_FILES);
      keep(folder, file, packed(all), MOST_FILES);
      keep(folder, `${file}-since`, packed([]), MOST_FILES);
    },
  };
}

function packed(items: readonly (Item & { readonly path: string })[]): Buffer {
  return deflateRawSync(JSON.stringify(items.map(({ path, id, answers }) => [path, id, answers])), { level: 1 });
}

function unpacked(pack: Buffer | null): Map<string, Item> {
  if (pack === null) return new Map();
  try {
    const items = JSON.parse(inflateRawSync(pack).toString()) as [path: string, id: string, answers: Answers][];
    return new Map(items.map(([path, id, answers]) => [path, { id, answers }]));
  } catch {
    return new Map();
  }
}

/** As git names what the file holds, so that a commit makes nothing new of it. */
function idOf(top: string, path: string): string | null {
  const read = readBytesSync(top, path);
  if (read.is !== "bytes" || read.size !== read.bytes.length) return null;
  return createHash("sha1").update(`blob ${read.size}\0`).update(read.bytes).digest("hex");
}
