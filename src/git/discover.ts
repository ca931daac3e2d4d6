import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { unparsable } from './run/failures.ts';
import { asUser } from './run/place.ts';
import { type GitOutput, type Limits, runGit } from './run/runner.ts';
import { startDirectly } from './run/start.ts';
import { noRepository, recognise, refusal } from './run/stderr.ts';

/** Where a repository lives. `root` is the top of the work tree; a bare repository has none. */
export type Location = {
  root?: string;
  gitDir: string;
  commonDir: string;
  objectFormat: 'sha1' | 'sha256';
};

type Environment = Readonly<Record<string, string | undefined>>;

const COMMON = ['rev-parse', '--path-format=absolute', '--absolute-git-dir', '--git-common-dir'];

/** Git's own words on where the repository is, which a caller may ask for before it has loaded anything else. */
export function askWhere(directory: string, env: Environment, limits?: Limits): Promise<GitOutput> {
  const args = ['-c', 'safe.bareRepository=explicit', '-C', directory, ...COMMON];
  return ask([...args, '--show-object-format', '--show-toplevel'], env, limits);
}

async function ask(args: readonly string[], env: Environment, limits: Limits = {}): Promise<GitOutput> {
  return runGit({ place: asUser(env), args }, limits, startDirectly);
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
    if (![gitDir, commonDir, root].every(isAbsolute)) throw unparsable('rev-parse');
    if (!contains(root, directory)) throw noRepository(directory);
    return { root, gitDir, commonDir, objectFormat: objectFormat(format) };
  }
  if (recognise('discovery', answer.stderr).name === 'bare') {
    const bare = await ask(['-C', directory, ...COMMON, '--show-object-format'], env, limits);
    const [gitDir = '', commonDir = '', format] = bare.stdout.trimEnd().split('\n');
    // Only a bare repository that was named itself: one that hides in a work tree is not picked up.
    if (bare.exitCode === 0 && real(gitDir) === real(directory)) {
      return { gitDir, commonDir, objectFormat: objectFormat(format) };
    }
  }
  throw refusal(answer, directory);
}

function objectFormat(text: string | undefined): Location['objectFormat'] {
  return text === 'sha256' ? 'sha256' : 'sha1';
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
