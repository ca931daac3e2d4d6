import { basename, dirname, join, resolve } from 'node:path';
import type { Location } from './discover.ts';
import { realPath } from './dot-git.ts';
import { isReadable, LARGEST } from './git-file.ts';

/**
 * The index from which the next commit is made. While git runs the hooks of `git commit -a`, or of one that names files,
 * that is another one beside it, which `GIT_INDEX_FILE` names. One elsewhere is none of this repository.
 */
export function indexFile({ root = '', gitDir }: Location, named: string | undefined): string {
  const usual = join(gitDir, 'index');
  const meant = named ? resolve(root, named) : usual;
  const isBeside = realPath(dirname(meant)) === realPath(gitDir);
  const path = isBeside ? join(gitDir, basename(meant)) : usual;
  // Git would wait for ever for a pipe in its place.
  return isReadable(path, LARGEST.list) ? path : usual;
}
