import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LARGEST, readGitFile } from './git-file.ts';

/**
 * What git would come upon first when it looks for the repository of a directory, as text that differs when
 * another repository is there. It costs a few calls to stat, so it can be asked before every query. Undefined where
 * there is none.
 */
export function landmark(directory: string): string | undefined {
  const start = resolve(directory);
  for (let at = start; ; at = dirname(at)) {
    const found = describe(join(at, '.git'));
    if (found !== undefined) return found;
    if (at === dirname(at)) return describe(join(start, 'objects'));
  }
}

/** A worktree and a submodule have a file there, which says where their git directory is. */
function describe(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stats) return undefined;
  const content = stats.isFile() && stats.size <= LARGEST.line ? readGitFile(path) : '';
  return `${path} ${stats.dev} ${stats.ino} ${content}`;
}
