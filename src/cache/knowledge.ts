import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CheckedPages, packPages, type Section } from './checked-pages.ts';
import { cacheDirectoryOutside } from './directory.ts';
import { openCacheFile, removeCacheFile, removeOldFiles, userAndTime, writeCacheFile } from './files.ts';

const FORMAT = 'ultragit knowledge 1';
/** Another build may parse otherwise: in the bundle this is the program's name, which has its hash. */
const BUILD = basename(import.meta.url);

/** In bytes: of one value, and of all of a file. */
const LARGEST_VALUE = 256 * 1024;
const LARGEST_FILE = 2 * 1024 * 1024;

type Place = { start: number; length: number };
type About = { keys: string[]; lengths: number[] };

type Whose = {
  /** What the knowledge is about: who asks the same again finds it. */
  about: readonly string[];
  /** Where nothing is ever written. */
  outside: readonly (string | undefined)[];
  env: Readonly<Record<string, string | undefined>>;
};

/**
 * What was needed to answer about one thing, kept for the next process: values that follow from their keys, which are
 * made of object ids, so that none can be stale. What was not used for long makes room for what was.
 */
export class Knowledge {
  readonly #path: string;
  readonly #places = new Map<string, Place>();
  readonly #learned = new Map<string, Buffer>();
  readonly #used = new Set<string>();
  /** How many bytes may still be learned: more than are kept, because the smallest are. */
  #room = 4 * LARGEST_FILE;
  #pages: CheckedPages | undefined;
  #values: Section | undefined;

  private constructor(path: string) {
    this.#path = path;
    this.#open();
  }

  /** Undefined where the cache directory is in a place in which nothing is ever written. */
  static of({ about, outside, env }: Whose): Knowledge | undefined {
    const directory = cacheDirectoryOutside(outside, env);
    if (directory === undefined) return undefined;
    const name = createHash('sha256')
      .update([BUILD, ...about].join('\0'))
      .digest('hex')
      .slice(0, 32);
    return new Knowledge(join(directory, `known-${name}.values`));
  }

  get(key: string): Buffer | undefined {
    const learned = this.#learned.get(key);
    if (learned) return learned;
    const place = this.#places.get(key);
    const value = place && this.#read(place);
    if (value) this.#used.add(key);
    return value;
  }

  put(key: string, value: Buffer): void {
    if (value.length > Math.min(LARGEST_VALUE, this.#room) || this.#places.has(key)) return;
    this.#room -= value.length;
    this.#learned.set(key, value);
  }

  /** Writes what is new, what was used, and of the rest as much as there is room for. Nothing is learned after it. */
  save(): void {
    if (this.#learned.size > 0) this.#write();
    this.#pages?.close();
    this.#pages = undefined;
    this.#learned.clear();
  }

  /** For who wants no cache. */
  remove(): void {
    this.#forget();
    this.#learned.clear();
    removeCacheFile(this.#path);
  }

  #open(): void {
    const found = openCacheFile(this.#path, userAndTime());
    if (!found) return;
    this.#pages = CheckedPages.openFile(FORMAT, found);
    if (!this.#pages) {
      closeSync(found.file);
      return;
    }
    const { keys, lengths } = this.#pages.about as About;
    let start = 0;
    for (const [at, key] of keys.entries()) {
      const length = lengths[at] ?? 0;
      this.#places.set(key, { start, length });
      start += length;
    }
    this.#values = this.#pages.section('values');
  }

  /** What is damaged is not known. */
  #read({ start, length }: Place): Buffer | undefined {
    try {
      return this.#values?.bytes(start, start + length);
    } catch {
      this.#forget();
      return undefined;
    }
  }

  #forget(): void {
    this.#pages?.close();
    this.#pages = undefined;
    this.#values = undefined;
    this.#places.clear();
    this.#used.clear();
  }

  /** Of many values, the small ones save as much as the large ones. */
  #write(): void {
    const isOld = (key: string) => !this.#learned.has(key) && !this.#used.has(key);
    const old = [...this.#places.keys()].filter(isOld);
    const fresh = [...this.#learned.keys(), ...this.#used].map(key => [key, this.get(key)] as const);
    fresh.sort(([, a], [, b]) => (a?.length ?? 0) - (b?.length ?? 0));
    const kept = new Map<string, Buffer>();
    let room = LARGEST_FILE;
    for (const [key, value] of [...fresh, ...old.map(key => [key, this.get(key)] as const)]) {
      if (!value || value.length > room) continue;
      room -= value.length;
      kept.set(key, value);
    }
    const about: About = { keys: [...kept.keys()], lengths: [...kept.values()].map(({ length }) => length) };
    const bytes = packPages(FORMAT, about, { values: Buffer.concat([...kept.values()]) });
    if (writeCacheFile(this.#path, bytes, userAndTime())) removeOldFiles(dirname(this.#path), userAndTime());
  }
}

/** A short key for one that may be long. */
export function keyOf(kind: string, ...parts: readonly string[]): string {
  return `${kind}${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40)}`;
}
