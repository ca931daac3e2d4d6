import type { Annotation } from '../../annotation/schema.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * When an annotation's knowledge is from. A rewritten note carries the time of the rewrite; the commits
 * that it was made from, where this clone still has them, are more honest.
 */
export async function timestampOf(snapshot: Snapshot, annotation: Annotation, commit: Commit): Promise<Date> {
  if (annotation.provenance.operation !== 'initial') {
    const origins = await Promise.all(
      (annotation.provenance.derived_from ?? []).map(id => snapshot.repository.commit(id)),
    );
    const times = origins.flatMap(origin => (origin ? [origin.author.time] : []));
    if (times.length > 0) return fromSeconds(Math.max(...times));
  }
  const written = new Date(annotation.timestamp ?? Number.NaN);
  return Number.isNaN(written.getTime()) ? fromSeconds(commit.committer.time) : written;
}

const LAST_DAY = 8_640_000_000_000;

/** A commit may claim any number of seconds; dates can't hold them all. */
export function fromSeconds(seconds: number): Date {
  return new Date(Math.max(-LAST_DAY, Math.min(LAST_DAY, seconds)) * 1000);
}

/** Seconds are enough, and read better: 2026-03-01T09:30:00Z. */
export function isoSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
