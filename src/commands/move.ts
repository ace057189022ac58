/** `env-contract baseline move`: writes the new paths of renamed files, entry for entry. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, join, posix, resolve } from "node:path";
import { createBaseline, readBaseline, rewriteBaseline } from "../baseline.ts";
import { baselineFile } from "../check.ts";
import { renamesSince } from "../files/changes.ts";
import { lastSeen } from "../files/last-seen.ts";
import { isWithin } from "../files/names.ts";
import { headOf, topOf, wayFrom } from "../files/repository.ts";
import { amount } from "../report/summary.ts";
import { governors } from "../settings.ts";
import type { Configuration, Workspace } from "../settings.ts";
import { byCodeUnit, line, parseLine, printable, UsageError } from "../verdict.ts";
import { readWorkspace } from "./analyse.ts";
import type { Bench, Outcome } from "./bench.ts";

/** One renamed file or folder, as the command line names it. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Moves the entries of files that are gone to where they are now: along the pair, or else along the renames that git sees. Throws a UsageError, and writes nothing, where it cannot be told where a file went. */
export async function baselineMove(pair: Pair | null, bench: Bench): Promise<Outcome> {
  const { workspace } = await readWorkspace(bench);
  const listed = await listedIn(workspace, bench.cwd);
  const ways = pair === null ? await renamed(listed, workspace) : named(pair, listed, workspace, bench.cwd);
  const moves = listed.flatMap((entry) => {
    const to = ways.get(entry.path);
    return to === undefined ? [] : [moveOf(entry, to, workspace)];
  });
  await write(moves, bench.cwd);
  const { paint } = bench.stderr;
  const written = [...new Set(moves.flatMap(({ source, target }) => [source, target]).map(baselineOf))];
  const gone = new Set(listed.filter(({ path }) => !ways.has(path) && !existsSync(join(workspace.top, path))).map(({ path }) => path));
  const said = moves.length === 0 ? `${paint.good("✔ nothing to move")}\n` : `${paint.good(`✔ moved ${entries(moves.length)}`)} in ${written.join(", ")}\n`;
  const rest = [...gone].sort(byCodeUnit).map((path) => `${printable(path)} is gone, and git finds no file that it became: name it with env-contract baseline move ${printable(path)} <to>, or run env-contract baseline prune\n`);
  const lines = moves.map(({ entry, path, to }) => printable(`moved from ${path} to ${to}: ${entry.slice(entry.indexOf(": ") + 2)}`));
  return { stdout: lines.sort(byCodeUnit).map((text) => `${text}\n`).join(""), stderr: said + rest.join(""), code: 0 };
}

interface Listed {
  readonly configuration: Configuration;
  readonly entry: string;
  /** From the workspace's top. */
  readonly path: string;
}

async function listedIn({ configurations }: Workspace, cwd: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const configuration of configurations.filter(({ covered, settings }) => covered && settings.file !== null)) {
    const { settings, folder } = configuration;
    const { entries: all } = await readBaseline(baselineFile(settings, cwd), { named: settings.baselineNamed });
    for (const { entry } of all) found.push({ configuration, entry, path: posix.join(folder, parseLine(entry)!.path) });
  }
  return found;
}

type Ways = ReadonlyMap<string, string>;

/** Where each listed file that is gone is now, by git; each compared with the last revision that had it. */
async function renamed(listed: readonly Listed[], { top: folder }: Workspace): Promise<Ways> {
  const gone = [...new Set(listed.map(({ path }) => path))].filter((path) => !existsSync(join(folder, path)));
  if (gone.length === 0) return new Map();
  const top = await topOf(folder);
  if ((await headOf(top)) === null) throw new UsageError("there is no commit yet, and so nothing that git sees renamed", "name the pair: env-contract baseline move <from> <to>");
  const prefix = wayFrom(top, realpathSync(folder));
  const fromTop = new Map(gone.map((path) => [posix.join(prefix, path), path]));
  const seen = await lastSeen(top, [...fromTop.keys()]);
  const ways = new Map<string, string>();
  for (const revision of new Set(seen.values())) {
    const { origins, split } = await renamesSince(top, revision, { is: "work-tree" });
    for (const [from, to] of split) if (seen.get(from) === revision) throw ambiguous(fromTop.get(from)!, to.map((path) => posix.relative(prefix, path)));
    for (const [to, from] of origins) if (seen.get(from) === revision) ways.set(fromTop.get(from)!, posix.relative(prefix, to));
  }
  return ways;
}

/** Where each listed file below `from` is now, by the pair. */
function named({ from, to }: Pair, listed: readonly Listed[], { top }: Workspace, cwd: string): Ways {
  const old = wayFrom(top, resolve(cwd, from));
  const fresh = wayFrom(top, resolve(cwd, to));
  const paths = new Set(listed.map(({ path }) => path).filter((path) => isWithin(path, old)));
  if (paths.size === 0) throw new UsageError(`no entry of a baseline lies at ${from}`, "paths are relative to the working directory; see what env-contract check calls stale");
  const intoFolder = paths.has(old) && (statSync(join(top, fresh), { throwIfNoEntry: false })?.isDirectory() ?? false);
  const ways = new Map([...paths].map((path) => [path, path === old ? (intoFolder ? posix.join(fresh, basename(path)) : fresh) : posix.join(fresh, posix.relative(old, path))]));
  for (const [path, now] of ways) {
    if (existsSync(join(top, path))) throw new UsageError(`${path} is still there`, "entries move with their file: a part of its debt that went elsewhere is new there");
    if (!existsSync(join(top, now))) throw new UsageError(`${now} does not exist`, "name what the file or folder is called now");
  }
  return ways;
}

interface Move extends Listed {
  readonly to: string;
  readonly source: Configuration;
  readonly target: Configuration;
  /** The entry as the target's baseline has it. */
  readonly fresh: string;
}

function moveOf(listed: Listed, to: string, workspace: Workspace): Move {
  const target = governors(workspace)(to);
  const parts = parseLine(listed.entry)!;
  if (target === null || target.settings.file === null) throw new UsageError(`${listed.path} is now ${to}, which no configuration governs`, "extend a configuration to it, or run env-contract baseline prune");
  return { ...listed, to, source: listed.configuration, target, fresh: line({ ...parts, path: posix.relative(target.folder, to) }) };
}

/** Adds before it removes: what is interrupted between two baselines lists too much, which the next check calls stale, and loses nothing. */
async function write(moves: readonly Move[], cwd: string): Promise<void> {
  for (const target of new Set(moves.map((move) => move.target))) {
    const arriving = moves.filter((move) => move.target === target && move.source !== target).map(({ fresh }) => fresh);
    const within = moves.filter((move) => move.target === target && move.source === target);
    const file = baselineFile(target.settings, cwd);
    if (arriving.length > 0 && !existsSync(file.path)) await createBaseline(file, arriving);
    else await rewriteBaseline(file, (current) => [...replaced(current, within), ...arriving]);
  }
  for (const source of new Set(moves.map((move) => move.source))) {
    const leaving = moves.filter((move) => move.source === source && move.target !== source);
    if (leaving.length > 0) await rewriteBaseline(baselineFile(source.settings, cwd), (current) => without(current, leaving.map(({ entry }) => entry)));
  }
}

/** Another process may have removed some since: what is gone is not written anew. */
function replaced(current: readonly string[], moves: readonly Move[]): string[] {
  const next = [...current];
  for (const { entry, fresh } of moves) {
    const index = next.indexOf(entry);
    if (index !== -1) next[index] = fresh;
  }
  return next;
}

function without(current: readonly string[], gone: readonly string[]): string[] {
  const next = [...current];
  for (const entry of gone) {
    const index = next.indexOf(entry);
    if (index !== -1) next.splice(index, 1);
  }
  return next;
}

function baselineOf({ folder, settings }: Configuration): string {
  return posix.join(folder, settings.baseline);
}

function ambiguous(from: string, to: readonly string[]): UsageError {
  return new UsageError(`${from} lives on in ${to.join(" and ")}: which of them takes its entries cannot be told`, `say it: env-contract baseline move ${from} ${to[0]}`);
}

function entries(count: number): string {
  return amount(count, "entry", "entries");
}
