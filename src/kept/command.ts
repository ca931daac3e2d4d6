/** The question of a command line, as far as its answer may be kept; read without the program. */

import { realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { cacheDirectory, cacheDirectoryOutside } from '../cache/directory.ts';
import { userAndTime } from '../cache/files.ts';
import { Store } from '../cache/store.ts';
import type { Location } from '../git/discover.ts';
import type { Seen } from '../git/witness.ts';
import { findAnswer, keptAnswer, writeAnswer } from './answers.ts';
import { type Moment, momentOf } from './moment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type CommandLine = {
  words: readonly string[];
  env: Environment;
  cwd: string;
  /** Names this build of the program: another one may say something else. */
  build: string;
};

/** What a command printed, and what that depends on. */
export type Printed = { text: string; seen: Seen | undefined; location: Location };

const QUERIES = /^(read|deps|summary|history|why|search)$/;
/** Not to be kept, and what depends on time, on tags, or on ids that are written short. */
const NEVER = /^(-h|--help|--no-cache|--since|--rev)(=|$)/;
const REPO = /^--repo(?:=(.*))?$/s;
/** What a text for a person depends on. */
const LOOK = ['NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'TERM', 'GIT_PAGER_IN_USE', 'LANG', 'LC_ALL', 'TZ'];

/** A question whose answer may be known. */
export class AskedCommand {
  readonly #question: string;
  readonly #directory: string;
  readonly #env: Environment;
  readonly #before: Moment;

  private constructor(question: string, directory: string, env: Environment, before: Moment) {
    this.#question = question;
    this.#directory = directory;
    this.#env = env;
    this.#before = before;
  }

  /** Undefined for all that is not plainly a question to a plain repository. */
  static from({ words, env, cwd, build }: CommandLine): AskedCommand | undefined {
    if (!QUERIES.test(words[0] ?? '') || words.some(word => NEVER.test(word))) return undefined;
    // Links need the name of this machine, and the address of a remote.
    if (env.FORCE_HYPERLINK) return undefined;
    const { directory, others } = directoryIn(words, cwd);
    const before = directory === undefined ? undefined : momentOf(directory, env, userAndTime());
    if (directory === undefined || !before) return undefined;
    if (others.some(word => mayLeave(word, before.place.root))) return undefined;
    const look = LOOK.map(name => env[name] ?? null);
    const question = JSON.stringify([build, process.version, directory, words, look]);
    return new AskedCommand(question, directory, env, before);
  }

  /** What the command would print. */
  answer(): Buffer | undefined {
    return findAnswer(new Store(cacheDirectory(this.#env)), this.#question, this.#before);
  }

  keep({ text, seen, location }: Printed): void {
    const { place } = this.#before;
    const isSame =
      location.root === place.root &&
      location.gitDir === place.gitDir &&
      location.commonDir === place.commonDir;
    if (!isSame) return;
    const after = momentOf(this.#directory, this.#env, userAndTime());
    const kept = keptAnswer(text, seen, this.#before, after);
    const cache = cacheDirectoryOutside([place.root, place.gitDir, place.commonDir], this.#env);
    if (kept) writeAnswer(new Store(cache), this.#question, kept);
  }
}

/** The real place from which a command counts, undefined where that is not plain; and the words that do not name it. */
function directoryIn(words: readonly string[], cwd: string): { directory?: string; others: string[] } {
  const at = words.findIndex(word => REPO.test(word));
  const named = REPO.exec(words[at] ?? '')?.[1];
  const others = at < 0 ? [...words] : words.toSpliced(at, named === undefined ? 2 : 1);
  if (others.some(word => REPO.test(word))) return { others };
  try {
    return {
      directory: realpathSync.native(resolve(cwd, at < 0 ? '' : (named ?? words[at + 1] ?? ''))),
      others,
    };
  } catch {
    return { others };
  }
}

/** Links above the repository decide what an absolute path means. */
function mayLeave(word: string, root: string): boolean {
  const value = word.startsWith('--') ? word.slice(word.indexOf('=') + 1) : word;
  return isAbsolute(value) && (!value.startsWith(join(root, '/')) || /[/\\]\.\.([/\\]|$)/.test(value));
}
