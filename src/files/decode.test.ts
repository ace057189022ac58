import { mkdtempSync, openSync, closeSync, rmSync, symlinkSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decode, readSourceSync } from "./decode.ts";

const SOURCE = "export const host = () => process.env.ACME_SMTP_HOST;\r\n// Größe 🙂\n";
const bytes = (text: string, encoding: BufferEncoding = "utf8"): Buffer => Buffer.from(text, encoding);
const skipped = (reason: string): object => ({ is: "skipped", reason });

describe("encodings", () => {
  test("UTF-8, with and without a mark; line ends and a hashbang stay", () => {
    expect(decode(bytes(SOURCE), "a.ts")).toEqual({ is: "text", text: SOURCE });
    expect(decode(bytes(`\uFEFF#!/usr/bin/env node\n${SOURCE}`), "a.ts")).toEqual({ is: "text", text: `#!/usr/bin/env node\n${SOURCE}` });
    expect(decode(bytes("// x\rconst y = 1;\n"), "a.ts")).toEqual({ is: "text", text: "// x\rconst y = 1;\n" });
    expect(decode(new Uint8Array(), "a.ts")).toEqual({ is: "text", text: "" });
  });

  test.each(["\uFEFF", ""])("UTF-16 of both orders, mark %j", (mark) => {
    expect(decode(bytes(mark + SOURCE, "utf16le"), "a.ts")).toEqual({ is: "text", text: SOURCE });
    expect(decode(bytes(mark + SOURCE, "utf16le").swap16(), "a.ts")).toEqual({ is: "text", text: SOURCE });
  });

  test("the bytes that are handed in stay as they are", () => {
    const big = bytes(SOURCE, "utf16le").swap16();
    const copy = Buffer.from(big);
    decode(big, "a.ts");
    expect(big.equals(copy)).toBe(true);
  });

  test("invalid UTF-8 stands at its first bad byte, in UTF-16 units, and the text is recovered", () => {
    const broken = Buffer.concat([bytes("// 🙂\r\n// a\rlet café"), Buffer.from([0xe9]), bytes(" = process.env.PORT;\n")]);
    expect(decode(broken, "a.ts")).toEqual({
      is: "unparsed",
      problem: { reason: "encoding", at: [3, 9, 3, 10], message: "is not valid UTF-8 (byte 0xE9)" },
      text: "// 🙂\r\n// a\rlet café\uFFFD = process.env.PORT;\n",
    });
  });

  test("a genuine replacement character is no fault", () => {
    expect(decode(bytes("// \uFFFD\n"), "a.ts")).toEqual({ is: "text", text: "// \uFFFD\n" });
  });

  test("text that ends inside a character", () => {
    expect(decode(bytes("let a = '🙂").subarray(0, -1), "a.ts")).toMatchObject({ is: "unparsed", problem: { reason: "encoding", at: [1, 10, 1, 11], message: "is not valid UTF-8 (ends inside a character)" } });
    expect(decode(bytes("\uFEFFlet a", "utf16le").subarray(0, -1), "a.ts")).toMatchObject({ is: "unparsed", problem: { reason: "encoding", at: [1, 5, 1, 6] }, text: "let " });
  });

  test("UTF-32 is named", () => {
    expect(decode(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), "a.ts")).toMatchObject({ is: "unparsed", problem: { reason: "encoding" } });
  });
});

describe("files that are no source", () => {
  test("binary", () => {
    expect(decode(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 1, 2]), "logo.ts")).toEqual(skipped("binary"));
    expect(decode(Buffer.alloc(4_096), "zero.ts")).toEqual(skipped("binary"));
  });

  test("a single NUL in a long source is text", () => {
    const text = `${SOURCE.repeat(20)}const sep = "\0";\n`;
    expect(decode(bytes(text), "a.js")).toEqual({ is: "text", text });
  });

  test.each([["clip.ts", 0, 188], ["clip.mts", 4, 192]])("MPEG transport stream %s", (path, from, size) => {
    expect(decode(stream(from, size, 40), path)).toEqual(skipped("MPEG transport stream"));
    expect(decode(stream(from, size, 40), "clip.js")).not.toEqual(skipped("MPEG transport stream"));
  });

  test.each(['<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS version="2.1"></TS>\n', '<!DOCTYPE TS><TS></TS>', '\n<TS version="2.1" language="de">'])("Qt translation %j", (text) => {
    expect(decode(bytes(text), "i18n/app_de.ts")).toEqual(skipped("Qt translation"));
    expect(decode(bytes(`\uFEFF${text}`, "utf16le"), "i18n/app_de.ts")).toEqual(skipped("Qt translation"));
  });

  test("a type assertion at the start of a file is source", () => {
    expect(decode(bytes("<TS>load();\n"), "a.ts").is).toBe("text");
    expect(decode(bytes("<TS extends>load();\n"), "a.ts").is).toBe("text");
  });

  test("a Git LFS pointer", () => {
    expect(decode(bytes("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"), "clip.ts")).toEqual(skipped("Git LFS pointer"));
  });
});

describe("readSourceSync", () => {
  let folder = "";
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "decode-"))));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("reads a file", () => {
    writeFileSync(join(folder, "a.ts"), SOURCE);
    expect(readSourceSync(folder, "a.ts")).toEqual({ is: "text", text: SOURCE });
  });

  test("5 MB are read, more are too large", () => {
    writeFileSync(join(folder, "full.js"), "x".repeat(5_000_000));
    writeFileSync(join(folder, "over.js"), `${"ü".repeat(2_500_000)}x`);
    expect(readSourceSync(folder, "full.js").is).toBe("text");
    expect(readSourceSync(folder, "over.js")).toEqual({ is: "unparsed", problem: { reason: "too-large", at: [1, 1, 1, 1], message: "is 5000001 bytes long, more than 5 MB" } });
    expect(decode(bytes("y".repeat(5_000_001)), "over.js")).toMatchObject({ is: "unparsed", problem: { reason: "too-large" } });
  });

  test("a 40 MB video is skipped by its head", () => {
    const path = join(folder, "clip.ts");
    const handle = openSync(path, "w");
    writeSync(handle, stream(0, 188, 200));
    closeSync(handle);
    truncateSync(path, 40_000_000);
    expect(readSourceSync(folder, "clip.ts")).toEqual(skipped("MPEG transport stream"));
  });

  test("what cannot be read is unreadable, never an exception", () => {
    symlinkSync("loop.ts", join(folder, "loop.ts"));
    expect(readSourceSync(folder, "loop.ts")).toMatchObject({ is: "unparsed", problem: { reason: "unreadable", message: "cannot be read: its links lead in a circle" } });
    expect(readSourceSync(folder, "gone.ts")).toMatchObject({ is: "unparsed", problem: { reason: "unreadable", message: "cannot be read: it does not exist" } });
    expect(readSourceSync(folder, ".")).toMatchObject({ is: "unparsed", problem: { reason: "unreadable", message: "is no regular file" } });
  });
});

/** Packets with a sync byte each; the rest is noise of a fixed seed. */
function stream(from: number, size: number, packets: number): Buffer {
  let seed = 7;
  const all = Buffer.from(Array.from({ length: size * packets }, () => (seed = (seed * 16_807) % 2_147_483_647) & 0xff));
  for (let packet = 0; packet < packets; packet += 1) all[from + packet * size] = 0x47;
  return all;
}
