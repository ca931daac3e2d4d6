/**
 * The user's pager, as git starts it. Only the environment names it: a repository's config could name any program, and
 * that would be run.
 */
import { execFile, spawn } from 'node:child_process';
import { isAbsolute } from 'node:path';
import { SHORT_DEADLINE } from '../../deadlines.ts';
import { findOnPath } from '../../git/run/place.ts';
import type { Io } from '../io.ts';
import type { LookFlags } from './look.ts';

export type Pager = { file: string; args: readonly string[]; isShell: boolean };

/** How it ended; `not shown` where it could not be started. */
export type Paged = 'shown' | 'not shown' | 'interrupted';

/** As git sets them where the user has not: quit if it fits, keep colours, leave the screen as it is. */
const DEFAULTS = { LESS: 'FRX', LV: '-c' };
const NO_SUCH_COMMAND: readonly (number | null)[] = [126, 127];

type Environment = Io['env'];

/** None where the output is no terminal, the user wants none, or none is there. */
export function choosePager({ env, stdout, platform }: Io, flags: LookFlags): Pager | undefined {
  if (flags.pager === false || stdout.isTTY !== true || env.TERM === 'dumb') return undefined;
  const command = (env.GIT_PAGER ?? env.PAGER ?? 'less').trim();
  if (command === '' || command === 'cat') return undefined;
  const [name = '', ...args] = command.split(/\s+/);
  if (/^[\w\s./:\\+=-]+$/.test(command)) {
    const file = findProgram(name, env, platform);
    return file === undefined ? undefined : { file, args, isShell: false };
  }
  return platform === 'win32' ? undefined : { file: '/bin/sh', args: ['-c', command], isShell: true };
}

/** A path that counts from the working directory is none that the user has put there for sure. */
export function findProgram(name: string, env: Environment, platform: NodeJS.Platform): string | undefined {
  if (isAbsolute(name)) return name;
  if (/[/\\]/.test(name)) return undefined;
  return findOnPath(platform === 'win32' ? [name, `${name}.exe`] : [name], env.PATH);
}

export function pagerEnvironment(env: Environment): Environment {
  return {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
  };
}

/** Shows the text and waits until the reader has had enough of it. */
export function runPager({ file, args, isShell }: Pager, text: string, env: Environment): Promise<Paged> {
  const stay = () => undefined;
  // Ctrl-C is the pager's: it stops a search there, and the terminal is the pager's until it ends.
  process.on('SIGINT', stay);
  return new Promise<Paged>(resolve => {
    const child = spawn(file, args, { stdio: ['pipe', 'inherit', 'inherit'], env: pagerEnvironment(env) });
    child.on('error', () => resolve('not shown'));
    child.on('close', (code, signal) => {
      if (signal === 'SIGINT') resolve('interrupted');
      else resolve(isShell && NO_SUCH_COMMAND.includes(code) ? 'not shown' : 'shown');
    });
    // A reader who quits before the end closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  }).finally(() => process.off('SIGINT', stay));
}

/** The first line of what it says about itself; nothing where it says nothing soon. */
export function versionOf(file: string): Promise<string> {
  return new Promise(resolve => {
    execFile(file, ['--version'], { timeout: SHORT_DEADLINE }, (_error, stdout) =>
      resolve(stdout.split('\n')[0] ?? ''),
    );
  });
}
