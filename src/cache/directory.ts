import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
import envPaths from 'env-paths';
import { realPath } from './files.ts';

/**
 * The user's cache directory. env-paths reads the environment of the process; where the caller's differs,
 * its XDG_CACHE_HOME counts, then the same place under its HOME.
 */
export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const name = 'ultragit';
  if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return join(env.XDG_CACHE_HOME, name);
  const usual = envPaths(name, { suffix: '' }).cache;
  if (!env.HOME || !isAbsolute(env.HOME)) return usual;
  const place = relative(homedir(), usual);
  return join(env.HOME, place.startsWith('..') || isAbsolute(place) ? join('.cache', name) : place);
}

/** None where it is inside of one of these places, in which nothing is ever written. */
export function cacheDirectoryOutside(
  places: readonly (string | undefined)[],
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const directory = cacheDirectory(env);
  const target = realPath(directory);
  const isInside = places.some(place => place !== undefined && contains(realPath(place), target));
  return isInside ? undefined : directory;
}

function contains(place: string, path: string): boolean {
  const inner = relative(place, path);
  return inner !== '..' && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}
