/** A repository at one moment, as far as it can be told without git. */

import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository, type Place, repositoryState } from '../git/repository-state.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type Moment = { place: Place; state: string; isSettled: boolean; at: number };

/**
 * Undefined where git must be asked. A repository of another user is none that can be told: whether the user trusts it
 * is in `safe.directory`.
 */
export function momentOf(
  directory: string,
  env: Environment,
  { uid, now }: { uid: number | undefined; now: number },
): Moment | undefined {
  try {
    const place = findRepository(realpathSync.native(directory));
    if (typeof place !== 'object' || !isOwn(place, uid)) return undefined;
    const state = repositoryState(place, env, now);
    return typeof state === 'object'
      ? { place, state: state.text, isSettled: state.isSettled, at: now }
      : undefined;
  } catch {
    return undefined;
  }
}

function isOwn({ root, gitDir, commonDir }: Place, uid: number | undefined): boolean {
  const places = new Set([root, join(root, '.git'), gitDir, commonDir]);
  return uid === undefined || [...places].every(place => lstatSync(place).uid === uid);
}
