import { groupBy } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import { parseName } from '../../syntax/name.ts';
import { commitOrder } from '../history/commit-order.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { sameUnit } from './score.ts';

type Item = { found: FoundRegion };

/** For each region that a later annotation of the same unit may have overtaken: that annotation's commit. */
export async function newerAnnotations<T extends Item>(
  snapshot: Snapshot,
  items: readonly T[],
): Promise<Map<T, Commit>> {
  const newer = new Map<T, Commit>();
  const groups = [...groupBy(items, lastSegment).values()].filter(group => group.length > 1);
  const contested = groups.map(group => group.filter(item => group.some(other => isRival(item, other))));
  const position = await commitOrder(
    snapshot,
    contested.flat().map(item => item.found.commit),
  );
  const at = (item: T) => position(item.found.commit);
  for (const rivals of contested) {
    const newestFirst = [...rivals].sort((a, b) => at(b) - at(a));
    for (const item of rivals) {
      const latest = newestFirst.find(
        other => at(other) <= at(item) || (isRival(item, other) && mayOvertake(other, item)),
      );
      if (latest && at(latest) > at(item)) newer.set(item, latest.found.commit);
    }
  }
  return newer;
}

/** Units whose names do not end alike are never the same. */
function lastSegment({ found }: Item): string | undefined {
  const name = found.region.ast_anchor?.name;
  return name === undefined ? undefined : parseName(name).segments.at(-1);
}

/** What may come from work that was never merged overtakes nothing that is in this history. */
function mayOvertake({ found: { commit } }: Item, { found: older }: Item): boolean {
  return !isAbsent(commit) || isAbsent(older.commit);
}

/** What is said of two whole commits is about different changes. */
function isRival(a: Item, b: Item): boolean {
  if (isOfWholeCommit(a.found) || isOfWholeCommit(b.found)) return false;
  return a.found.commit.id !== b.found.commit.id && sameUnit(a.found.region, b.found.region);
}
