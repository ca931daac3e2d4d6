import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { notFound } from './failures.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The real repository, with the user's git, config and environment. */
export type UserPlace = { mode: 'user'; git: string; env: Environment; cwd?: string };

/** A private git directory, in which only commands that read may run. */
export type PrivatePlace = { mode: 'private'; git: string; env: Environment; cwd: string };

/** The real repository, for what writes: as the user, but with nothing started that its config names. */
export type WritingPlace = {
  mode: 'writing';
  git: string;
  env: Environment;
  cwd: string;
  /** Come before every sub-command, and win over any config file. */
  flags: readonly string[];
  /** A remote, by whatever program the user's own environment names. */
  reaches?: true;
};

/** As the user, but with no variable that could point git somewhere else, and in the words of `stderr.ts`. */
export function asUser(env: Environment, cwd?: string): UserPlace {
  const own = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return { mode: 'user', git: findGit(env.PATH), env: { ...Object.fromEntries(own), LC_ALL: 'C' }, cwd };
}

/** What says who the user is, and where the user's own config lies: not what a repository says. */
const KEPT_TO_WRITE = /^GIT_((AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM))$/;

const WRITING_FLAGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.filesRefLockTimeout=1000',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'i18n.commitEncoding=UTF-8',
].flatMap(setting => ['-c', setting]);

/** A repository that `discover` has found: naming it by `GIT_DIR` skips `safe.directory`. */
type Found = { root?: string; gitDir: string };

/**
 * As the user, in a repository. Nothing is fetched, nothing is asked, replaced objects are seen as they are, and the
 * work tree is the one that was found, whatever `core.worktree` says.
 */
export function asWriter(env: Environment, { root, gitDir }: Found): WritingPlace {
  const user = asUser(env);
  const kept = Object.entries(env).filter(([name]) => KEPT_TO_WRITE.test(name));
  return {
    mode: 'writing',
    git: user.git,
    cwd: gitDir,
    flags: WRITING_FLAGS,
    env: {
      ...user.env,
      ...Object.fromEntries(kept),
      GIT_DIR: gitDir,
      ...(root === undefined ? {} : { GIT_WORK_TREE: root }),
      GIT_ALLOW_PROTOCOL: '',
      GIT_NO_LAZY_FETCH: '1',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_TERMINAL_PROMPT: '0',
    },
  };
}

/** What the user set to reach remotes: programs and settings of the user's own, none of the repository's. */
const KEPT_TO_REACH =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|TERMINAL_PROMPT|PROXY_COMMAND|PROXY_SSL_\w+|SSL_\w+|HTTP_\w+|ALLOW_PROTOCOL|PROTOCOL_FROM_USER|CONFIG_(COUNT|PARAMETERS|KEY_\d+|VALUE_\d+))$/;

/** Beyond what writing turns off: what a fetch or a push would start or do beside its own work. */
const REACHING_FLAGS = [
  // Git's own default, which a repository's config can't change here.
  'protocol.ext.allow=never',
  'core.alternateRefsCommand=:',
  'push.gpgSign=false',
  'push.followTags=false',
  'fetch.prune=false',
  'fetch.writeCommitGraph=false',
  'submodule.recurse=false',
].flatMap(setting => ['-c', setting]);

/**
 * As `asWriter`, and a remote may be reached, as the user's own git would: with the user's credentials, and with what
 * the config says of the way to it. From the top of the work tree, because addresses may be relative to it.
 */
export function asReacher(env: Environment, found: Found): WritingPlace {
  const writer = asWriter(env, found);
  const { GIT_ALLOW_PROTOCOL: _, GIT_NO_LAZY_FETCH: __, GIT_TERMINAL_PROMPT: ___, ...own } = writer.env;
  const kept = Object.entries(env).filter(([name]) => KEPT_TO_REACH.test(name));
  return {
    ...writer,
    reaches: true,
    cwd: found.root ?? found.gitDir,
    flags: [...writer.flags, ...REACHING_FLAGS],
    env: { ...own, ...Object.fromEntries(kept) },
  };
}

/** The same, but what is made goes into another store of objects, which sees those of the repository. */
export function onTrial(place: WritingPlace, objects: string, commonDir: string): WritingPlace {
  const env = {
    ...place.env,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: alternatesIn(commonDir),
  };
  return { ...place, env };
}

/** The store of objects of a repository; the variable is a list, so its separator must be quoted as git unquotes it. */
export function alternatesIn(commonDir: string): string {
  const path = join(commonDir, 'objects');
  return /[:;"]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path;
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
