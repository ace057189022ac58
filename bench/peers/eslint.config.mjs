import parser from "@typescript-eslint/parser";
import node from "eslint-plugin-n";

export default [
  { ignores: ["**/node_modules/**", "**/.git/**"] },
  {
    files: ["**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}"],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: "off" },
    plugins: { n: node },
    rules: { "n/no-process-env": "error" },
  },
];
