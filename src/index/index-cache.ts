import { createHash } from 'node:crypto';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { cacheDirectory } from '../cache/directory.ts';
import {
  readCacheFile,
  real,
  removeCacheFile,
  removeOldFiles,
  surroundings,
  writeCacheFile,
} from '../cache/files.ts';
import type { Location } from '../git/discover.ts';
import { LayeredIndex } from './layered-index.ts';
import { VERSION } from './layout.ts';
import { PackedNotes } from './packed-notes.ts';

/** The index of one notes ref of one repository, in the user's cache directory: a base, and a delta over it. */
export class IndexCache {
  readonly #base: string;
  readonly #delta: string;
  readonly #findings: string;

  private constructor(directory: string, key: string) {
    this.#base = join(directory, `notes-${key}.base`);
    this.#delta = join(directory, `notes-${key}.delta`);
    this.#findings = join(directory, `notes-${key}.findings`);
  }

  /** None where the cache directory is inside the repository, in which nothing is ever written. */
  static of(
    location: Location,
    noteref: string,
    env: Readonly<Record<string, string | undefined>>,
  ): IndexCache | undefined {
    const directory = cacheDirectory(env);
    const { root, gitDir, commonDir } = location;
    if ([root, gitDir, commonDir].some(place => place !== undefined && contains(place, directory))) {
      return undefined;
    }
    const identity = [VERSION, real(commonDir), location.objectFormat, noteref].join('\0');
    return new IndexCache(directory, createHash('sha256').update(identity).digest('hex').slice(0, 32));
  }

  load(): LayeredIndex | undefined {
    const around = surroundings();
    const base = open(readCacheFile(this.#base, around)?.bytes);
    if (!base || base.base !== undefined) return undefined;
    const delta = open(readCacheFile(this.#delta, around)?.bytes);
    return new LayeredIndex(base, delta?.base === base.id ? delta : undefined);
  }

  /** Writes what `stored`, the index that was loaded or saved last, does not have yet. */
  save(index: LayeredIndex, stored: LayeredIndex | undefined): boolean {
    const around = surroundings();
    if (index.delta && stored?.base.id === index.base.id) {
      return writeCacheFile(this.#delta, index.delta.bytes, around);
    }
    const saved = writeCacheFile(this.#base, index.base.bytes, around);
    if (saved && index.delta) writeCacheFile(this.#delta, index.delta.bytes, around);
    else if (saved) removeCacheFile(this.#delta);
    removeOldFiles(dirname(this.#base), around);
    return saved;
  }

  readFindings(): Buffer | undefined {
    return readCacheFile(this.#findings, surroundings())?.bytes;
  }

  writeFindings(bytes: Uint8Array): void {
    writeCacheFile(this.#findings, bytes, surroundings());
  }

  remove(): void {
    removeCacheFile(this.#findings);
    removeCacheFile(this.#delta);
    removeCacheFile(this.#base);
  }
}

function open(bytes: Buffer | undefined): PackedNotes | undefined {
  return bytes && PackedNotes.open(bytes);
}

function contains(place: string, path: string): boolean {
  const inner = relative(real(place), real(path));
  return inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}
