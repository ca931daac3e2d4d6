/** From a fast-import stream to a repository with a work tree, in a directory that is empty and ours. */
import { UltragitError } from '../errors.ts';
import { asUser } from './run/place.ts';
import { runGit } from './run/runner.ts';
import { startSimpleGit } from './run/start-simple-git.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Nothing of the user's own config takes part: a template could bring hooks, and `autocrlf` other lines. */
const ALONE = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

const STEPS = [
  ['init', '-q', '-b', 'main', '--template='],
  ['fast-import', '--quiet'],
  ['reset', '-q', '--hard', 'main'],
] as const;

export async function buildSampleRepository(
  directory: string,
  history: string,
  env: Environment,
): Promise<void> {
  const user = asUser(env, directory);
  const place = { ...user, env: { ...user.env, ...ALONE } };
  for (const args of STEPS) {
    const { exitCode } = await runGit({ place, args, input: history }, {}, startSimpleGit);
    if (exitCode !== 0) throw notBuilt(args[0], directory);
  }
}

function notBuilt(step: string, directory: string): UltragitError {
  return new UltragitError(
    'git_failed',
    `git ${step} could not build the sample repository in ${directory}.`,
    ['Check that there is room on that disk, or name another directory in TMPDIR.'],
  );
}
