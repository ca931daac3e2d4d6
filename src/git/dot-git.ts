import { realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isReadable, LARGEST, readGitPath } from './git-file.ts';

const OF_GIT_DIR = { HEAD: LARGEST.line, commondir: LARGEST.line };
const POINTER = 'gitdir: ';
const CONFIGS = { config: LARGEST.config, 'config.worktree': LARGEST.config };

/** A directory and those above it. */
export function* upwardsFrom(directory: string): Generator<string> {
  for (let at = directory; ; at = dirname(at)) {
    yield at;
    if (at === dirname(at)) return;
  }
}

/**
 * The top of the work tree of a git directory that git found from `directory`: where the `.git` lies that is this git
 * directory, or names it. What the config says about it (`core.worktree`) is never asked.
 */
export function topLevel(gitDir: string, directory: string): string | undefined {
  const found = realPath(gitDir);
  for (const at of upwardsFrom(realPath(directory))) {
    const named = gitDirAt(at);
    if (named !== undefined && realPath(named) === found) return at;
  }
  return undefined;
}

/** A clause, and whether it is that the git directory is not there any more. */
type Fault = { problem: string; isGone?: true };

/** What is wrong with the first `.git` above a directory in which git finds no repository; undefined where there is none. */
export function faultAbove(directory: string): Fault | undefined {
  for (const at of upwardsFrom(realPath(directory))) {
    const dotGit = join(at, '.git');
    const found = statOf(dotGit);
    if (!found) continue;
    const gitDir = gitDirAt(at);
    if (gitDir === undefined) return { problem: `${dotGit} is a file that names no git directory` };
    if (!statOf(gitDir)) return { problem: `${dotGit} names ${gitDir}, which does not exist`, isGone: true };
    const common = commonDirOf(gitDir);
    // A directory that only has this name does not matter to git, either.
    if (!['objects', 'refs'].every(name => statOf(join(common, name))?.isDirectory())) continue;
    const head = join(gitDir, 'HEAD');
    return { problem: statOf(head) ? `${head} names neither a branch nor a commit` : `${head} is missing` };
  }
  return undefined;
}

/** Throws where git, looking for the repository of a directory, would open something that is no file, and wait. */
export function refuseOddFilesAbove(directory: string): void {
  for (const at of upwardsFrom(realPath(directory))) {
    const named = gitDirAt(at);
    // Every directory may itself be a git directory, and git looks.
    for (const gitDir of named === undefined ? [at] : [named, at]) {
      refuse(gitDir, OF_GIT_DIR);
      if (statOf(join(gitDir, 'HEAD')) === undefined) continue;
      refuse(gitDir, CONFIGS);
      refuse(commonDirOf(gitDir), CONFIGS);
      if (gitDir === named) return;
    }
  }
}

function refuse(directory: string, files: Readonly<Record<string, number>>): void {
  for (const [name, largest] of Object.entries(files)) isReadable(join(directory, name), largest);
}

function commonDirOf(gitDir: string): string {
  return resolve(gitDir, readGitPath(join(gitDir, 'commondir')) ?? '.');
}

/** What `.git` in a directory stands for: itself, or, where it is a file, what that names. */
function gitDirAt(at: string): string | undefined {
  const dotGit = join(at, '.git');
  if (statOf(dotGit)?.isDirectory()) return dotGit;
  const pointer = readGitPath(dotGit);
  return pointer?.startsWith(POINTER) ? resolve(at, pointer.slice(POINTER.length)) : undefined;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The path as it is where there is nothing. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
