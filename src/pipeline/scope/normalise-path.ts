import { realpathSync } from 'node:fs';
import { isAbsolute, posix, relative } from 'node:path';
import { UltragitError } from '../../errors.ts';

/** A path as asked: relative to the root and normalised, or refused. Nothing is looked up yet. */
export function normalisePath(asked: string, root: string | undefined): string {
  if (asked.trim() === '') {
    throw new UltragitError('bad_argument', 'The path is empty.', ['Name a file, for example src/main.ts.']);
  }
  if (asked.includes('\0')) {
    throw new UltragitError('bad_argument', 'The path contains a NUL character.', ['Name a file.']);
  }
  let path = asked;
  if (isAbsolute(asked)) {
    if (root === undefined) throw outside(asked);
    path = relativeToRoot(root, asked);
  }
  const normal = posix.normalize(path).replace(/\/+$/, '');
  if (normal === '..' || normal.startsWith('../')) throw outside(asked);
  return normal === '.' ? '' : normal;
}

/** Through the links on both sides: /tmp may be a link, and so may a directory above the repository. */
function relativeToRoot(root: string, path: string): string {
  const direct = relative(root, path);
  return direct.startsWith('..') ? relative(realpathSync(root), path) : direct;
}

export function outside(path: string): UltragitError {
  return new UltragitError('outside_repository', `Path outside repository: ${path}`, [
    'Paths are relative to the repository root.',
  ]);
}
