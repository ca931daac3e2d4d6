import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { type Kind, Store } from './store.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;
/** In bytes: of one value, and of all that is kept about one thing. */
const LARGEST_VALUE = 256 * KIBIBYTE;
const MOST_KEPT = 2 * MEBIBYTE;
/** More is learned than kept, because of all that is learned the smallest are kept. */
const MOST_LEARNED = 4 * MOST_KEPT;

const KNOWN: Kind = { name: 'known', limit: 128 * MEBIBYTE, largest: 4 * MEBIBYTE };

/** Another build may find something else: in the bundle this is the program's name, which has its hash. */
const BUILD = basename(import.meta.url);

/** How the keys of objects begin, and those of what notes say: both are soon had again. */
export const OBJECT = 'o';
export const READING = 'n';

type Contents = { head?: string; keys: string[]; lengths: number[] };

/**
 * What was needed to answer about one thing, kept for the next process in one value of the store. Everything in it
 * follows from its own key, which is made of object ids, so that nothing can be stale. What was not needed for long
 * makes room for what was.
 */
export class Knowledge {
  readonly store: Store;
  readonly #about: string;
  readonly #kept: Map<string, Buffer>;
  /** The commit that was looked at last, of an earlier process. */
  readonly head: string | undefined;
  readonly #learned = new Map<string, Buffer>();
  readonly #used = new Set<string>();
  #room = MOST_LEARNED;

  /** Without a directory, nothing is kept. */
  constructor(directory: string | undefined, about: readonly string[]) {
    this.store = new Store(directory);
    this.#about = JSON.stringify([BUILD, ...about]);
    const { head, values } = unpack(this.store.get(KNOWN, this.#about));
    this.head = head;
    this.#kept = values;
  }

  get(key: string): Buffer | undefined {
    const kept = this.#kept.get(key);
    if (kept) this.#used.add(key);
    return kept ?? this.#learned.get(key);
  }

  put(key: string, value: Buffer): void {
    if (value.length > Math.min(LARGEST_VALUE, this.#room) || this.#kept.has(key)) return;
    this.#room -= value.length;
    this.#learned.set(key, value);
  }

  /** Keeps what is new, what was used, and of the rest as much as there is room for. */
  save(head?: string): void {
    if (this.#learned.size === 0) return;
    const all = [...this.#learned, ...this.#kept];
    const isFresh = ([key]: [string, Buffer]) => this.#learned.has(key) || this.#used.has(key);
    const fresh = all.filter(isFresh).sort(byWorth);
    const stale = all.filter(entry => !isFresh(entry));
    let room = MOST_KEPT;
    const entries = [...fresh, ...stale].filter(([, { length }]) => {
      const fits = length <= room;
      if (fits) room -= length;
      return fits;
    });
    this.store.put(KNOWN, this.#about, pack(entries, head));
    for (const [key, value] of this.#learned) this.#kept.set(key, value);
    this.#learned.clear();
  }

  /** For who wants no cache. */
  remove(): void {
    this.store.remove(KNOWN, this.#about);
  }
}

/** What was found out comes first, and of each the smallest. */
function byWorth([oneKey, one]: [string, Buffer], [otherKey, other]: [string, Buffer]): number {
  return Number(isSoonHad(oneKey)) - Number(isSoonHad(otherKey)) || one.length - other.length;
}

function isSoonHad(key: string): boolean {
  return key.startsWith(OBJECT) || key.startsWith(READING);
}

/** A short key for one that may be long. */
export function keyOf(kind: string, ...parts: readonly string[]): string {
  return `${kind}${createHash('sha1').update(parts.join('\0')).digest('base64')}`;
}

/** A line of JSON, and the values. */
function pack(entries: readonly (readonly [string, Buffer])[], head: string | undefined): Buffer {
  const contents: Contents = {
    head,
    keys: entries.map(([key]) => key),
    lengths: entries.map(([, { length }]) => length),
  };
  const values = entries.map(([, value]) => value);
  return Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...values]);
}

function unpack(packed: Buffer | undefined): { head?: string; values: Map<string, Buffer> } {
  const values = new Map<string, Buffer>();
  if (!packed) return { values };
  let start = packed.indexOf('\n') + 1;
  const { head, keys, lengths }: Contents = JSON.parse(packed.toString('utf8', 0, start));
  for (const [at, key] of keys.entries()) {
    const end = start + (lengths[at] ?? 0);
    values.set(key, packed.subarray(start, end));
    start = end;
  }
  return { head, values };
}
