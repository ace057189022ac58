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
