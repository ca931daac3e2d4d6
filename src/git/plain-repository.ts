import { accessSync, constants, lstatSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Location } from './discover.ts';
import { upwardsFrom } from './dot-git.ts';
import { readGitFile } from './git-file.ts';
import { isPlainConfig } from './plain-config.ts';

const LARGEST_CONFIG = 64 * 1024;
const HEAD = /^(ref: refs\/heads\/\S+|[0-9a-f]{40})\n$/;

/**
 * The repository that git would find for a directory, without a process; undefined where that is not plain to see, so that
 * git must be asked. Plain is a `.git` directory of the user's own, on the same disk, whose config says nothing
 * unusual: one for which git consults no `safe.directory`.
 */
export function findPlainRepository(directory: string, uid = process.geteuid?.()): Location | undefined {
  if (uid === undefined) return undefined;
  try {
    return findFrom(realpathSync.native(directory), uid);
  } catch {
    return undefined;
  }
}

function findFrom(start: string, uid: number): Location | undefined {
  const { dev } = lstatSync(start);
  for (const at of upwardsFrom(start)) {
    const here = lstatSync(at);
    // Git does not go on to another disk.
    if (here.dev !== dev) return undefined;
    const dotGit = stats(join(at, '.git'));
    if (dotGit) {
      const isOwn = here.uid === uid && dotGit.uid === uid;
      return isOwn && dotGit.isDirectory() ? plainAt(at) : undefined;
    }
    // It may be a git directory itself.
    if (stats(join(at, 'HEAD'))) return undefined;
  }
  return undefined;
}

function plainAt(root: string): Location | undefined {
  const gitDir = join(root, '.git');
  const isWhole = ['objects', 'refs'].every(name => stats(join(gitDir, name))?.isDirectory());
  const isFile = ['HEAD', 'config'].every(name => stats(join(gitDir, name))?.isFile());
  if (!isWhole || !isFile || stats(join(gitDir, 'commondir'))) return undefined;
  for (const name of ['objects', 'refs']) accessSync(join(gitDir, name), constants.X_OK);
  if (!HEAD.test(readGitFile(join(gitDir, 'HEAD')) ?? '')) return undefined;
  if (!isPlainConfig(readGitFile(join(gitDir, 'config'), LARGEST_CONFIG) ?? '')) return undefined;
  return { root, gitDir, commonDir: gitDir, objectFormat: 'sha1' };
}

function stats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
