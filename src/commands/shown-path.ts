import { isAbsolute, join, relative } from 'node:path';
import type { Io } from './io.ts';

/** A path as a person would write it: from here, from home, or in full. */
export function shownPath(path: string, { cwd, home }: Pick<Io, 'cwd' | 'home'>): string {
  const inside = (base: string): string | undefined => {
    const way = relative(base, path);
    return way === '' || way.startsWith('..') || isAbsolute(way) ? undefined : way;
  };
  const fromHome = inside(home);
  return inside(cwd) ?? (fromHome === undefined ? path : join('~', fromHome));
}
