/** The top of the work tree around a directory, through the one discovery that all commands share. */

import { resolve } from 'node:path';
import { UltragitError } from '../errors.ts';
import { discover } from '../git/discover.ts';

type Caller = { cwd: string; env: Readonly<Record<string, string | undefined>> };

export async function repositoryRoot({ cwd, env }: Caller, repo = '.'): Promise<string> {
  const { root, gitDir } = await discover(resolve(cwd, repo), env);
  if (root !== undefined) return root;
  throw new UltragitError('host_config', `${gitDir} is a bare repository, which has no place for a config.`, [
    'Run this in a clone or a worktree of it.',
  ]);
}

/** For what also makes sense elsewhere: the user's own files are there without a repository. */
export async function rootIfAny(caller: Caller, repo?: string): Promise<string | undefined> {
  try {
    return await repositoryRoot(caller, repo);
  } catch (error) {
    if (error instanceof UltragitError && ['not_a_repository', 'host_config'].includes(error.code))
      return undefined;
    throw error;
  }
}
