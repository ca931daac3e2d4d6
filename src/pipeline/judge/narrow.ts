import { UltragitError } from '../../errors.ts';
import { isAbsent } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Scored } from './score.ts';

/** What a reader may narrow an answer by. */
export type Narrowing = { since?: string; tags?: readonly string[]; context_level?: string };

type Wanted = (item: Scored) => boolean;

/** One row a filter: which regions pass it. */
const FILTERS: {
  [Name in keyof Required<Narrowing>]: (
    value: NonNullable<Narrowing[Name]>,
    snapshot: Snapshot,
    scored: readonly Scored[],
  ) => Wanted | Promise<Wanted>;
} = {
  since: (since, snapshot, scored) => recent(snapshot, scored, since),
  tags: tags => item => tags.some(tag => item.found.region.tags?.includes(tag)),
  context_level: level => item => item.found.annotation.context_level === level,
};

const NAMES = Object.keys(FILTERS) as (keyof Narrowing)[];

/** Takes what concerns the scope; gives what the reader wants of it. */
export async function narrow(
  snapshot: Snapshot,
  scored: readonly Scored[],
  by: Narrowing,
): Promise<Scored[]> {
  const passes = async <Name extends keyof Narrowing>(name: Name): Promise<Wanted> => {
    const value = by[name];
    return value === undefined ? () => true : FILTERS[name](value, snapshot, scored);
  };
  const filters = await Promise.all(NAMES.map(passes));
  return scored.filter(item => filters.every(isWanted => isWanted(item)));
}

/** The filters that were given, for a notice about what they left out. */
export function filtersIn(by: Narrowing): [name: string, value: string][] {
  return NAMES.flatMap(name => (by[name] === undefined ? [] : [[name, String(by[name])]]));
}

/** A date means "not before"; a commit means "not in its history", or later where this clone can't tell. */
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
  const known = scored.map(item => item.found.commit).filter(found => !isAbsent(found));
  const ids = known.map(({ id }) => id);
  const older = await ancestorsOf(snapshot, commit.id, ids);
  const isLater = ({ timestamp }: Scored) => timestamp.getTime() > commit.committer.time * 1000;
  return item => (isAbsent(item.found.commit) ? isLater(item) : !older.has(item.found.commit.id));
}
