import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIALECT_NAMES } from '../annotation/dialects/registry.ts';
import { CheckedPages } from '../cache/checked-pages.ts';
import { cacheDirectoryOutside } from '../cache/directory.ts';
import {
  openCacheFile,
  readCacheFile,
  realPath,
  removeCacheFile,
  removeOldFiles,
  userAndTime,
  writeCacheFile,
} from '../cache/files.ts';
import type { Location } from '../git/discover.ts';
import { FINDINGS_FORMAT } from './findings.ts';
import { LayeredIndex } from './layered-index.ts';
import { FORMAT, VERSION } from './layout.ts';
import { PackedNotes } from './packed-notes.ts';

/** Whole: everything is read and checked at once. By page: a page is read and checked when it is needed. */
export type Reading = 'whole' | 'by page';

const MOST_PARTS = 1_000;

/** The index of one notes ref of one repository, in the user's cache directory: a base, and a delta over it. */
export class IndexCache {
  readonly #base: string;
  readonly #delta: string;
  readonly #findings: string;
  readonly #part: string;
  readonly #reading: Reading;
  readonly #open: CheckedPages[] = [];
  #partCount = 0;

  private constructor(directory: string, key: string, reading: Reading) {
    this.#reading = reading;
    this.#base = join(directory, `notes-${key}.base`);
    this.#delta = join(directory, `notes-${key}.delta`);
    this.#findings = join(directory, `notes-${key}.findings`);
    this.#part = join(directory, `notes-${key}.part-`);
  }

  /** Undefined where the cache directory is inside the repository, in which nothing is ever written. */
  static of(
    location: Location,
    noteref: string,
    env: Readonly<Record<string, string | undefined>>,
    reading: Reading = 'whole',
  ): IndexCache | undefined {
    const { root, gitDir, commonDir } = location;
    const directory = cacheDirectoryOutside([root, gitDir, commonDir], env);
    if (directory === undefined) return undefined;
    const identity = [
      VERSION,
      DIALECT_NAMES.join(),
      realPath(commonDir),
      location.objectFormat,
      noteref,
    ].join('\0');
    const key = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    return new IndexCache(directory, key, reading);
  }

  load(): LayeredIndex | undefined {
    const base = this.#notesIn(this.#base);
    if (!base || base.base !== undefined) return undefined;
    const delta = this.#notesIn(this.#delta);
    return new LayeredIndex(base, delta?.base === base.id ? delta : undefined);
  }

  /** Writes what differs from `stored`, the index that was loaded or saved last. */
  save(index: LayeredIndex, stored: LayeredIndex | undefined): boolean {
    const user = userAndTime();
    if (index.delta && stored?.base.id === index.base.id) {
      return writeCacheFile(this.#delta, index.delta.bytes, user);
    }
    const saved = writeCacheFile(this.#base, index.base.bytes, user);
    if (saved && index.delta) writeCacheFile(this.#delta, index.delta.bytes, user);
    else if (saved) removeCacheFile(this.#delta);
    if (saved) this.#removeParts();
    removeOldFiles(dirname(this.#base), user);
    return saved;
  }

  /** What a build that was interrupted had read; a damaged part is left out. */
  loadParts(): PackedNotes[] {
    const parts: PackedNotes[] = [];
    for (this.#partCount = 0; this.#partCount < MOST_PARTS; this.#partCount++) {
      const bytes = readCacheFile(this.#part + this.#partCount, userAndTime())?.bytes;
      if (!bytes) break;
      const packed = PackedNotes.open(bytes);
      if (packed) parts.push(packed);
    }
    return parts;
  }

  savePart(bytes: Uint8Array): void {
    if (this.#partCount < MOST_PARTS) writeCacheFile(this.#part + this.#partCount++, bytes, userAndTime());
  }

  #removeParts(): void {
    for (let at = 0; at < MOST_PARTS && removeCacheFile(this.#part + at); at++);
    this.#partCount = 0;
  }

  loadFindings(): CheckedPages | undefined {
    return this.#load(this.#findings, FINDINGS_FORMAT);
  }

  writeFindings(bytes: Uint8Array): void {
    writeCacheFile(this.#findings, bytes, userAndTime());
  }

  remove(): void {
    removeCacheFile(this.#findings);
    removeCacheFile(this.#delta);
    removeCacheFile(this.#base);
    this.#removeParts();
  }

  /** Ends reading by page. */
  close(): void {
    for (const pages of this.#open.splice(0)) pages.close();
  }

  #notesIn(file: string): PackedNotes | undefined {
    const pages = this.#load(file, FORMAT);
    return pages && new PackedNotes(pages);
  }

  #load(path: string, format: string): CheckedPages | undefined {
    if (this.#reading === 'whole') {
      const bytes = readCacheFile(path, userAndTime())?.bytes;
      return bytes && CheckedPages.open(format, bytes);
    }
    const found = openCacheFile(path, userAndTime());
    if (!found) return undefined;
    const pages = CheckedPages.openFile(format, found);
    if (pages) this.#open.push(pages);
    else closeSync(found.file);
    return pages;
  }
}
