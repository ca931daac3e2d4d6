import { type ExecFileException, execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { UltragitError } from '../errors.ts';

/** What git said. A non-zero exit is an answer like any other; only "could not run" is an exception. */
export type GitOutput = { exitCode: number; stdout: string; stderr: string };

/** In milliseconds: how long a git command may take, and how long the object reader may be silent. */
export type Deadlines = { command: number; silence: number };

export const DEADLINES: Deadlines = { command: 60_000, silence: 30_000 };

const found = new Map<string, string>();

/** The absolute path of git, looked up once: a `git` planted in the working directory is never run. */
export function findGit(path = ''): string {
  const known = found.get(path) ?? lookUp(path);
  found.set(path, known);
  return known;
}

function lookUp(path: string): string {
  const names = process.platform === 'win32' ? ['git.exe'] : ['git'];
  for (const directory of path.split(delimiter)) {
    if (!isAbsolute(directory)) continue;
    for (const name of names) {
      const candidate = join(directory, name);
      if (isExecutable(candidate)) return candidate;
    }
  }
  throw new UltragitError('git_missing', 'git was not found on the PATH.', [
    'Install git 2.36 or newer, or start ultragit with a PATH that has it.',
  ]);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The caller's environment with nothing in it that could point git somewhere else. */
export function withoutGitVariables(env: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_')));
}

/** Runs git directly, for the two calls that come before the private git directory exists. */
export function runGit(
  git: string,
  args: readonly string[],
  options: { env: Record<string, string | undefined>; signal?: AbortSignal; deadline?: number },
): Promise<GitOutput> {
  return new Promise((resolve, reject) => {
    execFile(
      git,
      args,
      {
        env: options.env,
        signal: options.signal,
        timeout: options.deadline ?? DEADLINES.command,
        killSignal: 'SIGKILL',
        windowsHide: true,
        maxBuffer: 16 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        if (!error || typeof error.code === 'number') {
          resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
        } else {
          reject(notRun(error, options.signal));
        }
      },
    );
  });
}

function notRun(error: ExecFileException, signal: AbortSignal | undefined): UltragitError {
  if (signal?.aborted) return cancelled();
  if (error.killed) return timedOut();
  if (error.signal) return killed();
  return new UltragitError('git_failed', 'git could not be started.', [
    'Check that the working directory exists and that git runs here.',
  ]);
}

export function cancelled(): UltragitError {
  return new UltragitError('cancelled', 'The query was cancelled.');
}

export function killed(): UltragitError {
  return new UltragitError('git_failed', 'git was ended before it could answer.', [
    'Try again; the system may be short of memory.',
  ]);
}

export function timedOut(): UltragitError {
  return new UltragitError('git_timeout', 'git did not answer in time and was stopped.', [
    'Try again; if it happens again, ask for fewer lines or run `git gc` in the repository.',
  ]);
}

/** Git ran and was content, but what it wrote is not what it writes. */
export function nonsense(command: string): UltragitError {
  return new UltragitError('git_failed', `git ${command} gave an answer that makes no sense.`, [
    'Check that the git on the PATH is the real one, version 2.36 or newer.',
  ]);
}
