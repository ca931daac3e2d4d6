import { isAbsolute, relative, sep } from 'node:path';
import envPaths from 'env-paths';
import { realPath } from './files.ts';
import { namedCacheDirectory } from './named-directory.ts';

/** The user's cache directory. env-paths asks the system, and reads the environment of the process. */
export function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  return namedCacheDirectory(env) ?? envPaths('ultragit', { suffix: '' }).cache;
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
