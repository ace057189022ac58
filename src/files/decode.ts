import { isAscii, isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, readSync } from "node:fs";
import { openSync } from "../disk.ts";
import type { At, Problem } from "../facts.ts";

/** Bytes; SPEC's 5 MB. */
const LIMIT = 5_000_000;
/** Bytes that are enough to tell a video from text. */
const HEAD = 16_384;
const NULS_SEEN_IN = 8_000;

/** A file's text without its byte order mark, or why there is none; `text` beside a problem is what could be recovered. */
export type Decoded =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "skipped"; readonly reason: string }
  | { readonly is: "unparsed"; readonly problem: Problem; readonly text?: string };

/** Reads and decodes one file below `folder`; a large one only as far as it takes to tell what it is. Never throws. */
export function readSourceSync(folder: string, path: string): Decoded {
  const read = readBytesSync(folder, path);
  if (read.is === "unparsed") return read;
  return read.size > LIMIT ? decodeHead(read.bytes, path, read.size) : decode(read.bytes, path);
}

/** The bytes of a file, which hold until the next is read; of one over 5 MB the head. `size` is that of the whole file. */
export type Bytes = { readonly is: "bytes"; readonly bytes: Uint8Array; readonly size: number } | Extract<Decoded, { is: "unparsed" }>;

/** Reads one file below `folder`. Never throws, and waits for no pipe. */
export function readBytesSync(folder: string, path: string): Bytes {
  let handle: number | undefined;
  try {
    handle = openSync(`${folder}/${path}`, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(handle);
    if (!stats.isFile()) return problem("unreadable", "is no regular file");
    const wanted = stats.size > LIMIT ? HEAD : stats.size;
    let length = 0;
    for (let read = -1; read !== 0 && length < wanted; length += read) read = readSync(handle, space, length, wanted - length, null);
    return { is: "bytes", bytes: space.subarray(0, length), size: stats.size };
  } catch (error) {
    return problem("unreadable", whyUnreadable(error));
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** One for all files: a buffer for each would keep the garbage collector busy. */
const space = Buffer.allocUnsafeSlow(LIMIT);

/** Decodes UTF-8 and UTF-16, line ends untouched; what is no source by its content is `skipped`. */
export function decode(bytes: Uint8Array, path: string): Decoded {
  if (bytes.length > LIMIT) return decodeHead(bytes.subarray(0, HEAD), path, bytes.length);
  if (isTransportStream(bytes, path)) return { is: "skipped", reason: "MPEG transport stream" };
  const order = byteOrder(bytes);
  if (order === "utf-32") return problem("encoding", "is UTF-32, not UTF-8 or UTF-16");
  const decoded = order === null ? fromUtf8(bytes) : fromUtf16(bytes, order);
  return decoded.is === "text" ? (noSource(decoded.text, path) ?? decoded) : decoded;
}

/** A failed read in words (`permission denied`), the same on every machine. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return WORDS[code] ?? `cannot be read (${code || String(error)})`;
}

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
  ENOENT: "cannot be read: it does not exist",
  ENOTDIR: "cannot be read: it does not exist",
  ELOOP: "cannot be read: its links lead in a circle",
  EISDIR: "is no regular file",
  ENAMETOOLONG: "cannot be read: its path is too long",
  EMFILE: "cannot be read: too many files are open",
  ENFILE: "cannot be read: too many files are open",
};

function decodeHead(head: Uint8Array, path: string, size: number): Decoded {
  // An even cut keeps UTF-16 whole; a cut inside a UTF-8 character is no fault of the file.
  const decoded = decode(head.subarray(0, head.length - (head.length % 2)), path);
  return decoded.is === "skipped" ? decoded : problem("too-large", `is ${size} bytes long, more than 5 MB`);
}

const utf8 = new TextDecoder();

function fromUtf8(bytes: Uint8Array): Decoded {
  const head = bytes.subarray(0, NULS_SEEN_IN);
  const nuls = head.includes(0) ? count(head, 0) : 0;
  // A buffer decodes what is valid several times as fast as a TextDecoder.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (nuls === 0 && isAscii(bytes)) return { is: "text", text: buffer.toString("latin1") };
  const valid = isUtf8(bytes);
  // A stray NUL in a long source is text; more of them, or beside bytes that are no text, are not.
  if (nuls > 0 && (!valid || nuls * 100 > Math.min(bytes.length, NULS_SEEN_IN))) return { is: "skipped", reason: "binary" };
  if (valid) return { is: "text", text: buffer.toString("utf8", hasMark(bytes) ? 3 : 0) };
  const text = utf8.decode(bytes);
  const good = validLength(bytes);
  const before = new TextDecoder().decode(bytes.subarray(0, good), { stream: true });
  // The decoder keeps a mark and the start of a bad character to itself.
  const first = bytes[Buffer.byteLength(before) + (hasMark(bytes) ? 3 : 0)]!;
  const what = good === bytes.length ? "ends inside a character" : `byte 0x${first.toString(16).toUpperCase()}`;
  return { ...problem("encoding", `is not valid UTF-8 (${what})`, endOf(before)), text };
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** How many leading bytes some valid UTF-8 text starts with. */
function validLength(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return low;
}

type Order = "little" | "big" | "utf-32";

function byteOrder(bytes: Uint8Array): Order | null {
  // Taken apart as a list, bytes cost more than all the rest.
  const a = bytes[0];
  const b = bytes[1];
  const c = bytes[2];
  const d = bytes[3];
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) return "utf-32";
  if (a === 0xff && b === 0xfe) return "little";
  if (a === 0xfe && b === 0xff) return "big";
  // Without a mark: the high halves of Latin letters are NUL, the low halves are not.
  const head = bytes.subarray(0, NULS_SEEN_IN);
  if (!head.includes(0)) return null;
  const even = count(head, 0, 0, 2);
  const odd = count(head, 0, 1, 2);
  const enough = head.length * 0.3;
  if (odd > enough && even * 20 < odd) return "little";
  if (even > enough && odd * 20 < even) return "big";
  return null;
}

function fromUtf16(bytes: Uint8Array, order: "little" | "big"): Decoded {
  const whole = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  const marked = (order === "big" ? whole.swap16() : whole).toString("utf16le");
  const text = marked.startsWith("\uFEFF") ? marked.slice(1) : marked;
  if (bytes.length % 2 === 0) return { is: "text", text };
  return { ...problem("encoding", "is not valid UTF-16 (ends inside a character)", endOf(text)), text };
}

function noSource(text: string, path: string): Decoded | null {
  if (text.startsWith("version https://git-lfs.github.com/spec/")) return { is: "skipped", reason: "Git LFS pointer" };
  if (path.endsWith(".ts") && /^\s*(?:<\?xml\s|<!DOCTYPE\s+TS\b|<TS\s+\w+=)/.test(text.slice(0, 1_000))) return { is: "skipped", reason: "Qt translation" };
  return null;
}

/** Packets of 188 bytes that start with G; camcorders put four bytes before each (AVCHD, `.mts`). */
function isTransportStream(bytes: Uint8Array, path: string): boolean {
  return /\.m?ts$/.test(path) && (hasPackets(bytes, 0, 188) || hasPackets(bytes, 4, 192));
}

function hasPackets(bytes: Uint8Array, from: number, size: number): boolean {
  const last = Math.min(bytes.length, HEAD);
  let packets = 0;
  for (let at = from; at < last; at += size) {
    if (bytes[at] !== 0x47) return false;
    packets += 1;
  }
  return packets >= 5;
}

function count(bytes: Uint8Array, byte: number, from = 0, step = 1): number {
  let found = 0;
  for (let at = from; at < bytes.length; at += step) if (bytes[at] === byte) found += 1;
  return found;
}

function endOf(text: string): At {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const column = lines.at(-1)!.length + 1;
  return [lines.length, column, lines.length, column + 1];
}

function problem(reason: Problem["reason"], message: string, at: At = [1, 1, 1, 1]): Extract<Decoded, { is: "unparsed" }> {
  return { is: "unparsed", problem: { reason, at, message } };
}
