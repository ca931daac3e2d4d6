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

/** The absolute path of git: one that was planted in the working directory is never run. */
export function findGit(path = ''): string {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const directory of path.split(delimiter).filter(isAbsolute)) {
    const candidate = join(directory, name);
    if (isExecutable(candidate)) return candidate;
  }
  throw notFound();
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
