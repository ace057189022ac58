/** A script in TypeScript or JavaScript by its name; declaration files (`.d.ts`, `.d.css.ts`) are none. */
export function isSource(path: string): boolean {
  return /\.[cm]?[jt]s$|\.[jt]sx$/.test(path) && !isDeclaration(path);
}

/** A TypeScript declaration file by its name. */
export function isDeclaration(path: string): boolean {
  return /\.d\.(?:[cm]?ts|[^/]+\.ts)$/.test(path);
}

/** Below a node_modules or `.git` folder at any depth. */
export function underNodeModules(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.git)\//.test(path);
}

/** A file that says what modules are called: of npm, yarn, pnpm or TypeScript. */
export function namesModules(path: string): boolean {
  return (path.endsWith(".json") || path.endsWith(".yaml")) && /(?:^|\/)(?:package\.json|[jt]sconfig[^/]*\.json|pnpm-workspace\.yaml)$/.test(path) && !underNodeModules(path);
}

/** The folder itself, or a path below it; the top is `.`. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || (folder === "." && path !== ".." && !path.startsWith("../"));
}
