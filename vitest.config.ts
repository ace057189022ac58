import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["src/**/*.test.ts", "registry/**/*.test.ts"], testTimeout: 60_000, maxWorkers: "100%" },
});
