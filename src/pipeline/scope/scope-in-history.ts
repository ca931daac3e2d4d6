import type { Words } from '../../audience.ts';
import { UltragitError } from '../../errors.ts';
import { lastTouch, renamesIn } from '../../git/calls.ts';
import { type Notice, wasDeleted, wasRenamed } from '../../notices.ts';
import type { Snapshot } from '../snapshot.ts';
import { namesakesOf, whereToLook } from './missing-file.ts';
import { normalisePath } from './normalise-path.ts';
import { type Scope, type ScopeQuestion, scope } from './scope.ts';

const MOST_RENAMES = 20;

/** A scope, also for a file that is no longer there: under its new name, or as it was before it was deleted. */
export async function scopeInHistory(snapshot: Snapshot, question: ScopeQuestion): Promise<Scope> {
  try {
    return await nowOrBefore(snapshot, question, MOST_RENAMES);
  } catch (error) {
    throw isNotFound(error) ? await withHints(snapshot, question, error) : error;
  }
}

/** A scope; where the file is not there, the error says what became of it, if history knows, or where to look. */
export async function scopeToday(snapshot: Snapshot, question: ScopeQuestion): Promise<Scope> {
  try {
    return await scope(snapshot, question);
  } catch (error) {
    throw isNotFound(error) ? await withHints(snapshot, question, error) : error;
  }
}

function isNotFound(error: unknown): error is UltragitError {
  return error instanceof UltragitError && error.code === 'file_not_found';
}

async function withHints(snapshot: Snapshot, { path, rev }: ScopeQuestion, error: UltragitError) {
  const known = rev === undefined ? await whereabouts(snapshot, path) : undefined;
  const hints = known ?? [await whereToLook(snapshot, path, rev ?? snapshot.head)];
  return new UltragitError(error.code, error.message, hints);
}

/** What became of a file or a directory, if history knows. */
async function whereabouts(snapshot: Snapshot, path: string): Promise<Words[] | undefined> {
  const past = await nowOrBefore(snapshot, { path }, MOST_RENAMES).catch((reason: unknown) => {
    if (reason instanceof UltragitError) return undefined;
    throw reason;
  });
  if (!past) return directoryRenamed(snapshot, path);
  const renames = past.notices.flatMap(notice => (notice.code === 'renamed' ? [wasRenamed(notice)] : []));
  const deleted = past.notices.find(notice => notice.code === 'deleted');
  if (!deleted) return [[...renames, `Ask about ${past.path} instead.`].join(' ')];
  const what = [...renames, `${wasDeleted(deleted)}.`].join(' ');
  const end = {
    terminal: `${what} What was known of it: ultragit history ${path}`,
    agent: `${what} What was known of it: ultragit_history with the same path.`,
  };
  return [end, ...(await namesakesOf(snapshot, path))];
}

/** The new name of a directory, where its last files got one together. */
async function directoryRenamed(snapshot: Snapshot, asked: string): Promise<Words[] | undefined> {
  const { repository, head, signal } = snapshot;
  const path = normalisePath(asked, repository.location.root);
  const commit = await repository.run(lastTouch(head.id, path), signal);
  const renames = commit === undefined ? [] : await repository.run(renamesIn(commit), signal);
  for (const { from, to } of renames) {
    const inside = from.slice(path.length);
    if (!from.startsWith(`${path}/`) || !to.endsWith(inside)) continue;
    const name = to.slice(0, -inside.length);
    const isThere = (await repository.entryAt(head, name))?.mode === '40000';
    if (isThere && commit)
      return [`${wasRenamed({ from: path, to: name, commit })} Ask about ${name} instead.`];
  }
  return undefined;
}

async function nowOrBefore(snapshot: Snapshot, question: ScopeQuestion, renamesLeft: number): Promise<Scope> {
  try {
    return await scope(snapshot, question);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return (await pastScope(snapshot, question, renamesLeft)) ?? Promise.reject(error);
  }
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
    const found = await nowOrBefore(snapshot, { ...question, path: to }, renamesLeft - 1);
    return precededBy({ code: 'renamed', from: path, to, commit: touch.id }, found);
  }
  // The walk looks at no merges: a file that the newest change left in place was dropped by a merge.
  const byMerge = (await repository.entryAt(touch, path)) !== undefined;
  const last = byMerge ? touch : touch.parents[0] && (await repository.commit(touch.parents[0]));
  const entry = last && (await repository.entryAt(last, path));
  if (!last || !entry || entry.mode === '40000') return undefined;
  const before = await scope(snapshot, { ...question, path, rev: last });
  const deleted: Notice = { code: 'deleted', path, commit: touch.id, byMerge };
  return { ...precededBy(deleted, before), gone: byMerge ? {} : { commit: touch } };
}

function precededBy(notice: Notice, scope: Scope): Scope {
  return { ...scope, notices: [notice, ...scope.notices] };
}
