import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findRepository, type Place, type Unclear } from '../git/repository-state.ts';
import type { Target } from './targets.ts';

/** A target that is a file of a repository, or may be one; `path` has no links in it. */
export type ResolvedTarget = Target & {
  place: Place | 'unclear';
  /** An answer took too long a moment ago: it is told what is recorded by name alone. */
  isLate?: true;
};

/** Undefined for what is in no repository, or not there: a file that is new has nothing to say. */
export function resolveTarget(target: Target): ResolvedTarget | undefined {
  const path = realPathOf(target);
  const place: Place | Unclear | undefined = path === undefined ? undefined : findRepository(dirname(path));
  return path === undefined || place === undefined || place === 'unsafe'
    ? undefined
    : { ...target, path, place };
}

/** The same name may be spelled in two ways in Unicode, and a file system has one of them. */
function realPathOf({ path, action }: Target): string | undefined {
  for (const spelling of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    const found = realPath(spelling);
    if (found !== undefined) return found;
  }
  const around = action.kind === 'delete' ? realPath(dirname(path)) : undefined;
  return around === undefined ? undefined : join(around, basename(path));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
