import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, posix, relative, sep } from 'node:path';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { normalisePath } from './normalise-path.ts';

/**
 * From a subdirectory a path may be relative to it, as for git; that reading wins where it exists. Where
 * neither does, `local` is what that reading would be.
 */
export async function findPath(
  asked: string,
  repository: Repository,
  commit: Commit | undefined,
  directory: string | undefined,
): Promise<{ path: string; exists: boolean; local?: string }> {
  const { root } = repository.location;
  const here = isAbsolute(asked) ? undefined : subdirectory(root, directory);
  const local = here === undefined ? undefined : posix.join(here, asked);
  if (local === undefined || local === '..' || local.startsWith('../')) {
    return { path: asked, exists: await exists(repository, commit, normalisePath(asked, root)) };
  }
  const isHere = await exists(repository, commit, local);
  // `../a` can only mean the one beside this directory, there or not.
  if (isHere || /^\.\.?(\/|$)/.test(asked)) return { path: local, exists: isHere };
  return { path: asked, exists: await exists(repository, commit, normalisePath(asked, root)), local };
}

/** The way from the root down to a directory; none to the root itself, or to what is outside. */
function subdirectory(root: string | undefined, directory: string | undefined): string | undefined {
  if (root === undefined || directory === undefined) return undefined;
  try {
    const way = relative(realpathSync(root), realpathSync(directory)).split(sep).join('/');
    return way === '' || way === '..' || way.startsWith('../') ? undefined : way;
  } catch {
    return undefined;
  }
}

export async function exists(
  repository: Repository,
  commit: Commit | undefined,
  path: string,
): Promise<boolean> {
  const { root } = repository.location;
  const isThere = root !== undefined && onDisk(root, path) !== undefined;
  if (root !== undefined) repository.witness.presence(path, isThere);
  if (isThere) return true;
  return commit !== undefined && (await repository.entryAt(commit, path)) !== undefined;
}

export function onDisk(root: string, path: string): 'file' | 'directory' | 'link' | 'other' | undefined {
  try {
    const stats = lstatSync(join(root, path));
    if (stats.isSymbolicLink()) return 'link';
    if (stats.isDirectory()) return 'directory';
    return stats.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
}
