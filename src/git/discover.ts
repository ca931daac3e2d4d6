import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { UltragitError } from '../errors.ts';
import { findGit, type GitOutput, nonsense, runGit, withoutGitVariables } from './run.ts';

/** Where a repository lives. `root` is the top of the work tree; a bare repository has none. */
export type Location = {
  root?: string;
  gitDir: string;
  commonDir: string;
  objectFormat: 'sha1' | 'sha256';
};

type Environment = Readonly<Record<string, string | undefined>>;

type Limits = { signal?: AbortSignal; deadline?: number };

const COMMON = ['rev-parse', '--path-format=absolute', '--absolute-git-dir', '--git-common-dir'];

/** Git's own words on where the repository is, which a caller may ask for before it has loaded anything else. */
export function askWhere(directory: string, env: Environment, limits?: Limits): Promise<GitOutput> {
  const args = ['-c', 'safe.bareRepository=explicit', '-C', directory, ...COMMON];
  return ask([...args, '--show-object-format', '--show-toplevel'], env, limits);
}

async function ask(args: readonly string[], env: Environment, limits?: Limits): Promise<GitOutput> {
  return runGit(findGit(env.PATH), args, { env: { ...withoutGitVariables(env), LC_ALL: 'C' }, ...limits });
}

/**
 * Finds the repository that holds `directory` with the user's own git and config, so that
 * `safe.directory` is enforced. Nothing of the repository's own config is trusted later.
 */
export async function discover(
  directory: string,
  env: Environment,
  { said, ...limits }: Limits & { said?: Promise<GitOutput | undefined> } = {},
): Promise<Location> {
  const answer = (await said) ?? (await askWhere(directory, env, limits));
  if (answer.exitCode === 0) {
    const [gitDir = '', commonDir = '', format, root = ''] = answer.stdout.trimEnd().split('\n');
    if (![gitDir, commonDir, root].every(isAbsolute)) throw nonsense('rev-parse');
    if (!contains(root, directory)) throw notARepository(directory);
    return { root, gitDir, commonDir, objectFormat: objectFormat(format) };
  }
  if (/bare repository|must be run in a work tree/.test(answer.stderr)) {
    const bare = await ask(['-C', directory, ...COMMON, '--show-object-format'], env, limits);
    const [gitDir = '', commonDir = '', format] = bare.stdout.trimEnd().split('\n');
    // Only a bare repository that was named itself: one that hides in a work tree is not picked up.
    if (bare.exitCode === 0 && real(gitDir) === real(directory)) {
      return { gitDir, commonDir, objectFormat: objectFormat(format) };
    }
  }
  throw refusal(answer.stderr, directory);
}

function objectFormat(text: string | undefined): Location['objectFormat'] {
  return text === 'sha256' ? 'sha256' : 'sha1';
}

/** Git's refusals that a user can do something about; its own words never leave the program. */
const REFUSALS: readonly [RegExp, (directory: string, found: string) => UltragitError][] = [
  [
    /dubious ownership/,
    directory =>
      new UltragitError('repository_unsafe', `The repository at ${directory} belongs to another user.`, [
        `If you trust it, run: git config --global --add safe.directory ${directory}`,
      ]),
  ],
  [
    /repository format version|unknown repository extension/i,
    directory =>
      new UltragitError(
        'git_failed',
        `The installed git is too old for the format of the repository at ${directory}.`,
        ['Install a newer git.'],
      ),
  ],
  [
    /bad config line (\d+)/,
    (directory, line) =>
      new UltragitError('bad_config', `A git config for ${directory} is malformed, in line ${line}.`, [
        'Run `git config --list` there: it names the file.',
      ]),
  ],
  [
    /cannot change to/,
    directory =>
      new UltragitError('not_a_repository', `There is no directory ${directory}.`, [
        'Check the path given with --repo.',
      ]),
  ],
];

function refusal(stderr: string, directory: string): UltragitError {
  for (const [pattern, explain] of REFUSALS) {
    const match = pattern.exec(stderr);
    if (match) return explain(directory, match[1] ?? '');
  }
  return notARepository(directory);
}

function notARepository(directory: string): UltragitError {
  return new UltragitError('not_a_repository', `Not a git repository: ${directory}`, [
    'Run ultragit inside a repository, or name one with --repo.',
  ]);
}

function contains(root: string, directory: string): boolean {
  const path = relative(real(root), real(directory));
  return path === '' || (path !== '..' && !path.startsWith(`..${sep}`));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
