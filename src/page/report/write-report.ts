import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { UltragitError } from '../../errors.ts';
import { REPORT_MARK } from './document.ts';

type WriteOptions = {
  /** Also replaces a file that is no report of ours. */
  force: boolean;
  /** Directories in which nothing is ever written: those of git. */
  never: readonly string[];
};

/** The mark stands in the head of the document. */
const LOOKED_AT = 4096;
const FOR_ALL = 0o666;

/** Throws where a report may not be written, before anybody takes the trouble to make one. Gives what it replaces. */
export function claimReport(path: string, { force, never }: WriteOptions): Stats | undefined {
  const directory = realDirectory(path);
  if (never.some(place => isInside(directory, place))) {
    throw refused(`${path} is inside the git directory.`, 'Name a file elsewhere.');
  }
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there) return undefined;
  if (!there.isFile()) throw refused(`${path} is not a regular file.`, 'Name a file.');
  if (!force && there.size > 0 && !isReport(path)) {
    throw refused(`${path} is there already, and it is no report.`, 'Name another file, or use --force.');
  }
  return there;
}

/** Writes one file in one step: whoever looks finds the old one or the whole of the new one. */
export function writeReport(path: string, html: string, options: WriteOptions): void {
  const temporary = join(dirname(path), `.${basename(path)}.ultragit-${randomBytes(6).toString('hex')}`);
  let isMade = false;
  try {
    const file = openSync(temporary, 'wx', FOR_ALL);
    isMade = true;
    try {
      writeFileSync(file, html);
      const old = claimReport(path, options);
      if (old) fchmodSync(file, old.mode & 0o777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    if (isMade) unlinkSync(temporary);
    throw explained(path, error);
  }
}

function isReport(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(LOOKED_AT);
    return start.toString('latin1', 0, readSync(file, start)).includes(REPORT_MARK);
  } finally {
    closeSync(file);
  }
}

function realDirectory(path: string): string {
  try {
    return realpathSync(dirname(path));
  } catch {
    throw refused(`${dirname(path)} is no directory that can be written to.`, 'Make it first.');
  }
}

function isInside(directory: string, place: string): boolean {
  const way = relative(realpathSync(place), directory);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

function refused(message: string, hint: string): UltragitError {
  return new UltragitError('not_written', message, [hint]);
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'its name is too long',
};

function explained(path: string, error: unknown): unknown {
  if (error instanceof UltragitError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  return refused(`${path} could not be written: ${REASONS[code] ?? code}.`, 'Mend the cause and try again.');
}
