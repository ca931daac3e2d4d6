/**
 * Answers that are kept, and given again while everything is as it was: the question, the program, the refs, the settings,
 * and all else that the answer looked at.
 */

import { userAndTime } from '../cache/files.ts';
import { namedCacheDirectory } from '../cache/named-directory.ts';
import { type Kind, storedValue } from '../cache/store.ts';
import type { Asked } from './asked.ts';
import { type Dependencies, hold } from './dependencies.ts';
import type { Moment } from './moment.ts';

const MEBIBYTE = 1024 * 1024;
export const ANSWERS: Kind = { name: 'answers', limit: 64 * MEBIBYTE, largest: 2 * MEBIBYTE };

/** What an answer was made of, besides the question. */
export type Basis = { state: string; dependencies: Dependencies };

export type FoundAnswer = Basis & { bytes: Buffer };

/** An answer that holds now. */
export function findAnswer({ question, before, env }: Asked): FoundAnswer | undefined {
  const directory = namedCacheDirectory(env);
  const bytes =
    directory === undefined ? undefined : storedValue(directory, ANSWERS, question, userAndTime());
  if (!bytes) return undefined;
  const start = bytes.indexOf('\n') + 1;
  const [state = 0, dependencies = 0] = bytes.toString('latin1', 0, start).split(' ').map(Number);
  const between = start + state;
  const end = between + dependencies;
  if (bytes.toString('utf8', start, between) !== before.state) return undefined;
  const kept = JSON.parse(bytes.toString('utf8', between, end)) as Dependencies;
  return hold(kept, before.place)
    ? { state: before.state, dependencies: kept, bytes: bytes.subarray(end) }
    : undefined;
}

/** Whether an answer is still what it would be. */
export function stillHolds({ state, dependencies }: Basis, now: Moment): boolean {
  return state === now.state && hold(dependencies, now.place);
}
