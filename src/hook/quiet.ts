/**
 * What a repository has nothing to say about, in one small file of the cache directory: so that a hook, which most often
 * has nothing to say, finds that out without git. It holds for one state of the repository.
 */

import { closeSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectoryOutside } from '../cache/directory.ts';
import { openCacheFile, removeOldFiles, userAndTime, writeCacheFile } from '../cache/files.ts';
import { namedCacheDirectory } from '../cache/named-directory.ts';
import { digitsOf, readSmallFile } from '../cache/small-file.ts';
import type { Place } from '../git/repository-state.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `everything`: nothing at all is annotated. */
export type Quiet = { everything: boolean; paths: readonly string[] };

const LARGEST_FILE = 1024 * 1024;
const MOST_PATHS = 1_000;
/** An agent that waited in vain once should not wait in vain at each edit. */
const PATIENCE_MS = 60_000;
const NOTHING: Quiet = { everything: false, paths: [] };

/** What was found to be quiet in this very state. */
export function knownQuiet(place: Place, state: string, env: Environment): Quiet {
  const directory = namedCacheDirectory(env);
  const kept = (directory && readSmallFile(fileOf(directory, place), LARGEST_FILE)) ?? '';
  const end = kept.indexOf('\n');
  return end > 0 && kept.slice(end + 1) === state ? parse(kept.slice(0, end)) : NOTHING;
}

/** Where two hooks keep something at once, one of them may find it out again. */
export function keepQuiet(place: Place, state: string, found: Quiet, env: Environment): void {
  const directory = cacheDirectoryOutside([place.root, place.gitDir, place.commonDir], env);
  if (directory === undefined) return;
  const known = knownQuiet(place, state, env);
  const quiet: Quiet = {
    everything: known.everything || found.everything,
    paths: [...new Set([...found.paths, ...known.paths])].slice(0, MOST_PATHS),
  };
  writeCacheFile(fileOf(directory, place), Buffer.from(`${JSON.stringify(quiet)}\n${state}`), userAndTime());
  removeOldFiles(directory, userAndTime());
}

/** The name need not be unique: the state begins with the place. */
function fileOf(directory: string, { root }: Place): string {
  return join(directory, `hook-${digitsOf(root)}.quiet`);
}

/** A file, or all of a repository: the first answer in one with very many notes may take too long. */
export type Slow = { place: Place; path?: string };

/** Whether an answer took too long a moment ago, and the file is still what it was then. */
export function wasLate(slow: Slow, env: Environment, now: number): boolean {
  const directory = namedCacheDirectory(env);
  const found =
    directory === undefined ? undefined : openCacheFile(lateFileOf(directory, slow), userAndTime());
  if (!directory || !found) return false;
  closeSync(found.file);
  const isRecent = now - found.modified < PATIENCE_MS;
  return isRecent && readSmallFile(lateFileOf(directory, slow), LARGEST_FILE) === versionOf(slow);
}

export function keepLate(slow: Slow, env: Environment): void {
  const { root, gitDir, commonDir } = slow.place;
  const directory = cacheDirectoryOutside([root, gitDir, commonDir], env);
  if (directory === undefined) return;
  writeCacheFile(lateFileOf(directory, slow), Buffer.from(versionOf(slow)), userAndTime());
}

function lateFileOf(directory: string, { place, path = '' }: Slow): string {
  return join(directory, `hook-${digitsOf(`${place.root}\0${path}`)}.late`);
}

/** Which file it is, in which state. */
function versionOf({ place, path }: Slow): string {
  if (path === undefined) return place.root;
  const { size, mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? {};
  return JSON.stringify([path, size, mtimeMs]);
}

function parse(line: string): Quiet {
  try {
    const { everything, paths } = JSON.parse(line) as Partial<Quiet>;
    return { everything: everything === true, paths: Array.isArray(paths) ? paths : [] };
  } catch {
    return NOTHING;
  }
}
