import { REMOTE_DEADLINES } from '../../deadlines.ts';
import { UltragitError } from '../../errors.ts';
import { refuseOddRefs } from '../../git/odd-files.ts';
import { asReacher } from '../../git/run/place.ts';
import {
  type GitCommand,
  type GitOutput,
  runGit,
  type Start,
  type WritingCall,
} from '../../git/run/runner.ts';
import { startSimpleGit } from '../../git/run/start-simple-git.ts';
import type { Writer } from '../git.ts';
import { type GitSetting, remotesIn, valuesOf } from './git-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A remote that may be asked: the user's own git goes there, with the user's credentials. */
export type Remote = {
  name: string;
  /** `done` says what was done by then, should the remote not answer. */
  run<T>(call: WritingCall<T>, done?: string): Promise<T>;
};

export function reach(
  { repository }: Writer,
  env: Environment,
  name: string,
  settings: readonly GitSetting[],
): Remote {
  if (valuesOf(settings, `remote.${name}.vcs`).length > 0) {
    throw new UltragitError('remote_failed', `The remote ${name} is reached by a program of its own.`, [
      `Notes are shared through git's own transports; see: git config remote.${name}.vcs`,
    ]);
  }
  // A remote is told of all that there is.
  refuseOddRefs(repository.location.commonDir, 'refs');
  const place = asReacher(env, repository.location);
  return {
    name,
    async run({ args, input, parse }, done = 'Nothing was changed.') {
      return parse(await untilSilent({ place, args, input }, name, done));
    },
  };
}

/** Git tells of its progress: a remote that takes long says something, and one that is silent is given up. */
async function untilSilent(command: GitCommand, name: string, done: string): Promise<GitOutput> {
  const silent = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), REMOTE_DEADLINES.silence);
  };
  const start: Start = (started, onStart) =>
    startSimpleGit(started, child => {
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', listen);
      onStart(child);
    });
  listen();
  try {
    return await runGit(command, { signal: silent.signal, deadline: REMOTE_DEADLINES.all }, start);
  } catch (error) {
    const isLate = error instanceof UltragitError && error.code === 'git_timeout';
    if (!silent.signal.aborted && !isLate) throw error;
    throw new UltragitError('remote_failed', `The remote ${name} did not answer in time.`, [
      done,
      `Run it again later; \`git ls-remote ${name}\` shows whether it answers.`,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** The remote that is meant: the one that was named, else `origin`, else the only one; undefined where there is none. */
export function chooseRemote(settings: readonly GitSetting[], given?: string): string | undefined {
  const remotes = remotesIn(settings);
  const chosen = given ?? (remotes.includes('origin') || remotes.length > 1 ? 'origin' : remotes[0]);
  if (chosen === undefined) return undefined;
  if (!remotes.includes(chosen)) throw notOneOf(remotes, given);
  if (!PLAIN_NAME.test(chosen) || chosen.includes('..')) {
    throw new UltragitError('usage', `The name of the remote ${chosen} can't be part of the name of a ref.`, [
      'Rename it with: git remote rename',
    ]);
  }
  return chosen;
}

const PLAIN_NAME = /^\w[\w./@+-]*$/;

function notOneOf(remotes: readonly string[], given: string | undefined): UltragitError {
  const names = remotes.length > 0 ? `The remotes are: ${remotes.join(', ')}.` : 'There is none.';
  return given === undefined
    ? new UltragitError('usage', 'There are several remotes, and none is called origin.', [
        `Say which one. ${names}`,
      ])
    : new UltragitError('usage', `There is no remote ${given}.`, [names]);
}
