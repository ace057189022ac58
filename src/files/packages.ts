/** The packages of a tree that its workspaces name. */
import { manifestsIn, type Scan } from "./manifests.ts";
import { packagesIn } from "./resolve/workspaces.ts";

/** The folders of its packages, those within others first; the top is the last of them, a package or not. */
export function packageFolders(scan: Scan): string[] {
  const folders = packagesIn(scan.top, scan.manifests, manifestsIn(scan)).folders();
  return [...new Set([...folders.filter((folder) => folder !== ".").sort((a, b) => b.length - a.length), "."])];
}
