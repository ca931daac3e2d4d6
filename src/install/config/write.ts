/**
 * Replaces or removes a config file in one step: whoever looks finds the old file or the new one, whatever
 * happens on the way. The new file is written beside the old one, synced, read back, checked, and renamed over it,
 * with mode and owner kept, provided that the old one still has the bytes that were read.
 */

import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UltragitError } from '../../errors.ts';
import { claimPath, releaseClaim, takeClaim } from './claim.ts';
import { type ConfigFile, encode, errorCode, readConfig, refused } from './config-file.ts';

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const PATIENCE_MS = 20_000;

/** The new text, or undefined when the file should be removed. */
export type Change = (old: string | undefined) => string | undefined;

type Options = {
  /** For a file that does not exist yet. */
  mode: number;
  /** Content of a symlinked file that has nothing left in it. */
  empty: string;
  /** Throws when the text on the disk is not the intended one. */
  check: (old: string | undefined, written: string) => void;
  /** Also remove the file's directory, if that leaves it empty. */
  removeDirectory: boolean;
};

export async function changeFile(path: string, change: Change, options: Options): Promise<void> {
  try {
    const { real } = readConfig(path);
    const deadline = Date.now() + PATIENCE_MS;
    while (!attempt(path, change, options)) {
      if (Date.now() > deadline) throw busy(path, real);
      await wait(5 + Math.random() * 20);
    }
    if (options.removeDirectory && !existsSync(real)) removeIfEmpty(dirname(real));
  } catch (error) {
    throw explained(path, error);
  }
}

const busy = (path: string, real: string): UltragitError =>
  refused(
    path,
    'keeps being changed by another program',
    'Close that program and try again.',
    `If there is none, remove ${claimPath(real)}.`,
  );

/** False when another writer is at work or was faster, so that the file has to be read again. */
function attempt(path: string, change: Change, options: Options): boolean {
  const { real } = readConfig(path);
  mkdirSync(dirname(real), { recursive: true });
  const temporary = takeClaim(real);
  if (temporary === undefined) return false;
  try {
    const file = readConfig(path);
    return file.real === real && replace(file, temporary, change, options);
  } finally {
    releaseClaim(temporary);
  }
}

function replace(file: ConfigFile, temporary: string, change: Change, options: Options): boolean {
  const next = change(file.text);
  if (next === file.text) return true;
  if (file.stats && (file.stats.mode & 0o222) === 0) {
    throw refused(file.path, 'is read-only', 'Make it writable, or add the entry by hand.');
  }
  if (next === undefined && !file.isLink) {
    if (!isUnchanged(file)) return false;
    unlinkSync(file.real);
    return true;
  }
  try {
    writeTemporary(temporary, file, next ?? options.empty, options.mode);
    options.check(file.text, decode(temporary));
    if (!isUnchanged(file)) return false;
    renameSync(temporary, file.real);
    return true;
  } catch (error) {
    // Another writer took us for dead and removed the claim.
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function writeTemporary(temporary: string, file: ConfigFile, text: string, mode: number): void {
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL, mode);
  try {
    writeAll(fd, encode(file, text));
    if (file.stats) keepOwnerAndMode(fd, file.stats);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A disk that fills up may take a part; then the next write says so. */
function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
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

const decode = (path: string): string => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));

function isUnchanged(file: ConfigFile): boolean {
  const now = readConfig(file.path);
  if (now.real !== file.real) return false;
  return now.bytes === undefined ? file.bytes === undefined : file.bytes?.equals(now.bytes) === true;
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
