/** A repository at one moment, as far as it can be told without git. */

import { lstatSync } from 'node:fs';
import { below, findRepository, type Place, type Reader, repositoryState } from '../git/repository-state.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type Moment = { place: Place; state: string; isSettled: boolean; times: () => string; at: number };

/**
 * From a directory whose links are resolved. Undefined where git must be asked. A repository of another user is none that can be told: whether the user trusts it
 * is in `safe.directory`.
 */
export function momentOf(
  directory: string,
  env: Environment,
  { uid, now }: { uid: number | undefined; now: number },
  reader?: Reader,
): Moment | undefined {
  try {
    const place = findRepository(directory);
    if (typeof place !== 'object' || !isOwn(place, uid)) return undefined;
    const state = repositoryState(place, env, now, reader);
    return typeof state === 'object'
      ? { place, state: state.text, isSettled: state.isSettled, times: state.times, at: now }
      : undefined;
  } catch {
    return undefined;
  }
}

function isOwn({ root, gitDir, commonDir }: Place, uid: number | undefined): boolean {
  if (uid === undefined) return true;
  const owner = BigInt(uid);
  for (const place of new Set([root, below(root, '.git'), gitDir, commonDir]))
    if (lstatSync(place, { bigint: true }).uid !== owner) return false;
  return true;
}
