import type { Freshness } from '../../answers.ts';
import { resolveAnchor } from '../../syntax/anchor.ts';
import { summaryOf } from '../judge/freshness.ts';
import type { Located } from '../locate/locate.ts';
import type { Found } from '../notes/find-regions.ts';
import { anchorGone, type PastScope } from '../scope/scope-in-history.ts';
import type { Snapshot } from '../snapshot.ts';
import { relatedRegions } from './related.ts';

/** Oldest first by what commits build on; of one commit, what was recovered first, then in source order. */
export async function inOrder<T extends { found: Found }>(
  snapshot: Snapshot,
  items: readonly T[],
): Promise<T[]> {
  const commits = items.map(item => item.found.commit);
  const order = await snapshot.history.order(snapshot.head.id, commits, snapshot.signal);
  const position = new Map(order.map((id, at) => [id, at]));
  const at = (item: T) => position.get(item.found.commit.id) ?? -1;
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
): Promise<{ found: Found }[]> {
  const seen = new Set(direct.map(({ found }) => found.region));
  const distant: { found: Found }[] = [];
  for (const { found } of entries) {
    for (const reference of await relatedRegions(snapshot, found.region)) {
      if (seen.has(reference.region)) continue;
      seen.add(reference.region);
      distant.push({ found: reference });
    }
  }
  return distant;
}

/** A unit that was removed has a past: where the outline does not know the name, the notes may. */
export function seekInNotes(here: PastScope, anchor: string | undefined, located: readonly Located[]): void {
  if (anchor === undefined || (here.anchor && here.anchor.match !== 'fuzzy')) return;
  const named = located.flatMap(({ found }) => found.region.ast_anchor ?? []);
  const resolved = resolveAnchor(named, anchor);
  if (resolved.match === 'exact' || resolved.match === 'unqualified') anchorGone(here, anchor);
}

/** Nothing is left of a file that was deleted, and the commit that deleted it changed all of it. */
export function goneWith({ gone }: PastScope): Freshness | undefined {
  if (!gone) return undefined;
  const { commit } = gone;
  if (!commit) return { state: 'gone' };
  return { state: 'gone', changed_by: [{ commit: commit.id, summary: summaryOf(commit) }] };
}
