/** Files of a git directory, read without ever waiting: what is there may be a pipe, a device, or larger than memory. */
import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { UltragitError } from '../errors.ts';
import { readRegularFile } from '../read-regular-file.ts';

const MEBIBYTE = 1024 * 1024;

/** In bytes: how large a file may be that holds one line, settings, or lists of refs and commits. */
export const LARGEST = { line: 64 * 1024, config: 16 * MEBIBYTE, list: 256 * MEBIBYTE } as const;

/** The text of a file; undefined where there is none. What git would wait for is an error that names it. */
export function readGitFile(path: string, largest: number = LARGEST.line): string | undefined {
  return isReadable(path, largest) ? readRegularFile(path, largest) : undefined;
}

/** A file that holds a path, which may end in a space. */
export function readGitPath(path: string): string | undefined {
  return withoutEnd(readGitFile(path), '\r\n');
}

/** The file of a ref, as git reads it: one that is a link to the name of a ref stands for that. */
export function readRefFile(path: string): string | undefined {
  return linkedRef(path) ?? withoutEnd(readGitFile(path), ' \t\r\n');
}

function linkedRef(path: string): string | undefined {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
    const target = readlinkSync(path);
    return target.startsWith('refs/') ? `ref: ${target}` : undefined;
  } catch {
    return undefined;
  }
}

function withoutEnd(text: string | undefined, characters: string): string | undefined {
  let end = text?.length ?? 0;
  while (end > 0 && characters.includes(text?.[end - 1] ?? '\0')) end--;
  return text?.slice(0, end);
}

/** Whether there is a file to read; throws for one that would never end. Links are followed, as git follows them. */
export function isReadable(path: string, largest: number): boolean {
  const found = look(path);
  if (!found || found.isDirectory()) return false;
  if (!found.isFile()) throw oddFile(path, `is ${kindOf(found)}, where git expects a file`);
  if (found.size > largest)
    throw oddFile(path, `is ${inMebibytes(found.size)} MiB, which git never makes it`);
  return true;
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function kindOf(found: Stats): string {
  if (found.isFIFO()) return 'a named pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

const inMebibytes = (bytes: number): number => Math.max(1, Math.round(bytes / MEBIBYTE));

function oddFile(path: string, problem: string): UltragitError {
  return new UltragitError('git_failed', `${path} ${problem}.`, [
    'Nothing was read. Find out who put it there, and move it away; then `git fsck` says what is missing.',
  ]);
}
