/** What an answer depends on besides the state of the repository, in a form that can be compared later. */

import { type BigIntStats, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSettled, looseObjects, type Place, stampOf } from '../git/repository-state.ts';
import type { Seen } from '../git/witness.ts';

/**
 * Each path with what was there; of others, only whether something was there, or not; `objects` where it matters which
 * objects there are.
 */
export type Dependencies = {
  paths: readonly (readonly [path: string, found: string])[];
  there: readonly string[];
  absent: readonly string[];
  objects?: string;
};

const MOST_PATHS = 20_000;
const EXACTLY = { bigint: true, throwIfNoEntry: false } as const;

/**
 * As they are now; undefined where one may have changed since `began`, when the answer was not begun yet, or may still
 * change without a new time, or can't be told.
 */
export function dependenciesOf(seen: Seen, place: Place, began: number): Dependencies | undefined {
  if (seen.unsure || seen.paths.size + seen.presence.size > MOST_PATHS) return undefined;
  const objects = seen.objects ? looseObjects(place, began) : undefined;
  if (seen.objects && objects === undefined) return undefined;
  const paths: [string, string][] = [];
  const look = new Look(place.root);
  for (const path of seen.paths) {
    const found = look.at(path);
    if (found.stats && !isSettled(found.stats, began)) return undefined;
    paths.push([path, found.text]);
  }
  const others = [...seen.presence].filter(([path]) => !seen.paths.has(path));
  const there = others.filter(([, isThere]) => isThere).map(([path]) => path);
  const absent = others.filter(([, isThere]) => !isThere).map(([path]) => path);
  const found = { paths, there, absent, ...(objects !== undefined && { objects }) };
  return isPresent(found, place.root) ? found : undefined;
}

/** Whether all of them are as they were. */
export function hold(kept: Dependencies, place: Place): boolean {
  const { paths, objects } = kept;
  const look = new Look(place.root);
  for (const [path, found] of paths) if (look.at(path).text !== found) return false;
  return isPresent(kept, place.root) && (objects === undefined || looseObjects(place) === objects);
}

function isPresent({ there, absent }: Pick<Dependencies, 'there' | 'absent'>, root: string): boolean {
  for (const path of there) if (!isThere(root, path)) return false;
  for (const path of absent) if (isThere(root, path)) return false;
  return true;
}

/** A link that leads nowhere is there, too. */
function isThere(root: string, path: string): boolean {
  const asked = join(root, path);
  return existsSync(asked) || attempt(() => lstatSync(asked, EXACTLY)) !== undefined;
}

/** One look at many paths: where a directory really is, is found out once. */
class Look {
  readonly #root: string;
  readonly #directories = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Of a directory, it matters only that it is one; `stats` are those of a file. */
  at(path: string): { text: string; stats?: BigIntStats } {
    const asked = join(this.#root, path);
    const here = attempt(() => lstatSync(asked, EXACTLY));
    if (!here) return { text: '' };
    const kind = here.isSymbolicLink() ? 'link' : '';
    const real = kind === '' ? this.#realPath(asked) : realPath(asked);
    if (real === undefined) return { text: kind };
    const found = kind === '' ? here : attempt(() => statSync(asked, EXACTLY));
    const way = real === asked ? '' : real;
    if (!found?.isFile()) return { text: `${kind} ${found?.isDirectory() ? 'directory' : 'other'} ${way}` };
    return { text: `${kind} ${stampOf(found)} ${found.mode} ${way}`, stats: found };
  }

  /** Of what is no link itself. */
  #realPath(asked: string): string | undefined {
    const directory = dirname(asked);
    if (!this.#directories.has(directory)) this.#directories.set(directory, realPath(directory));
    const real = this.#directories.get(directory);
    return real === undefined ? undefined : join(real, basename(asked));
  }
}

function realPath(path: string): string | undefined {
  return attempt(() => realpathSync.native(path));
}

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
