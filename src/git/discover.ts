import { basename, dirname, isAbsolute, join } from 'node:path';
import { UltragitError } from '../errors.ts';
import { faultAbove, realPath, refuseOddFilesAbove, topLevel } from './dot-git.ts';
import { LARGEST, readGitFile } from './git-file.ts';
import { findPlainRepository } from './plain-repository.ts';
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

/** The repository itself, where it was plain to see, or git's own words on where it is. */
export type Whereabouts = Location | GitOutput;

type Environment = Readonly<Record<string, string | undefined>>;

/** Another work tree than the one that the config names: what `core.worktree` says must not even be looked at. */
const HERE = '--work-tree=.';
const WHERE = [
  'rev-parse',
  '--path-format=absolute',
  '--show-object-format',
  '--absolute-git-dir',
  '--git-common-dir',
];

/** Where the repository is, which a caller may ask for before it has loaded anything else. */
export async function askWhere(
  directory: string,
  env: Environment,
  limits: Limits = {},
): Promise<Whereabouts> {
  const plain = findPlainRepository(directory);
  if (plain) return plain;
  refuseOddFilesAbove(directory);
  return ask(['-c', 'safe.bareRepository=explicit', '-C', directory, HERE, ...WHERE], env, limits);
}

async function ask(args: readonly string[], env: Environment, limits: Limits): Promise<GitOutput> {
  return runGit({ place: asUser(env), args }, limits, startDirectly);
}

/**
 * Finds the repository that holds `directory`; where that is not plain, with the user's own git and config, so that
 * `safe.directory` is enforced. Nothing of the repository's own config is trusted, here or later.
 */
export async function discover(
  directory: string,
  env: Environment,
  { said, ...limits }: Limits & { said?: Promise<Whereabouts | undefined> } = {},
): Promise<Location> {
  const answer = (await said) ?? (await askWhere(directory, env, limits));
  if ('gitDir' in answer) return answer;
  if (answer.exitCode === 0) {
    const found = parseWhere(answer.stdout);
    const root = topLevel(found.gitDir, directory);
    if (root === undefined || isInside(found.gitDir, directory)) throw noRepository(directory);
    if (await isBare(found, root, env, limits)) throw bareWithFiles(root, found.gitDir);
    return { root, ...found };
  }
  if (recognise('discovery', answer.stderr).name === 'bare') {
    const named = await ask(['-C', directory, HERE, ...WHERE], env, limits);
    const found = named.exitCode === 0 ? parseWhere(named.stdout) : undefined;
    // Only a git directory that was named itself: one that hides in a work tree is not picked up.
    if (found && realPath(found.gitDir) === realPath(directory)) return ofGitDir(found, env, limits);
  }
  if (recognise('discovery', answer.stderr).name === 'no repository') refuseDamaged(directory);
  throw refusal(answer, directory);
}

/** Git says the same of a damaged repository as of none. */
function refuseDamaged(directory: string): void {
  const fault = faultAbove(directory);
  if (fault === undefined) return;
  const code = fault.isGone ? 'not_a_repository' : 'git_failed';
  throw new UltragitError(code, `The repository is damaged: ${fault.problem}.`, [
    'A HEAD says which branch is checked out, as in `ref: refs/heads/main`; the .git of a worktree is mended by `git worktree repair` in its main repository.',
  ]);
}

/** The repository of a git directory that was named itself: `.git` belongs to the directory that holds it. */
async function ofGitDir(found: Location, env: Environment, limits: Limits): Promise<Location> {
  const gitDir = realPath(found.gitDir);
  const root = dirname(gitDir);
  const isDotGit = basename(gitDir) === '.git' && !(await isBare(found, root, env, limits));
  return isDotGit ? { root, ...found } : found;
}

/** Git writes one path a line, and a path may have several: with no worktree, both are the same. */
function parseWhere(stdout: string): Location {
  const [format = ''] = stdout.split('\n', 1);
  const paths = stdout.slice(format.length + 1, -1);
  const breaks = [...paths.matchAll(/\n/g)].map(({ index }) => index);
  const splits = breaks.map(at => ({ gitDir: paths.slice(0, at), commonDir: paths.slice(at + 1) }));
  const likely = splits.find(
    ({ gitDir, commonDir }) => gitDir === commonDir || gitDir.startsWith(`${commonDir}/`),
  );
  const split = splits.length === 1 ? splits[0] : likely;
  if (!split || ![split.gitDir, split.commonDir].every(isAbsolute)) throw unparsable('rev-parse');
  return { ...split, objectFormat: format === 'sha256' ? 'sha256' : 'sha1' };
}

/** Whether a directory is in a git directory, where git itself works on no files. */
function isInside(gitDir: string, directory: string): boolean {
  return realPath(directory).startsWith(`${realPath(gitDir)}/`);
}

/** A second question, so it is asked only where the config may say so. */
async function isBare(
  { commonDir }: Location,
  root: string,
  env: Environment,
  limits: Limits,
): Promise<boolean> {
  const config = readGitFile(join(commonDir, 'config'), LARGEST.config) ?? '';
  const settings = [...config.matchAll(/^.*\bbare\b(.*)$/gim)].map(([, value = '']) => value);
  const mayBe =
    settings.some(value => !/^[ \t]*=[ \t]*false\s*$/i.test(value)) || /^[ \t]*\[include/im.test(config);
  if (!mayBe) return false;
  const { stdout } = await ask(['-C', root, 'rev-parse', '--is-bare-repository'], env, limits);
  return stdout === 'true\n';
}

function bareWithFiles(root: string, gitDir: string): UltragitError {
  return new UltragitError(
    'not_a_repository',
    `The repository at ${root} has no work tree: core.bare is set in its config.`,
    [
      `Run this in one of its worktrees (see \`git worktree list\`), name ${gitDir} itself, or run: git config core.bare false`,
    ],
  );
}
