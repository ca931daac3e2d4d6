import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { notFound } from './failures.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The real repository, with the user's git, config and environment. */
export type UserPlace = { mode: 'user'; git: string; env: Environment; cwd?: string };

/** A private git directory, in which only commands that read may run. */
export type PrivatePlace = { mode: 'private'; git: string; env: Environment; cwd: string };

/** As the user, but with no variable that could point git somewhere else, and in the words of `stderr.ts`. */
export function asUser(env: Environment, cwd?: string): UserPlace {
  const own = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return { mode: 'user', git: findGit(env.PATH), env: { ...Object.fromEntries(own), LC_ALL: 'C' }, cwd };
}

/** The absolute path of git. */
export function findGit(path = ''): string {
  const git = findOnPath([process.platform === 'win32' ? 'git.exe' : 'git'], path);
  if (git === undefined) throw notFound();
  return git;
}

/** A program by one of its names; one that was planted in the working directory is never run. */
export function findOnPath(names: readonly string[], path = ''): string | undefined {
  const directories = path.split(delimiter).filter(isAbsolute);
  return directories.flatMap(directory => names.map(name => join(directory, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
