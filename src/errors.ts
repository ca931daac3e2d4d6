import { type Audience, type Words, wordsFor } from './audience.ts';

/** What every part of the program throws when it can't go on and the reader can do something about it. */

export type ErrorCode =
  | 'usage'
  | 'not_a_repository'
  | 'repository_unsafe'
  | 'repository_gone'
  | 'git_missing'
  | 'git_failed'
  | 'git_timeout'
  | 'cancelled'
  | 'outside_repository'
  | 'file_not_found'
  | 'not_a_file'
  | 'bad_lines'
  | 'bad_argument'
  | 'bad_revision'
  | 'history_missing'
  | 'bad_noteref'
  | 'bad_config'
  | 'no_commits'
  | 'host_config'
  | 'bad_annotation'
  | 'already_annotated'
  | 'secret'
  | 'no_identity'
  | 'not_written'
  | 'remote_failed';

export class UltragitError extends Error {
  readonly code: ErrorCode;
  readonly hints: readonly Words[];

  /** `message` is one sentence; each hint says what to do next. */
  constructor(code: ErrorCode, message: string, hints: readonly Words[] = []) {
    super(message);
    this.name = 'UltragitError';
    this.code = code;
    this.hints = hints;
  }
}

/** What to do next, in the words of the reader. */
export function hintsFor(audience: Audience, { hints }: UltragitError): string[] {
  return hints.map(hint => wordsFor(audience, hint));
}

/** 2 when the command line itself was wrong, 1 when the question could not be answered. */
export function exitCode(error: UltragitError): 1 | 2 {
  return error.code === 'usage' ? 2 : 1;
}
