import { expect, test } from "vitest";
import { manifestsIn } from "./manifests.ts";
import { moduleResolver, type Resolve } from "./resolve.ts";

/** A folder that does not exist: what is tested here is in the set of files alone. */
const TOP = "/no-such-project";
const FILES = [
  "index.ts",
  "src/envs.ts",
  "src/both.ts",
  "src/both.js",
  "src/view.tsx",
  "src/esm.mts",
  "src/common.cts",
  "src/plain.js",
  "src/mail.service.ts",
  "src/mail/index.ts",
  "src/mail/send.ts",
  "src/jobs.ts",
  "src/jobs/index.ts",
  "src/old.js.ts",
  "app/[slug]/page.tsx",
];
const resolve = resolverOf(FILES, new Map());

test.each([
  ["./envs", "src/envs.ts"],
  ["./envs.ts", "src/envs.ts"],
  ["./envs.js", "src/envs.ts"],
  ["./both", "src/both.ts"],
  ["./both.js", "src/both.ts"],
  ["./view.jsx", "src/view.tsx"],
  ["./view.js", "src/view.tsx"],
  ["./view", "src/view.tsx"],
  ["./esm.mjs", "src/esm.mts"],
  ["./esm", "src/esm.mts"],
  ["./common.cjs", "src/common.cts"],
  ["./plain.js", "src/plain.js"],
  ["./plain", "src/plain.js"],
  ["./mail.service", "src/mail.service.ts"],
  ["./mail", "src/mail/index.ts"],
  ["./mail/", "src/mail/index.ts"],
  ["./mail/../envs", "src/envs.ts"],
  ["./jobs", "src/jobs.ts"],
  ["./jobs/", "src/jobs/index.ts"],
  ["./old.js", "src/old.js.ts"],
  ["..", "index.ts"],
  ["../", "index.ts"],
  ["../app/[slug]/page", "app/[slug]/page.tsx"],
])("%s in src/main.ts is %s", (specifier, expected) => {
  expect(resolve("src/main.ts", specifier)).toBe(expected);
});

test.each(["./Envs", "./missing", "../../project/src/envs", "envs", ".envs", "/src/envs", "node:process", "./mail/send/", "./esm.js", "", "./view.css"])("%j in src/main.ts is no file of the scan", (specifier) => {
  expect(resolve("src/main.ts", specifier)).toBeNull();
});

test("the folder of a file that . names", () => {
  expect(resolve("src/mail/send.ts", ".")).toBe("src/mail/index.ts");
  expect(resolve("src/mail/send.ts", "./")).toBe("src/mail/index.ts");
  expect(resolve("src/mail/send.ts", "..")).toBeNull();
  expect(resolve("main.ts", "./src/envs")).toBe("src/envs.ts");
});

test("links resolve to what is checked, and from where the file is", () => {
  const links = new Map([
    ["app/mail.ts", "shared/mail.ts"],
    ["app/lib", "shared"],
    ["app/outside.ts", "../common/outside.ts"],
  ]);
  const linked = resolverOf(["shared/mail.ts", "shared/smtp.ts", "app/outside.ts"], links);
  expect(linked("app/main.ts", "./mail")).toBe("shared/mail.ts");
  expect(linked("app/mail.ts", "./smtp")).toBe("shared/smtp.ts");
  expect(linked("app/main.ts", "./lib/smtp.js")).toBe("shared/smtp.ts");
  expect(linked("app/main.ts", "./outside")).toBe("app/outside.ts");
  expect(linked("app/outside.ts", "./mail")).toBeNull();
});

function resolverOf(files: readonly string[], links: ReadonlyMap<string, string>): Resolve {
  const scan = { top: TOP, files: new Set(files), manifests: new Set<string>(), links };
  return moduleResolver(scan, manifestsIn(scan)).resolve;
}
