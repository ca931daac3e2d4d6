import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LARGEST_FILE, type Repository } from '../../git/repository.ts';
import { insideRoot } from '../../inside.ts';

/** What is on disk in the place of a file: its bytes, or nothing. */
export type PlainFile = { data?: Buffer };

/**
 * Reads files of the work tree that no link leads to, many of one directory in a row; undefined where something else than
 * a file is there, for which `findPlace` says more. It looks at directories once, so it serves one answer.
 */
export function plainFiles({
  location: { root },
  witness,
}: Repository): (path: string) => PlainFile | undefined {
  const directories = new Map<string, boolean>();
  const isPlain = (top: string, directory: string) => {
    const known = directories.get(directory) ?? insideRoot(top, directory) === join(top, directory);
    directories.set(directory, known);
    return known;
  };
  return path => {
    if (root === undefined) return {};
    witness.path(path);
    if (path.includes('\\') || !isPlain(root, path.slice(0, Math.max(0, path.lastIndexOf('/')))))
      return undefined;
    return readPlain(join(root, path));
  };
}

function readPlain(file: string): PlainFile | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) return {};
    return stats.isFile() && stats.size <= LARGEST_FILE ? { data: readFileSync(file) } : undefined;
  } catch {
    return undefined;
  }
}
