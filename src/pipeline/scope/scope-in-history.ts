import { UltragitError } from '../../errors.ts';
import { lastTouch, renamesIn } from '../../git/calls.ts';
import { type Notice, wasDeleted, wasRenamed } from '../../notices.ts';
import type { Snapshot } from '../snapshot.ts';
import { normalisePath } from './normalise-path.ts';
import { type Scope, type ScopeQuestion, scope } from './scope.ts';

const MOST_RENAMES = 20;

/** A scope, also for a file that is no longer there: under its new name, or as it was before it was deleted. */
export async function scopeInHistory(
  snapshot: Snapshot,
  question: ScopeQuestion,
  renamesLeft = MOST_RENAMES,
): Promise<Scope> {
  try {
    return await scope(snapshot, question);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return (await pastScope(snapshot, question, renamesLeft)) ?? Promise.reject(error);
  }
}

/** A scope; where the file is not there, the error says what became of it, if history knows. */
export async function scopeToday(snapshot: Snapshot, question: ScopeQuestion): Promise<Scope> {
  try {
    return await scope(snapshot, question);
  } catch (error) {
    const isMissing = isNotFound(error) && question.rev === undefined;
    throw isMissing ? await withWhereabouts(snapshot, question.path, error) : error;
  }
}

function isNotFound(error: unknown): error is UltragitError {
  return error instanceof UltragitError && error.code === 'file_not_found';
}

async function withWhereabouts(snapshot: Snapshot, path: string, error: UltragitError) {
  const past = await scopeInHistory(snapshot, { path }).catch((reason: unknown) => {
    if (reason instanceof UltragitError) return undefined;
    throw reason;
  });
  for (const notice of past?.notices ?? []) {
    if (notice.code === 'renamed') {
      const hint = `${wasRenamed(notice)} Ask about ${past?.path} instead.`;
      return new UltragitError(error.code, error.message, [hint]);
    }
    if (notice.code === 'deleted') {
      const what = wasDeleted(notice);
      const hint = {
        terminal: `${what}. What was known of it: ultragit history ${path}`,
        agent: `${what}. What was known of it: ultragit_history with the same path.`,
      };
      return new UltragitError(error.code, error.message, [hint]);
    }
  }
  return error;
}

async function pastScope(
  snapshot: Snapshot,
  question: ScopeQuestion,
  renamesLeft: number,
): Promise<Scope | undefined> {
  const { repository, head, signal } = snapshot;
  const path = normalisePath(question.path, repository.location.root);
  const id = await repository.run(lastTouch(head.id, path), signal);
  const touch = id === undefined ? undefined : await repository.commit(id);
  if (!touch || renamesLeft === 0) return undefined;
  const renames = await repository.run(renamesIn(touch.id), signal);
  const renamed = renames.find(rename => rename.from === path);
  if (renamed) {
    const { to } = renamed;
    const found = await scopeInHistory(snapshot, { ...question, path: to }, renamesLeft - 1);
    return precededBy({ code: 'renamed', from: path, to, commit: touch.id }, found);
  }
  // The walk looks at no merges: a file that the newest change left in place was dropped by a merge.
  const byMerge = (await repository.entryAt(touch, path)) !== undefined;
  const last = byMerge ? touch : touch.parents[0] && (await repository.commit(touch.parents[0]));
  if (!last || !(await repository.entryAt(last, path))) return undefined;
  const before = await scope(snapshot, { ...question, path, rev: last });
  const deleted: Notice = { code: 'deleted', path, commit: touch.id, byMerge };
  return { ...precededBy(deleted, before), gone: byMerge ? {} : { commit: touch } };
}

function precededBy(notice: Notice, scope: Scope): Scope {
  return { ...scope, notices: [notice, ...scope.notices] };
}
