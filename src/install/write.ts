/**
 * Replaces or removes a config file in one step: whoever looks finds the old file or the new one, whatever
 * happens on the way. The new one is written beside it under a name nobody can guess, synced, read back and
 * checked, and renamed over it, with mode and owner kept.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UltragitError } from '../errors.ts';
import { type ConfigFile, encode, errorCode, readConfig, refused } from './config-file.ts';
import { takeLock } from './lock.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = constants;

/** The new text, or undefined when the file should go. */
export type Change = (old: string | undefined) => string | undefined;

type Options = {
  /** For a file that is not there yet. */
  mode: number;
  /** What stays of a symlinked file that has nothing left in it. */
  empty: string;
  /** Throws when the text on the disk is not what was meant. */
  check: (old: string | undefined, written: string) => void;
  /** Also remove the file's directory, if that leaves it empty. */
  removeDirectory: boolean;
};

export async function changeFile(path: string, change: Change, options: Options): Promise<void> {
  try {
    const { real } = readConfig(path);
    mkdirSync(dirname(real), { recursive: true });
    const lock = await takeLock(join(dirname(real), `.${basename(real)}.ultragit-lock`));
    try {
      sweep(real);
      repeat(() => attempt(path, change, options, lock.isHeld), path);
    } finally {
      lock.release();
    }
    if (options.removeDirectory && !existsSync(real)) removeIfEmpty(dirname(real));
  } catch (error) {
    throw explained(path, error);
  }
}

function repeat(attempt: () => boolean, path: string): void {
  for (let tries = 0; tries < 20; tries++) if (attempt()) return;
  throw refused(
    path,
    'keeps changing while ultragit reads it',
    'Close the program that writes it, and try again.',
  );
}

/** False when somebody else changed the file meanwhile, so that it has to be read again. */
function attempt(path: string, change: Change, options: Options, isHeld: () => boolean): boolean {
  const file = readConfig(path);
  const next = change(file.text);
  if (next === file.text) return true;
  if (file.stats && (file.stats.mode & 0o222) === 0) {
    throw refused(path, 'is read-only', 'Make it writable, or add the entry by hand.');
  }
  if (next === undefined && !file.isLink) {
    if (!isUnchanged(file) || !isHeld()) return false;
    unlinkSync(file.real);
    return true;
  }
  const temporary = writeBeside(file, next ?? options.empty, options);
  try {
    options.check(file.text, decodeBack(temporary));
    if (!isUnchanged(file) || !isHeld()) return false;
    renameSync(temporary, file.real);
    syncDirectory(dirname(file.real));
    return true;
  } finally {
    discard(temporary);
  }
}

function writeBeside(file: ConfigFile, text: string, options: Options): string {
  const temporary = `${temporaryPrefix(file.real)}${randomBytes(6).toString('hex')}.tmp`;
  const fd = openSync(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, options.mode);
  try {
    writeAll(fd, encode(file, text));
    if (file.stats) keepOwnerAndMode(fd, file.stats);
    fsyncSync(fd);
  } catch (error) {
    discard(temporary);
    throw error;
  } finally {
    closeSync(fd);
  }
  return temporary;
}

/** A disk that fills up may take a part; then the next write says so. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
}

/** Best effort: what can't be removed now is swept by the next run, and must not hide the first error. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

function keepOwnerAndMode(fd: number, stats: { uid: number; gid: number; mode: number }): void {
  try {
    fchownSync(fd, stats.uid, stats.gid);
  } catch (error) {
    // Only root may give a file away; then it stays with the one who runs this.
    if (errorCode(error) !== 'EPERM') throw error;
  }
  fchmodSync(fd, stats.mode & 0o7777);
}

const decodeBack = (path: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));

function isUnchanged(file: ConfigFile): boolean {
  const now = readConfig(file.path);
  if (now.real !== file.real) return false;
  return now.bytes === undefined ? file.bytes === undefined : file.bytes?.equals(now.bytes) === true;
}

const temporaryPrefix = (real: string): string => join(dirname(real), `.${basename(real)}.ultragit-`);

/** A temporary file, or a dead lock that was set aside. */
const LEFTOVER = /^(?:[0-9a-f]{12}\.tmp|lock\.[0-9a-f]{12})$/;

/** Removes what a killed writer left behind; we hold the lock, so no living one owns it. */
function sweep(real: string): void {
  const prefix = basename(temporaryPrefix(real));
  for (const name of readdirSync(dirname(real))) {
    const isTemporary = name.startsWith(prefix) && LEFTOVER.test(name.slice(prefix.length));
    const path = join(dirname(real), name);
    if (isTemporary && lstatSync(path).isFile()) rmSync(path, { force: true });
  }
}

/** Not every platform can sync a directory, and the rename has happened by now. */
function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, O_RDONLY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {}
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {}
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
  ENOTDIR: 'a file stands where a directory should be',
};

function explained(path: string, error: unknown): unknown {
  if (error instanceof UltragitError || !(error instanceof Error) || !('code' in error)) return error;
  const code = errorCode(error);
  return new UltragitError('host_config', `${path} could not be written: ${REASONS[code] ?? code}.`, [
    'The file is as it was; mend the cause and try again.',
  ]);
}
