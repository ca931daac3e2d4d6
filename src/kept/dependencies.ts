/** What an answer depends on besides the state of the repository, in a form that can be compared later. */

import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSettled, looseObjects, type Place, stampOf } from '../git/repository-state.ts';
import type { Seen } from '../git/witness.ts';

/** Each path with what was there; `objects` where it matters which objects there are. */
export type Dependencies = {
  paths: readonly (readonly [path: string, found: string])[];
  objects?: string;
};

const MOST_PATHS = 20_000;

/**
 * As they are now; undefined where one may have changed since `began`, when the answer was not begun yet, or may still
 * change without a new time, or can't be told.
 */
export function dependenciesOf(seen: Seen, place: Place, began: number): Dependencies | undefined {
  if (seen.unsure || seen.paths.size > MOST_PATHS) return undefined;
  const objects = seen.objects ? looseObjects(place, began) : undefined;
  if (seen.objects && objects === undefined) return undefined;
  const paths: [string, string][] = [];
  for (const path of seen.paths) {
    const found = lookAt(place.root, path);
    if (found.stats && !isSettled(found.stats, began)) return undefined;
    paths.push([path, found.text]);
  }
  return objects === undefined ? { paths } : { paths, objects };
}

/** Whether all of them are as they were. */
export function hold({ paths, objects }: Dependencies, place: Place): boolean {
  return (
    paths.every(([path, found]) => lookAt(place.root, path).text === found) &&
    (objects === undefined || looseObjects(place) === objects)
  );
}

/** Of a directory, it matters only that it is one; `stats` are those of a file. */
function lookAt(root: string, path: string): { text: string; stats?: BigIntStats } {
  const asked = join(root, path);
  const here = attempt(() => lstatSync(asked, { bigint: true }));
  if (!here) return { text: '' };
  const real = attempt(() => realpathSync.native(asked));
  const kind = here.isSymbolicLink() ? 'link' : '';
  if (real === undefined) return { text: kind };
  const found = kind === '' ? here : attempt(() => statSync(asked, { bigint: true }));
  const way = real === asked ? '' : real;
  if (!found?.isFile()) return { text: `${kind} ${found?.isDirectory() ? 'directory' : 'other'} ${way}` };
  return { text: `${kind} ${stampOf(found)} ${found.mode} ${way}`, stats: found };
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
