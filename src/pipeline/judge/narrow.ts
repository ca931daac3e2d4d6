import { UltragitError } from '../../errors.ts';
import { dateMeant } from '../../git/date-meant.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
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
  since: async (since, snapshot, scored) => {
    const dated = ({ timestamp, found: { commit } }: Scored): Dated => ({ timestamp, commit });
    const isRecent = await recent(snapshot, scored.map(dated), since);
    return item => isRecent(dated(item));
  },
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

/** What can be older or newer than a date or a commit. */
export type Dated = { timestamp: Date; commit: Commit };

/** A date means "not before"; a commit means "not in its history", or later where this clone can't tell. */
export async function recent(
  snapshot: Snapshot,
  dated: readonly Dated[],
  since: string,
): Promise<(item: Dated) => boolean> {
  const date = isoDate(since) ?? (await dateMeant(snapshot.repository, since));
  if (date) return item => item.timestamp >= date;
  const commit = await snapshot.repository
    .resolve(since, snapshot.head, snapshot.signal)
    .catch((error: unknown) => {
      if (!(error instanceof UltragitError)) throw error;
      throw new UltragitError(error.code, `Neither a date nor a commit: ${since}`, [DATES]);
    });
  const known = dated.map(item => item.commit).filter(found => !isAbsent(found));
  const ids = known.map(({ id }) => id);
  const older = await ancestorsOf(snapshot, commit.id, ids);
  const isLater = ({ timestamp }: Dated) => timestamp.getTime() > commit.committer.time * 1000;
  return item => (isAbsent(item.commit) ? isLater(item) : !older.has(item.commit.id));
}

const DATES =
  'Write a date as git reads it, such as 2026-03-01, yesterday, "2 weeks ago" or "last friday", or name a commit.';

/** Its own: git would add the time of day that it is now. */
function isoDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new UltragitError('bad_argument', `Not a date: ${text}`, [DATES]);
}
