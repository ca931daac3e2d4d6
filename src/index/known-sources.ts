import { join } from 'node:path';
import { cacheDirectoryOutside } from '../cache/directory.ts';
import { realPath, removeCacheFile, userAndTime, writeCacheFile } from '../cache/files.ts';
import { namedCacheDirectory } from '../cache/named-directory.ts';
import { digitsOf, readSmallFile } from '../cache/small-file.ts';
import type { Location } from '../git/discover.ts';
import { landmark } from '../git/landmark.ts';
import type { SourceSize } from './sources.ts';

/**
 * The sources of a repository as they were when it was last read, in one small file of the cache directory. A server
 * says them in its first reply, which may wait neither for git nor for the index.
 */

type Options = {
  env: Readonly<Record<string, string | undefined>>;
  /** The ref that was asked for, if any: then the others are not read. */
  noteref?: string;
};

const LARGEST_FILE = 16 * 1024;
const MOST_SOURCES = 100;

/** `useCache`: false for not keeping them, and removing what was kept. */
export function keepKnownSources(
  location: Location,
  sources: readonly SourceSize[],
  { env, noteref, useCache }: Options & { useCache: boolean },
): void {
  const { root, gitDir, commonDir } = location;
  const directory = cacheDirectoryOutside([root, gitDir, commonDir], env);
  const key = keyOf(root ?? gitDir, noteref);
  if (directory === undefined || key === undefined) return;
  const file = fileOf(directory, key);
  const text = JSON.stringify({ key, sources: sources.slice(0, MOST_SOURCES) });
  if (!useCache) removeCacheFile(file);
  else if (readSmallFile(file, LARGEST_FILE) !== text) writeCacheFile(file, Buffer.from(text), userAndTime());
}

/** Of the repository at the first of these places that has one; nothing where none was kept. */
export function knownSources(
  places: readonly string[],
  { env, noteref }: Options,
): readonly SourceSize[] | undefined {
  const key = places.map(place => keyOf(place, noteref)).find(found => found !== undefined);
  const directory = namedCacheDirectory(env);
  return key === undefined || directory === undefined
    ? undefined
    : parse(readSmallFile(fileOf(directory, key), LARGEST_FILE), key);
}

/** Differs for another repository in the same place. */
function keyOf(place: string, noteref = ''): string | undefined {
  const mark = landmark(realPath(place));
  return mark === undefined ? undefined : `${mark}\n${noteref}`;
}

function fileOf(directory: string, key: string): string {
  return join(directory, `sources-${digitsOf(key)}.json`);
}

function parse(text: string | undefined, key: string): SourceSize[] | undefined {
  const kept = fromJson(text) as { key?: unknown; sources?: unknown } | undefined | null;
  if (kept?.key !== key || !Array.isArray(kept.sources)) return undefined;
  return kept.sources.every(isSource) ? kept.sources : undefined;
}

function isSource(value: unknown): value is SourceSize {
  const { name, size } = (value ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && Number.isSafeInteger(size) && Number(size) >= 0;
}

function fromJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
