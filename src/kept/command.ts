/** The question of a command line, as far as its answer may be kept; read without the program. */

import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type UserAndTime, userAndTime } from '../cache/files.ts';
import type { Asked } from './asked.ts';
import { momentOf } from './moment.ts';
import { mayLeave } from './paths.ts';
import { QUERY_WORDS } from './query-words.ts';

export type CommandLine = {
  words: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Names this build of the program: another one may say something else. */
  build: string;
  user?: UserAndTime;
};

// No patterns: compiling one takes longer than all that is done here.
/** Not to be kept, and what depends on time, on tags, or on ids that are written short. */
const NEVER = ['-h', '--help', '--no-cache', '--since', '--rev'];
const REPO = '--repo';
/** What a text for a person depends on. */
const LOOK = ['NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'TERM', 'GIT_PAGER_IN_USE', 'LANG', 'LC_ALL', 'TZ'];

/** Undefined for all that is not plainly a question to a plain repository. */
export function askedCommand({
  words,
  env,
  cwd,
  build,
  user = userAndTime(),
}: CommandLine): Asked | undefined {
  if (!QUERY_WORDS.includes(words[0] ?? '') || words.some(word => NEVER.includes(flagIn(word))))
    return undefined;
  // Links need the name of this machine, and the address of a remote.
  if (env.FORCE_HYPERLINK) return undefined;
  const { directory, others } = directoryIn(words, cwd);
  const before = directory === undefined ? undefined : momentOf(directory, env, user);
  if (directory === undefined || !before) return undefined;
  if (others.some(word => mayLeave(valueIn(word), before.place.root))) return undefined;
  const look = LOOK.map(name => env[name] ?? null);
  const question = JSON.stringify([build, process.version, directory, words, look]);
  return { question, before, directory, env };
}

/** The real place from which a command counts, undefined where that is not plain; and the words that do not name it. */
function directoryIn(words: readonly string[], cwd: string): { directory?: string; others: string[] } {
  const at = words.findIndex(word => flagIn(word) === REPO);
  const isApart = words[at] === REPO;
  const others = at < 0 ? [...words] : words.toSpliced(at, isApart ? 2 : 1);
  if (others.some(word => flagIn(word) === REPO)) return { others };
  try {
    const asked = (isApart ? words[at + 1] : words[at]?.slice(REPO.length + 1)) ?? '';
    return { directory: realpathSync.native(resolve(cwd, asked)), others };
  } catch {
    return { others };
  }
}

/** The word up to its value, if it has one. */
function flagIn(word: string): string {
  const end = word.startsWith('-') ? word.indexOf('=') : -1;
  return end < 0 ? word : word.slice(0, end);
}

/** `--flag=value` names a value, too. */
function valueIn(word: string): string {
  return word.startsWith('--') ? word.slice(word.indexOf('=') + 1) : word;
}
