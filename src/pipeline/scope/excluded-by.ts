import type { Settings } from '../../config.ts';
import type { Notice } from '../../notices.ts';
import { matchesGlob } from './matches-glob.ts';

/** The pattern that keeps a path out of all answers, where there is one. */
export function excludedBy(path: string, { include, exclude }: Settings): Notice | undefined {
  const pattern = exclude.find(candidate => matchesGlob(candidate, path));
  if (pattern !== undefined) return { code: 'excluded', path, exclude: pattern };
  const isIncluded = include.length === 0 || include.some(candidate => matchesGlob(candidate, path));
  return isIncluded ? undefined : { code: 'excluded', path, include };
}
