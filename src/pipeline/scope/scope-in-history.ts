import { UltragitError } from '../../errors.ts';
import { lastTouch, renamesIn } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { shortId } from '../../wording.ts';
import type { Snapshot } from '../snapshot.ts';
import { normalisePath } from './find-path.ts';
import { type Scope, type ScopeQuestion, scope } from './scope.ts';

/** A scope that may be of the past: `gone` when its file is, with the commit that deleted it, where one did. */
export type PastScope = Scope & { gone?: { commit?: Commit } };

const MOST_RENAMES = 20;

/** A scope, also for a file that is no longer there: under its new name, or as it was before it was deleted. */
export async function scopeInHistory(
  snapshot: Snapshot,
  question: ScopeQuestion,
  renamesLeft = MOST_RENAMES,
): Promise<PastScope> {
  try {
    return await scope(snapshot.repository, snapshot.head, question);
  } catch (error) {
    if (!(error instanceof UltragitError) || error.code !== 'file_not_found') throw error;
    return (await pastScope(snapshot, question, renamesLeft)) ?? Promise.reject(error);
  }
}

/** For a file that is not there: the error, with what became of it where history knows. */
export async function missingFile(
  snapshot: Snapshot,
  path: string,
  error: UltragitError,
): Promise<UltragitError> {
  const past = await scopeInHistory(snapshot, { path }).catch(() => undefined);
  const notice = past?.notices.find(({ code }) => code === 'renamed' || code === 'deleted');
  if (!past || !notice) return error;
  const next =
    notice.code === 'renamed'
      ? `${notice.message} Ask there: ultragit read ${past.path}`
      : `${notice.message.split(';')[0]}. What was known of it: ultragit history ${path}`;
  return new UltragitError(error.code, error.message, [next]);
}

async function pastScope(
  snapshot: Snapshot,
  question: ScopeQuestion,
  renamesLeft: number,
): Promise<PastScope | undefined> {
  const path = normalisePath(question.path, snapshot.repository.location.root);
  const id = await snapshot.repository.run(lastTouch(snapshot.head.id, path), snapshot.signal);
  const touch = id === undefined ? undefined : await snapshot.repository.commit(id);
  if (!touch || renamesLeft === 0) return undefined;
  const renames = await snapshot.repository.run(renamesIn(touch.id), snapshot.signal);
  const renamed = renames.find(rename => rename.from === path);
  const short = shortId(touch.id);
  if (renamed) {
    const found = await scopeInHistory(snapshot, { ...question, path: renamed.to }, renamesLeft - 1);
    found.notices.unshift({ code: 'renamed', message: `${path} was renamed to ${renamed.to} in ${short}.` });
    return found;
  }
  // The walk looks at no merges: a file that the newest change left in place was dropped by a merge.
  const isThere = (await snapshot.repository.entryAt(touch, path)) !== undefined;
  const last = isThere ? touch : touch.parents[0] && (await snapshot.repository.commit(touch.parents[0]));
  if (!last || !(await snapshot.repository.entryAt(last, path))) return undefined;
  const past: PastScope = await scope(snapshot.repository, snapshot.head, { ...question, path, rev: last });
  past.gone = isThere ? {} : { commit: touch };
  past.notices.unshift({
    code: 'deleted',
    message: isThere
      ? `${path} went away in a merge after ${short}; this is how it was before.`
      : `${path} was deleted in ${short}; this is how it was before.`,
  });
  return past;
}

/** Asks for a unit that the file no longer has by the name that the notes have for it. */
export function anchorGone(here: Scope, anchor: string): void {
  here.notices = here.notices.filter(({ code }) => code !== 'anchor_not_found' && code !== 'anchor_assumed');
  here.notices.push({
    code: 'anchor_gone',
    message: `${anchor} is no longer in ${here.path}; this is what annotations say of it.`,
  });
  here.anchor = { query: anchor, units: [] };
  here.ranges = undefined;
}
