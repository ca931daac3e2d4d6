import { closeSync } from 'node:fs';
import { allocate, openCacheFile, readInto, userAndTime } from './files.ts';

/**
 * Sixteen digits to name a file by. They need not be unique where the file has the whole key: `node:crypto` takes longer
 * to load than it takes to read such a file.
 */
export function digitsOf(key: string): string {
  const half = (seed: number) => {
    let hash = seed;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  };
  return `${half(0x811c9dc5)}${half(0x01234567)}`;
}

/** The text of a cache file of at most so many bytes, under the conditions of `openCacheFile`. */
export function readSmallFile(path: string, largest: number): string | undefined {
  const found = openCacheFile(path, userAndTime());
  if (!found) return undefined;
  const { file, size } = found;
  const bytes = size <= largest ? allocate(size) : undefined;
  const isRead = bytes && readInto(file, bytes, 0, size);
  closeSync(file);
  return isRead ? bytes.toString() : undefined;
}
