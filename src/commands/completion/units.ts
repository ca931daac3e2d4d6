import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { outline } from '../../syntax/outline.ts';

/** What `outline` would take. */
const LARGEST = 2 * 1024 * 1024;

/** The names of a file's units, as it is on disk; git is not asked. None where it is no file, or in no known language. */
export async function unitNames(path: string, cwd: string): Promise<string[]> {
  const file = [resolve(cwd, path), ...fromRoot(path, cwd)].find(isSmallFile);
  if (file === undefined) return [];
  const { units } = { units: [], ...(await outline(file, readFileSync(file))) };
  return [...new Set(units.map(({ name }) => name))];
}

/** Paths may count from the root of the repository, too. */
function fromRoot(path: string, cwd: string): string[] {
  for (let directory = resolve(cwd); ; directory = dirname(directory)) {
    if (statSync(join(directory, '.git'), { throwIfNoEntry: false })) return [join(directory, path)];
    if (directory === dirname(directory)) return [];
  }
}

/** Reading anything else, such as a pipe, might wait for ever. */
function isSmallFile(path: string): boolean {
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= LARGEST;
  } catch {
    return false;
  }
}
