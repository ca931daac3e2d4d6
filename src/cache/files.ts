import {
  type BigIntStats,
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

export type UserAndTime = { uid: number | undefined; now: number };

export type CacheFile = { bytes: Buffer; modified: number };

export type OpenFile = { file: number; size: number; modified: number };

const DAY = 24 * 60 * 60 * 1000;
const UNUSED_AFTER = 30 * DAY;
const ABANDONED_AFTER = DAY / 24;
const MAX_ENTRIES = 1_000;
const MAX_BYTES = 1024 * 1024 * 1024;
const MOST_VALUES = 100_000;
const BLOCK = 4096;
/** What is left of a limit that was exceeded. */
const KEPT = 15 / 16;
/** What is first looked up needs these; node would have to compile what makes the others. */
const EXACTLY = { bigint: true } as const;
const OUR_FILE =
  /^(notes-[0-9a-f]{32}\.(base|delta|findings|part-\d{1,3})|sources-[0-9a-f]{16}\.json|hook-[0-9a-f]{16}\.(quiet|shown|late)|program-[\w.-]+\.code)(\.[0-9a-f]{16}\.tmp)?$/;

export function userAndTime(): UserAndTime {
  return { uid: process.getuid?.(), now: Date.now() };
}

/** A cache file, if it is a plain file of our own that nobody else may read or write. */
export function openCacheFile(path: string, { uid, now }: UserAndTime): OpenFile | undefined {
  return attempt(() => {
    if (!isPrivateTo(uid, lstatSync(dirname(path), EXACTLY))) return undefined;
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(file, EXACTLY);
    if (!found.isFile() || !isPrivateTo(uid, found) || found.size > MAX_BYTES) {
      closeSync(file);
      return undefined;
    }
    const modified = Number(found.mtimeNs) / 1e6;
    if (now - modified > DAY) attempt(() => futimesSync(file, now / 1000, now / 1000));
    return { file, size: Number(found.size), modified };
  });
}

/** All bytes of a cache file, under the same conditions. */
export function readCacheFile(path: string, user: UserAndTime): CacheFile | undefined {
  const found = openCacheFile(path, user);
  if (!found) return undefined;
  const bytes = allocate(found.size);
  const isRead = bytes && readInto(found.file, bytes, 0, found.size);
  closeSync(found.file);
  return isRead ? { bytes, modified: found.modified } : undefined;
}

/** Not from the shared pool, so that 32-bit numbers in it are aligned; undefined where there is not enough memory. */
export function allocate(size: number): Buffer | undefined {
  return attempt(() => Buffer.from(new ArrayBuffer(size)));
}

/** Reads a part of a file to the same offsets of a buffer; false where it can't. */
export function readInto(file: number, buffer: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const count = attempt(() => readSync(file, buffer, at, end - at, at));
    if (!count) return false;
    at += count;
  }
  return true;
}

/** Writes a temporary file and renames it, so that readers see the old or the new file. False where it can't. */
export function writeCacheFile(path: string, bytes: Uint8Array, { uid }: UserAndTime): boolean {
  const temporary = `${path}.${random()}${random()}.tmp`;
  const written = attempt(() => {
    makeDirectory(dirname(path));
    if (!ensurePrivate(dirname(path), uid)) return false;
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

/** Adds to the end of a file, in one write, so that two writers do not mix; false where it can't. */
export function appendToCacheFile(path: string, text: string, user: UserAndTime): boolean {
  const written = attempt(() => {
    makeDirectory(dirname(path));
    if (!ensurePrivate(dirname(path), user.uid)) return false;
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      const found = fstatSync(file);
      if (!found.isFile() || !isPrivateTo(user.uid, found)) return false;
      writeSync(file, text);
      return true;
    } finally {
      closeSync(file);
    }
  });
  return written ?? false;
}

/** Eight digits that no other writer is likely to have; nobody else may write in the directory. */
function random(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** With its parents. Node's own `recursive` option never ends in places such as /proc. */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  attempt(() => mkdirSync(directory, { mode: 0o700 }));
}

/** Resolves the symlinks of a path, as far as it exists. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length));
  }
}

/** Makes a directory that is this user's alone, or takes others' access from it; false where it can't. */
export function makePrivateDirectory(directory: string, { uid }: UserAndTime): boolean {
  const made = attempt(() => {
    makeDirectory(directory);
    return ensurePrivate(directory, uid);
  });
  return made ?? false;
}

/** Whether a directory is there, no link, and this user's alone. */
export function isPrivateDirectory(directory: string, { uid }: UserAndTime): boolean {
  const found = attempt(() => lstatSync(directory, EXACTLY));
  return found?.isDirectory() === true && isPrivateTo(uid, found);
}

/** Takes others' access from a directory of this user; false for another user's, throws for a link. */
function ensurePrivate(directory: string, uid: number | undefined): boolean {
  if (uid === undefined) return true;
  const file = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(file);
    if (found.uid === uid && !isPrivateTo(uid, found)) fchmodSync(file, 0o700);
    return found.uid === uid;
  } finally {
    closeSync(file);
  }
}

/** False where it can't, or there is none. */
export function removeCacheFile(path: string): boolean {
  const removed = attempt(() => {
    unlinkSync(path);
    return true;
  });
  return removed ?? false;
}

/** Removes files that were not used for a month, and temporary files of killed writers. */
export function removeOldFiles(directory: string, user: UserAndTime): void {
  for (const name of cacheEntries(directory)) {
    if (OUR_FILE.test(name) && isOld(join(directory, name), user)) removeCacheFile(join(directory, name));
  }
}

function isOld(path: string, { uid, now }: UserAndTime): boolean {
  const found = attempt(() => lstatSync(path));
  const limit = path.endsWith('.tmp') ? ABANDONED_AFTER : UNUSED_AFTER;
  return found?.isFile() === true && isPrivateTo(uid, found) && now - found.mtimeMs > limit;
}

/** Removes what was not used for longest from a directory that has nothing but cache files, until the rest is within the limit. */
export function removeBeyond(directory: string, limit: number, user: UserAndTime): void {
  const files = (attempt(() => firstEntries(directory, MOST_VALUES)) ?? []).flatMap(name => {
    const path = join(directory, name);
    const found = attempt(() => lstatSync(path));
    return found?.isFile() ? [{ path, used: found.mtimeMs, size: sizeOnDisk(found) }] : [];
  });
  let left = files.reduce((sum, { size }) => sum + size, 0);
  const goal = left > limit ? limit * KEPT : limit;
  for (const { path, size } of files.sort((a, b) => a.used - b.used)) {
    if (left <= goal && !isOld(path, user)) continue;
    removeCacheFile(path);
    left -= size;
  }
}

function sizeOnDisk({ size }: Stats): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** The names in a cache directory; none where it can't be read. */
export function cacheEntries(directory: string): string[] {
  return attempt(() => firstEntries(directory)) ?? [];
}

/** Bounded, because anything may fill a cache directory. */
function firstEntries(directory: string, most = MAX_ENTRIES): string[] {
  const listing = opendirSync(directory);
  try {
    const names: string[] = [];
    for (let entry = listing.readSync(); entry && names.length < most; entry = listing.readSync()) {
      names.push(entry.name);
    }
    return names;
  } finally {
    listing.closeSync();
  }
}

function isPrivateTo(uid: number | undefined, { uid: owner, mode }: Stats | BigIntStats): boolean {
  return uid === undefined || (Number(owner) === uid && (Number(mode) & 0o077) === 0);
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
