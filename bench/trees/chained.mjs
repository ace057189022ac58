/** One file whose expression is a chain of so many builder calls, beside a use of the environment. */

/** Yields `[path, text]` for each file. */
export function* chained(calls) {
  yield ["package.json", `${JSON.stringify({ name: "shop", private: true, type: "module", dependencies: { zod: "4" } }, null, 2)}\n`];
  const links = Array.from({ length: calls }, (_, index) => `  .extend({ field${index}: z.string().min(${index % 9}).optional() })`);
  yield ["src/schema.ts", `import { z } from "zod";\n\nexport const schema = z\n  .object({ host: z.string() })\n${links.join("\n")};\n\nexport const settings = schema.parse({ host: process.env.ACME_SMTP_HOST });\n`];
}
