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
  let missing: string | undefined;
  if (root !== undefined && directory !== undefined && !isAbsolute(asked)) {
    const here = relative(realpathSync(root), realpathSync(directory)).split(sep).join('/');
    const local = posix.join(here, asked);
    const inside = here !== '' && !here.startsWith('..') && local !== '..' && !local.startsWith('../');
    const isHere = inside && (await exists(repository, commit, local));
    // `../a` can only mean the one beside this directory, there or not.
    if (isHere || (inside && /^\.\.?(\/|$)/.test(asked))) return { path: local, exists: isHere };
    if (inside) missing = local;
  }
  const path = normalisePath(asked, root);
  return { path: asked, exists: await exists(repository, commit, path), local: missing };
}

export async function exists(
  repository: Repository,
  commit: Commit | undefined,
  path: string,
): Promise<boolean> {
  const { root } = repository.location;
  if (root !== undefined && onDisk(root, path)) return true;
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
