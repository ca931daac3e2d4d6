/** Why git could not run or could not be used. What git itself objected to is in `stderr.ts`. */
import { UltragitError } from '../../errors.ts';

export function cancelled(): UltragitError {
  return new UltragitError('cancelled', 'The query was cancelled.');
}

export function timedOut(): UltragitError {
  return new UltragitError('git_timeout', 'git did not answer in time and was stopped.', [
    'Try again; if it happens again, ask for fewer lines or run `git gc` in the repository.',
  ]);
}

export function notFound(): UltragitError {
  return new UltragitError('git_missing', 'git was not found on the PATH.', [
    'Install git 2.36 or newer, or start ultragit with a PATH that has it.',
  ]);
}

export function notStarted(): UltragitError {
  return new UltragitError('git_failed', 'git could not be started.', [
    'Check that the working directory exists and that git runs here.',
  ]);
}

/** Killed by a signal that was not ours. */
export function killed(): UltragitError {
  return new UltragitError('git_failed', 'git was ended before it could answer.', [
    'Try again; the system may be short of memory.',
  ]);
}

/** The object reader ended, and so did the one that was started in its place. */
export function stoppedAnswering(): UltragitError {
  return new UltragitError('git_failed', 'git stopped answering while reading the repository.', [
    'Try again; git 2.36 or newer is needed, and the repository must still be there and readable.',
  ]);
}

/** Git exited 0 but its output does not parse. */
export function unparsable(command: string): UltragitError {
  return new UltragitError('git_failed', `git ${command} gave an answer that makes no sense.`, [
    'Check that the git on the PATH is the real one, version 2.36 or newer.',
  ]);
}
