/**
 * Values that are kept on disk for the next process, each by its kind and its whole key. A value is there as it was put, or
 * not at all: the key is compared, and a second copy, or a sum, tells damage. Each kind has a limit; what was
 * not used for longest goes first.
 */

import { join } from 'node:path';
import {
  isPrivateDirectory,
  makePrivateDirectory,
  readCacheFile,
  removeBeyond,
  removeCacheFile,
  type UserAndTime,
  userAndTime,
  writeCacheFile,
} from './files.ts';
import { digitsOf } from './small-file.ts';

/** `limit` is the most bytes on disk of all values of a kind, `largest` of one value with its key. */
export type Kind = { readonly name: string; readonly limit: number; readonly largest: number };

/** A directory of some thousand files is soon listed. */
const SHARDS = 16;
/** A small value is written twice, a large one has a sum: two copies of it would take too much of the disk. */
const TWICE = 0x75670002;
const SUMMED = 0x75670004;
const LARGEST_TWICE = 64 * 1024;
const WORD = 4;
/** The format, two lengths and two sums. */
const HEAD_WORDS = 5;
const HEAD = HEAD_WORDS * WORD;
/** A part is tidied up about so often while it fills up once, and after so many values at the latest. */
const TIDYINGS = 8;
const MOST_UNTIDIED = 32;

export class Store {
  readonly #directory: string | undefined;
  readonly #user: UserAndTime;
  readonly #random: () => number;

  /** Without a directory, nothing is kept. */
  constructor(directory: string | undefined, user: UserAndTime = userAndTime(), random = Math.random) {
    this.#directory = directory;
    this.#user = user;
    this.#random = random;
  }

  get(kind: Kind, key: string): Buffer | undefined {
    return this.#directory === undefined ? undefined : storedValue(this.#directory, kind, key, this.#user);
  }

  /** What can't be written is not kept, and that is no error. */
  put(kind: Kind, key: string, value: Uint8Array): void {
    if (this.#directory === undefined) return;
    const bytes = encode(key, value);
    if (HEAD + Buffer.byteLength(key) + value.length > kind.largest) return;
    const { file, directory } = placeOf(this.#directory, kind, key);
    if (!makePrivateDirectory(this.#directory, this.#user)) return;
    if (!writeCacheFile(file, bytes, this.#user)) return;
    const room = kind.limit / SHARDS;
    const chance = Math.max(1 / MOST_UNTIDIED, (TIDYINGS * bytes.length) / room);
    if (this.#random() < chance) removeBeyond(directory, room, this.#user);
  }

  remove(kind: Kind, key: string): void {
    if (this.#directory !== undefined) removeCacheFile(placeOf(this.#directory, kind, key).file);
  }
}

/** What `Store.get` gives: a process that only reads has no use for the rest. */
export function storedValue(
  directory: string,
  kind: Kind,
  key: string,
  user: UserAndTime,
): Buffer | undefined {
  if (!isPrivateDirectory(directory, user)) return undefined;
  const found = readCacheFile(placeOf(directory, kind, key).file, user);
  return found && valueIn(found.bytes, key);
}

function placeOf(root: string, kind: Kind, key: string): { directory: string; file: string } {
  const digits = digitsOf(key);
  const directory = join(root, `${kind.name}-${digits.slice(-1)}`);
  return { directory, file: join(directory, digits) };
}

function encode(key: string, value: Uint8Array): Buffer {
  const name = Buffer.from(key);
  const end = HEAD + name.length + value.length;
  const bytes = Buffer.from(new ArrayBuffer(Math.ceil(end / WORD) * WORD));
  bytes.set(name, HEAD);
  bytes.set(value, HEAD + name.length);
  const words = wordsOf(bytes);
  const isTwice = bytes.length <= LARGEST_TWICE;
  words.set([isTwice ? TWICE : SUMMED, name.length, value.length]);
  if (isTwice) return Buffer.concat([bytes, bytes]);
  words.set(sumsOf(words), HEAD_WORDS - 2);
  return bytes;
}

function valueIn(found: Buffer, key: string): Buffer | undefined {
  const bytes = undamaged(found);
  if (!bytes) return undefined;
  const [, keyLength = 0, valueLength = 0] = wordsOf(bytes.subarray(0, HEAD));
  const start = HEAD + keyLength;
  const end = start + valueLength;
  if (Math.ceil(end / WORD) * WORD !== bytes.length) return undefined;
  return bytes.toString('utf8', HEAD, start) === key ? bytes.subarray(start, end) : undefined;
}

/**
 * Tells what a disk or a crash did, not what a person did, who could not get here. Two copies are compared at once; a sum takes
 * longer in a process that has just started than all else, and `node:crypto` longer to load.
 */
function undamaged(found: Buffer): Buffer | undefined {
  if (found.length < HEAD || found.length % WORD !== 0) return undefined;
  const words = wordsOf(found);
  if (words[0] === TWICE) {
    const half = found.length / 2;
    const isSame = half % WORD === 0 && found.compare(found, half, found.length, 0, half) === 0;
    return isSame ? found.subarray(0, half) : undefined;
  }
  if (words[0] !== SUMMED) return undefined;
  const [one, other] = sumsOf(words);
  return one === words[HEAD_WORDS - 2] && other === words[HEAD_WORDS - 1] ? found : undefined;
}

function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);
}

function sumsOf(words: Int32Array): [number, number] {
  let one = (words[1] ?? 0) | 0;
  let other = (words[2] ?? 0) | 0;
  for (let at = HEAD_WORDS; at < words.length; at++) {
    const word = words[at] ?? 0;
    one = Math.imul(one ^ word, 0x01000193);
    one ^= one >>> 15;
    other = Math.imul(other + word, 0x2c1b3c6d) ^ at;
  }
  return [one, other];
}
