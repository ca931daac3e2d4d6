/**
 * Values that are kept on disk for the next process, each by its kind and its whole key. A value is there as it was put, or
 * not at all: the key is compared, and a sum tells damage. Each kind has a limit; what was not used for longest goes first.
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

/** `limit` is the most bytes on disk of all values of a kind, `largest` of one. */
export type Kind = { readonly name: string; readonly limit: number; readonly largest: number };

/** A directory of some thousand files is soon listed. */
const SHARDS = 16;
const FORMAT = 0x75670001;
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
    if (this.#directory === undefined || !isPrivateDirectory(this.#directory, this.#user)) return undefined;
    const found = readCacheFile(this.#place(kind, key).file, this.#user);
    return found && valueIn(found.bytes, key);
  }

  /** What can't be written is not kept, and that is no error. */
  put(kind: Kind, key: string, value: Uint8Array): void {
    const bytes = this.#directory !== undefined && encode(key, value);
    if (this.#directory === undefined || !bytes || bytes.length > kind.largest) return;
    const { file, directory } = this.#place(kind, key);
    if (!makePrivateDirectory(this.#directory, this.#user)) return;
    if (!writeCacheFile(file, bytes, this.#user)) return;
    const room = kind.limit / SHARDS;
    const chance = Math.max(1 / MOST_UNTIDIED, (TIDYINGS * bytes.length) / room);
    if (this.#random() < chance) removeBeyond(directory, room, this.#user);
  }

  remove(kind: Kind, key: string): void {
    if (this.#directory !== undefined) removeCacheFile(this.#place(kind, key).file);
  }

  #place(kind: Kind, key: string): { directory: string; file: string } {
    const digits = digitsOf(key);
    const directory = join(this.#directory ?? '', `${kind.name}-${digits.slice(-1)}`);
    return { directory, file: join(directory, digits) };
  }
}

function encode(key: string, value: Uint8Array): Buffer {
  const name = Buffer.from(key);
  const end = HEAD + name.length + value.length;
  const bytes = Buffer.from(new ArrayBuffer(Math.ceil(end / WORD) * WORD));
  bytes.set(name, HEAD);
  bytes.set(value, HEAD + name.length);
  const words = wordsOf(bytes);
  words.set([FORMAT, name.length, value.length]);
  words.set(sumsOf(words), HEAD_WORDS - 2);
  return bytes;
}

function valueIn(bytes: Buffer, key: string): Buffer | undefined {
  if (bytes.length < HEAD || bytes.length % WORD !== 0) return undefined;
  const words = wordsOf(bytes);
  const [format, keyLength = 0, valueLength = 0, ...sums] = words.subarray(0, HEAD_WORDS);
  const start = HEAD + keyLength;
  const end = start + valueLength;
  if (format !== FORMAT || Math.ceil(end / WORD) * WORD !== bytes.length) return undefined;
  if (sumsOf(words).some((sum, at) => sum !== sums[at])) return undefined;
  return bytes.toString('utf8', HEAD, start) === key ? bytes.subarray(start, end) : undefined;
}

function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / WORD);
}

/** Tells what a disk or a crash did, not what a person did, who could not get here; `node:crypto` takes longer to load. */
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
