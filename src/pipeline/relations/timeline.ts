import { commitOrder } from '../history/commit-order.ts';
import { commitSummary } from '../judge/commit-summary.ts';
import type { Freshness } from '../judge/freshness.ts';
import type { Located } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { relatedRegions } from './related.ts';

/** Oldest first by what commits build on; of one commit, what was recovered first, then in source order. */
export async function inOrder<T extends { found: FoundRegion }>(
  snapshot: Snapshot,
  items: readonly T[],
): Promise<T[]> {
  const position = await commitOrder(
    snapshot,
    items.map(item => item.found.commit),
  );
  const at = (item: T) => position(item.found.commit);
  const line = (item: T) => item.found.region.lines?.start ?? 0;
  return [...items].sort(
    (a, b) =>
      at(a) - at(b) ||
      Number(!a.found.recovered) - Number(!b.found.recovered) ||
      (a.found.region.file < b.found.region.file ? -1 : a.found.region.file > b.found.region.file ? 1 : 0) ||
      line(a) - line(b),
  );
}

/** What the entries refer to, unless it is among `direct`, each once. */
export async function referredTo(
  snapshot: Snapshot,
  entries: readonly Located[],
  direct: readonly Located[],
): Promise<{ found: FoundRegion }[]> {
  const seen = new Set(direct.map(({ found }) => found.said));
  const distant: { found: FoundRegion }[] = [];
  const starts = entries.map(({ found }) => found.region);
  for (const reference of await relatedRegions(snapshot, starts)) {
    if (seen.has(reference.said)) continue;
    seen.add(reference.said);
    distant.push({ found: reference });
  }
  return distant;
}

/** Nothing is left of a file that was deleted, but for what moved; the commit that deleted it changed all of it. */
export function goneWith({ gone }: Scope, { moved }: Located): Freshness | undefined {
  if (!gone || moved) return undefined;
  const { commit } = gone;
  if (!commit) return { state: 'gone' };
  return { state: 'gone', changed_by: [{ commit: commit.id, summary: commitSummary(commit) }] };
}
