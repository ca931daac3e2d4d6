import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * What is in a file that somebody else may have put there; undefined where it can't be read, is no regular file, or is
 * larger than it may be. A pipe or a device is neither waited for nor read.
 */
export function readRegularBytes(path: string, mostBytes: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** The same as text. */
export function readRegularFile(path: string, mostBytes: number): string | undefined {
  return readRegularBytes(path, mostBytes)?.toString();
}
