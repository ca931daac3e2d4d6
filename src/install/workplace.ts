/** Where a command runs: the repository around it, or the plain directory that may become one. */

import { resolve } from 'node:path';
import { UltragitError } from '../errors.ts';
import { discover } from '../git/discover.ts';

type Caller = { cwd: string; env: Readonly<Record<string, string | undefined>> };

export type Workplace = { root: string; isRepository: boolean };

/** A directory that was named has to be in a repository, for a typing mistake would go unseen. */
export async function workplace({ cwd, env }: Caller, repo?: string): Promise<Workplace> {
  try {
    const { root, gitDir } = await discover(resolve(cwd, repo ?? '.'), env);
    if (root !== undefined) return { root, isRepository: true };
    throw new UltragitError(
      'host_config',
      `${gitDir} is a bare repository, which has no place for a config.`,
      ['Run this in a clone or a worktree of it.'],
    );
  } catch (error) {
    if (repo === undefined && isNone(error)) return { root: resolve(cwd), isRepository: false };
    throw error;
  }
}

/** For what also makes sense elsewhere: the user's own files are there without a repository. */
export async function anyWorkplace(caller: Caller, repo?: string): Promise<Workplace> {
  try {
    return await workplace(caller, repo);
  } catch (error) {
    if (isNone(error) || (error instanceof UltragitError && error.code === 'host_config')) {
      return { root: resolve(caller.cwd, repo ?? '.'), isRepository: false };
    }
    throw error;
  }
}

const isNone = (error: unknown): boolean =>
  error instanceof UltragitError && error.code === 'not_a_repository';
