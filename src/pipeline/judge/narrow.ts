import { UltragitError } from '../../errors.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Scored } from './score.ts';

/** What a reader may narrow an answer by. */
export type Narrowing = { since?: string; tags?: readonly string[]; context_level?: string };

/** Takes what concerns the scope; gives what the reader wants of it. */
export async function narrow(
  snapshot: Snapshot,
  scored: readonly Scored[],
  by: Narrowing,
): Promise<Scored[]> {
  const isRecent = by.since === undefined ? () => true : await recent(snapshot, scored, by.since);
  return scored.filter(
    item =>
      isRecent(item) &&
      (!by.tags || by.tags.some(tag => item.found.region.tags?.includes(tag))) &&
      (!by.context_level || item.found.annotation.context_level === by.context_level),
  );
}

/** A date means "not before"; a commit means "not in its history". */
async function recent(
  snapshot: Snapshot,
  scored: readonly Scored[],
  since: string,
): Promise<(item: Scored) => boolean> {
  if (/^\d{4}-\d{2}-\d{2}/.test(since)) {
    const date = new Date(since);
    if (!Number.isNaN(date.getTime())) return item => item.timestamp >= date;
    throw new UltragitError('bad_argument', `Not a date: ${since}`, [
      'Write it as 2026-03-01, or name a commit.',
    ]);
  }
  const commit = await snapshot.repository
    .resolve(since, snapshot.head, snapshot.signal)
    .catch((error: unknown) => {
      if (!(error instanceof UltragitError)) throw error;
      throw new UltragitError(error.code, `Neither a date nor a commit: ${since}`, [
        'Write a date as 2026-03-01, or name a commit.',
      ]);
    });
  const ids = scored.map(item => item.found.commit.id);
  const older = await ancestorsOf(snapshot, commit.id, ids);
  return item => !older.has(item.found.commit.id);
}
