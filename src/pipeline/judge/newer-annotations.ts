import { isAbsent } from '../../git/parsers.ts';
import { commitOrder } from '../history/commit-order.ts';
import { isOfWholeCommit } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { type Scored, sameUnit } from './score.ts';

/** For each region that a later annotation of the same unit may have overtaken: that annotation's commit. */
export async function newerAnnotations(
  snapshot: Snapshot,
  scored: readonly Scored[],
): Promise<Map<Scored, string>> {
  const newer = new Map<Scored, string>();
  const rivals = scored.filter(item => scored.some(other => isRival(item, other)));
  if (rivals.length === 0) return newer;
  const position = await commitOrder(
    snapshot,
    rivals.map(item => item.found.commit),
  );
  const at = (item: Scored) => position(item.found.commit);
  for (const item of rivals) {
    const later = rivals.filter(
      other => isRival(item, other) && mayOvertake(other, item) && at(other) > at(item),
    );
    const latest = later.reduce<Scored | undefined>(
      (best, next) => (best && at(best) > at(next) ? best : next),
      undefined,
    );
    if (latest) newer.set(item, latest.found.commit.id);
  }
  return newer;
}

/** What may come from work that was never merged overtakes nothing that is in this history. */
function mayOvertake({ found: { commit } }: Scored, { found: older }: Scored): boolean {
  return !isAbsent(commit) || isAbsent(older.commit);
}

/** What is said of two whole commits is about different changes. */
function isRival(a: Scored, b: Scored): boolean {
  if (isOfWholeCommit(a.found) || isOfWholeCommit(b.found)) return false;
  return a.found.commit.id !== b.found.commit.id && sameUnit(a.found.region, b.found.region);
}
