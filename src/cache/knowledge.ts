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

/** What is known about one thing: a path that was asked about. */
class Subject {
  readonly key: string;
  readonly kept: Map<string, Buffer>;
  readonly head: string | undefined;
  readonly learned = new Map<string, Buffer>();
  readonly used = new Set<string>();
  room = MOST_LEARNED;

  constructor(store: Store, key: string) {
    this.key = key;
    const { head, values } = unpack(store.get(KNOWN, key));
    this.head = head;
    this.kept = values;
  }
}

/** A server that is asked about many things holds what is known of the last ones. */
const MOST_SUBJECTS = 8;

/**
 * What was needed to answer about one thing, kept for the next process in one value of the store. Everything in it
 * follows from its own key, which is made of object ids, so that nothing can be stale. What was not needed for long
 * makes room for what was.
 */
export class Knowledge {
  readonly store: Store;
  readonly #of: readonly string[];
  readonly #subjects = new Map<string, Subject>();
  #current: Subject;

  /** The last of what it is `of` is what is asked about. Without a directory, nothing is kept. */
  constructor(directory: string | undefined, of: readonly string[]) {
    this.store = new Store(directory);
    this.#of = of.slice(0, -1);
    this.#current = this.#subject(of.at(-1) ?? '');
  }

  /** The commit that was looked at last, of an earlier process. */
  get head(): string | undefined {
    return this.#current.head;
  }

  /** From now on this is asked about. What is known of the last ones stays known. */
  focus(about: string): void {
    this.#current = this.#subject(about);
  }

  #subject(about: string): Subject {
    const key = JSON.stringify([BUILD, ...this.#of, about]);
    const subject = this.#subjects.get(key) ?? new Subject(this.store, key);
    this.#subjects.delete(key);
    this.#subjects.set(key, subject);
    const [oldest] = this.#subjects.keys();
    if (this.#subjects.size > MOST_SUBJECTS && oldest !== undefined) this.#subjects.delete(oldest);
    return subject;
  }

  get(key: string): Buffer | undefined {
    const own = knownTo(this.#current, key);
    if (own || this.#subjects.size === 1) return own;
    for (const subject of this.#subjects.values()) {
      const found = knownTo(subject, key);
      if (found) return found;
    }
    return undefined;
  }

  put(key: string, value: Buffer): void {
    const subject = this.#current;
    if (value.length > Math.min(LARGEST_VALUE, subject.room) || subject.kept.has(key)) return;
    subject.room -= value.length;
    subject.learned.set(key, value);
  }

  /** Keeps what is new, what was used, and of the rest as much as there is room for. */
  save(head?: string): void {
    for (const subject of this.#subjects.values()) if (subject.learned.size > 0) this.#save(subject, head);
  }

  #save(subject: Subject, head: string | undefined): void {
    const { learned, kept, used } = subject;
    const all = [...learned, ...kept];
    const isFresh = ([key]: [string, Buffer]) => learned.has(key) || used.has(key);
    const fresh = all.filter(isFresh).sort(byWorth);
    const stale = all.filter(entry => !isFresh(entry));
    let room = MOST_KEPT;
    const entries = [...fresh, ...stale].filter(([, { length }]) => {
      const fits = length <= room;
      if (fits) room -= length;
      return fits;
    });
    this.store.put(KNOWN, subject.key, pack(entries, head));
    // What there was no room for is found out again.
    kept.clear();
    for (const [key, value] of entries) kept.set(key, value);
    learned.clear();
    subject.room = MOST_LEARNED;
  }

  /** For who wants no cache. */
  remove(): void {
    this.store.remove(KNOWN, this.#current.key);
  }
}

function knownTo({ kept, learned, used }: Subject, key: string): Buffer | undefined {
  const known = kept.get(key);
  if (known) used.add(key);
  return known ?? learned.get(key);
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
