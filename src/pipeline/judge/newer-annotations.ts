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
  const order = await snapshot.history.order(
    snapshot.head.id,
    rivals.map(item => item.found.commit),
    snapshot.signal,
  );
  const position = new Map(order.map((id, at) => [id, at]));
  const at = (item: Scored) => position.get(item.found.commit.id) ?? -1;
  for (const item of rivals) {
    const later = rivals.filter(other => isRival(item, other) && at(other) > at(item));
    const latest = later.reduce<Scored | undefined>(
      (best, next) => (best && at(best) > at(next) ? best : next),
      undefined,
    );
    if (latest) newer.set(item, latest.found.commit.id);
  }
  return newer;
}

function isRival(a: Scored, b: Scored): boolean {
  return a.found.commit.id !== b.found.commit.id && sameUnit(a.found.region, b.found.region);
}
