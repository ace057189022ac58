/** What a way of listing the tree (git, or a walk) finds; paths are POSIX, relative to the listed folder. */
export interface Listing {
  /** Absolute; links that lead out of it are not followed. */
  readonly top: string;
  readonly paths: readonly string[];
  /** Paths that need a look at the disk; all others are regular files in their place. */
  readonly unsure: ReadonlySet<string>;
  /** What git holds of a tracked file, by its path: the content on the disk too, unless the path is `unsure`. */
  readonly ids: ReadonlyMap<string, string>;
  /** One text for all that git said; null where it said nothing. The same, and nothing of what it lists changed but what is `unsure`. */
  readonly digest: string | null;
  /** Where git tracks files: those that it does not. */
  readonly untracked: ReadonlySet<string>;
  /** Left off the disk by a sparse checkout, unless they are there. */
  readonly sparse: ReadonlySet<string>;
  /** Paths that are or may be links, whatever their names. */
  readonly links: readonly string[];
  readonly submodules: readonly string[];
  /** Repositories inside that the outer one does not know. */
  readonly nested: readonly string[];
  /** Folders that could not be opened, with the reason. */
  readonly unopened: readonly { readonly path: string; readonly why: string }[];
  readonly notices: readonly string[];
}

/** A file that is no source, and why. */
export interface Passed {
  readonly path: string;
  readonly reason: string;
}
