import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { atRevision, isContractFile } from "./revision.ts";
import { gitIn, plant, tree } from "./testing.ts";

const folder = tree({ "src/mail.ts": "export const PORT = 25;\n", "src/notes.txt": "none\n", "src/köln.ts": "\ufeffexport {};\r\n", "src/empty.ts": "", "src/link.ts": "-> mail.ts", "package.json": "{}" });
afterAll(() => rmSync(folder, { recursive: true }));
gitIn(folder, "init", "-q");
gitIn(folder, "add", "-A");
gitIn(folder, "commit", "-qm", "Begin");
gitIn(folder, "tag", "v1");
plant(folder, { "src/mail.ts": "export const PORT = 26;\n", "src/new.ts": "" });

test("gives what is wanted as it was, byte by byte, and removes it afterwards", async () => {
  const place = await atRevision(join(folder, "src"), "v1", isContractFile, (revision) => {
    const text = (path: string): string => readFileSync(join(revision.folder, path), "utf8");
    expect(["mail.ts", "köln.ts", "empty.ts", "link.ts", "../package.json"].map(text)).toEqual(["export const PORT = 25;\n", "\ufeffexport {};\r\n", "", "export const PORT = 25;\n", "{}"]);
    expect(["notes.txt", "new.ts"].map((path) => existsSync(join(revision.folder, path)))).toEqual([false, false]);
    expect(revision.commit).toBe(gitIn(folder, "rev-parse", "v1").trim());
    expect(revision.place(join(folder, "src/mail.ts"))).toBe(join(revision.folder, "mail.ts"));
    return Promise.resolve(revision.folder);
  });
  expect(existsSync(place)).toBe(false);
  expect(readFileSync(join(folder, "src/mail.ts"), "utf8")).toBe("export const PORT = 26;\n");
});

test("removes it where what is done with it fails", async () => {
  let place = "";
  const failing = atRevision(folder, "v1", isContractFile, (revision) => {
    place = revision.folder;
    return Promise.reject(new Error("busy"));
  });
  await expect(failing).rejects.toThrow("busy");
  expect(place).not.toBe("");
  expect(existsSync(place)).toBe(false);
});

test("gives an empty folder where the revision has none", async () => {
  plant(folder, { "packages/new/a.ts": "" });
  await atRevision(join(folder, "packages/new"), "v1", isContractFile, (revision) => {
    expect(existsSync(revision.folder)).toBe(true);
    expect(existsSync(join(revision.folder, "a.ts"))).toBe(false);
    return Promise.resolve();
  });
});
