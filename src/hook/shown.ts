/** What a session was told already: one line a record, in a file of the cache directory that hooks only add to. */

import { join } from 'node:path';
import { cacheDirectoryOutside } from '../cache/directory.ts';
import { appendToCacheFile, removeCacheFile, removeOldFiles, userAndTime } from '../cache/files.ts';
import { digitsOf, readSmallFile } from '../cache/small-file.ts';
import type { Occasion } from './compose.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Some thousand records; a session that was told more is told from the beginning. */
const LARGEST_FILE = 1024 * 1024;

export class Shown {
  readonly #file: string | undefined;
  readonly #text: string;
  readonly #known: ReadonlySet<string>;
  readonly #session: string;

  /** `places` are those in which nothing may be written. */
  constructor(session: string | undefined, places: readonly string[], env: Environment) {
    const directory = session === undefined ? undefined : cacheDirectoryOutside(places, env);
    this.#session = session ?? '';
    this.#file = directory && join(directory, `hook-${digitsOf(this.#session)}.shown`);
    this.#text = (this.#file && readSmallFile(this.#file, LARGEST_FILE)) ?? '';
    this.#known = new Set(this.#text.split('\n'));
  }

  /** What an edit was told is known when the file is read; what a read was told is said again before the edit. */
  has(record: string, occasion: Occasion): boolean {
    return this.#known.has(this.#mark(record, 'edit')) || this.#known.has(this.#mark(record, occasion));
  }

  add(records: readonly string[], occasion: Occasion): void {
    if (this.#file === undefined) return;
    const lines = records.map(record => `${this.#mark(record, occasion)}\n`).join('');
    const isFull = Buffer.byteLength(this.#text) + Buffer.byteLength(lines) > LARGEST_FILE;
    if (isFull) removeCacheFile(this.#file);
    appendToCacheFile(this.#file, lines, userAndTime());
    removeOldFiles(join(this.#file, '..'), userAndTime());
  }

  /** Names the session, too: two may share a file. No hash: `node:crypto` takes longer to load than a long session to read. */
  #mark(record: string, occasion: Occasion): string {
    return JSON.stringify([this.#session, occasion, record]);
  }
}
