/**
 * Answers that are kept, and given again while everything is as it was: the question, the program, the refs, the settings,
 * and all else that the answer looked at.
 */

import type { Kind, Store } from '../cache/store.ts';
import type { Seen } from '../git/witness.ts';
import { type Dependencies, dependenciesOf, hold } from './dependencies.ts';
import type { Moment } from './moment.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWERS: Kind = { name: 'answers', limit: 64 * MEBIBYTE, largest: 2 * MEBIBYTE };

export type KeptAnswer = { state: string; dependencies: Dependencies; text: string };

/** Undefined where it would not hold, or that can't be told. `before` is when the question came, `after` is now. */
export function keptAnswer(
  text: string,
  seen: Seen | undefined,
  before: Moment,
  after: Moment | undefined,
): KeptAnswer | undefined {
  if (!seen || !before.isSettled || before.state !== after?.state) return undefined;
  const dependencies = dependenciesOf(seen, before.place, before.at);
  return dependencies && { state: before.state, dependencies, text };
}

/** Whether an answer is still what it would be. */
export function stillHolds({ state, dependencies }: KeptAnswer, now: Moment): boolean {
  return state === now.state && hold(dependencies, now.place);
}

export function writeAnswer(store: Store, question: string, { state, dependencies, text }: KeptAnswer): void {
  const parts = [state, JSON.stringify(dependencies), text].map(part => Buffer.from(part));
  const lengths = parts.map(({ length }) => length).join(' ');
  store.put(ANSWERS, question, Buffer.concat([Buffer.from(`${lengths}\n`), ...parts]));
}

/** An answer that holds now. */
export function findAnswer(store: Store, question: string, now: Moment): KeptAnswer | undefined {
  const bytes = store.get(ANSWERS, question);
  if (!bytes) return undefined;
  const start = bytes.indexOf('\n') + 1;
  const [state = 0, dependencies = 0] = bytes.toString('latin1', 0, start).split(' ').map(Number);
  const between = start + state;
  const end = between + dependencies;
  if (bytes.toString('utf8', start, between) !== now.state) return undefined;
  const kept = JSON.parse(bytes.toString('utf8', between, end)) as Dependencies;
  return hold(kept, now.place)
    ? { state: now.state, dependencies: kept, text: bytes.toString('utf8', end) }
    : undefined;
}
