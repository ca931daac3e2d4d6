/** The top level of the repository that a directory is in, as git finds it; undefined when it is in none. */

import { spawnSync } from 'node:child_process';
import { UltragitError } from '../errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

export function repositoryRoot(directory: string, env: Env): string | undefined {
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
  const git = spawnSync(
    'git',
    [
      '-c',
      'safe.bareRepository=explicit',
      '-C',
      directory,
      'rev-parse',
      '--path-format=absolute',
      '--show-toplevel',
    ],
    { env: clean, encoding: 'utf8', timeout: 10_000 },
  );
  if (git.error && 'code' in git.error && git.error.code === 'ENOENT') {
    throw new UltragitError('git_missing', 'git was not found on the PATH.', [
      'Install git, then try again.',
    ]);
  }
  return git.status === 0 ? git.stdout.replace(/\r?\n$/, '') : undefined;
}
