/**
 * Values that are kept on disk for the next process, each by its kind and its whole key. A value is there as it was put, or
 * not at all: the key is compared, and it is written twice, so that a difference tells damage. Each kind has a limit; what was
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
const FORMAT = 0x75670002;
/** The format and two lengths. */
const HEAD_WORDS = 3;
const HEAD = HEAD_WORDS * 4;
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
    if (bytes.length > 2 * kind.largest) return;
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
  const head = new Int32Array([FORMAT, name.length, value.length]);
  const once = [new Uint8Array(head.buffer), name, value];
  return Buffer.concat([...once, ...once]);
}

/**
 * Two copies tell what a disk or a crash did, not what a person did, who could not get here. They are compared at once; a sum
 * takes longer in a process that has just started than all else, and `node:crypto` longer to load.
 */
function valueIn(bytes: Buffer, key: string): Buffer | undefined {
  const half = bytes.length / 2;
  if (half < HEAD || bytes.compare(bytes, half, undefined, 0, half) !== 0) return undefined;
  const [format, keyLength = 0, valueLength = 0] = new Int32Array(bytes.buffer, bytes.byteOffset, HEAD_WORDS);
  const start = HEAD + keyLength;
  if (format !== FORMAT || start + valueLength !== half) return undefined;
  return bytes.toString('utf8', HEAD, start) === key ? bytes.subarray(start, half) : undefined;
}
