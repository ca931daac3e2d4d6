import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, resolve } from 'node:path';
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
  const normal = posix.normalize(path).replace(/(?<!\/)\/+$/, '');
  if (normal === '..' || normal.startsWith('../')) throw outside(asked);
  return normal === '.' ? '' : normal;
}

/**
 * Through links above the repository: /tmp may be one, and so may a home. Links inside it stay in the path, so that
 * they are followed, or refused, as what they are.
 */
function relativeToRoot(root: string, path: string): string {
  const direct = relative(root, path);
  if (!leaves(direct)) return direct;
  const top = realpathSync(root);
  for (const directory of fromTheTop(resolve(path))) {
    const way = relative(top, realPath(directory));
    if (!leaves(way)) return join(way, relative(directory, path));
  }
  return direct;
}

/** `/`, `/a`, `/a/b`: a path and all directories around it. */
function fromTheTop(path: string): string[] {
  const around = dirname(path);
  return around === path ? [path] : [...fromTheTop(around), path];
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function leaves(way: string): boolean {
  return way === '..' || way.startsWith('../') || isAbsolute(way);
}

export function outside(path: string): UltragitError {
  return new UltragitError('outside_repository', `Path outside repository: ${path}`, [
    'Paths are relative to the repository root.',
  ]);
}
