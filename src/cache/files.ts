import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Whose files are ours, and what time it is. */
export type Surroundings = { uid: number | undefined; now: number };

export type CacheFile = { bytes: Buffer; modified: number };

export type OpenFile = { file: number; size: number; modified: number };

const DAY = 24 * 60 * 60 * 1000;
const UNUSED = 30 * DAY;
const ABANDONED = DAY / 24;
const MOST_LOOKED_AT = 1_000;
const LARGEST = 1024 * 1024 * 1024;
const OUR_FILE = /^(notes-[0-9a-f]{32}\.(base|delta|findings)|program-[\w.-]+\.code)(\.[0-9a-f]{16}\.tmp)?$/;

export function surroundings(): Surroundings {
  return { uid: process.getuid?.(), now: Date.now() };
}

/** A cache file, if it is a plain file of our own that nobody else may read or write. */
export function openCacheFile(path: string, { uid, now }: Surroundings): OpenFile | undefined {
  return attempt(() => {
    if (!isOurs(lstatSync(dirname(path)), uid)) return undefined;
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(file);
    if (!found.isFile() || !isOurs(found, uid) || found.size > LARGEST) {
      closeSync(file);
      return undefined;
    }
    if (now - found.mtimeMs > DAY) attempt(() => futimesSync(file, now / 1000, now / 1000));
    return { file, size: found.size, modified: found.mtimeMs };
  });
}

/** The bytes of such a file. */
export function readCacheFile(path: string, around: Surroundings): CacheFile | undefined {
  const found = openCacheFile(path, around);
  if (!found) return undefined;
  const bytes = roomFor(found.size);
  const isRead = bytes && fill(found.file, bytes, 0, found.size);
  closeSync(found.file);
  return isRead ? { bytes, modified: found.modified } : undefined;
}

/** Memory of its own, so that numbers in it begin where they must; undefined where there is not enough. */
export function roomFor(size: number): Buffer | undefined {
  return attempt(() => Buffer.from(new ArrayBuffer(size)));
}

/** Reads this part of a file into the same place; false where it can't. */
export function fill(file: number, into: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const count = attempt(() => readSync(file, into, at, end - at, at));
    if (!count) return false;
    at += count;
  }
  return true;
}

/** Puts a whole file in place, or leaves what was there. False where it can't: a cache may fail. */
export function writeCacheFile(path: string, bytes: Uint8Array, { uid }: Surroundings): boolean {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const written = attempt(() => {
    makeDirectory(dirname(path));
    if (!makePrivate(dirname(path), uid)) return false;
    const file = openSync(temporary, 'wx', 0o600);
    try {
      fchmodSync(file, 0o600);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    return true;
  });
  if (!written) removeCacheFile(temporary);
  return written ?? false;
}

/** With those above it. Node's own way to do this never ends in places such as /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  attempt(() => mkdirSync(directory, { mode: 0o700 }));
}

/** The real place of a path, as far as it exists. */
export function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(real(parent), path.slice(parent.length));
  }
}

/** Closes a directory of our own to others; false for a directory of someone else, or a link to one. */
function makePrivate(directory: string, uid: number | undefined): boolean {
  if (uid === undefined) return true;
  const file = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(file);
    if (found.uid === uid && !isOurs(found, uid)) fchmodSync(file, 0o700);
    return found.uid === uid;
  } finally {
    closeSync(file);
  }
}

export function removeCacheFile(path: string): void {
  attempt(() => unlinkSync(path));
}

/** Removes what has not been used for a month, and what a killed writer left; looks at so many files only. */
export function removeOldFiles(directory: string, { uid, now }: Surroundings): void {
  attempt(() => {
    const listing = opendirSync(directory);
    try {
      for (let looked = 0; looked < MOST_LOOKED_AT; looked++) {
        const entry = listing.readSync();
        if (!entry) return;
        if (!OUR_FILE.test(entry.name)) continue;
        const path = join(directory, entry.name);
        const found = attempt(() => lstatSync(path));
        const keep = entry.name.endsWith('.tmp') ? ABANDONED : UNUSED;
        if (found?.isFile() && isOurs(found, uid) && now - found.mtimeMs > keep) removeCacheFile(path);
      }
    } finally {
      listing.closeSync();
    }
  });
}

function isOurs(found: Stats, uid: number | undefined): boolean {
  return uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0);
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
