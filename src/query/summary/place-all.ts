import { partition } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import { MESSAGES } from '../../index/notes-index.ts';
import { ancestorsOf } from '../../pipeline/history/ancestry.ts';
import { type CommitOrder, commitOrder } from '../../pipeline/history/commit-order.ts';
import { placeTogether } from '../../pipeline/placing/place-notes.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnnotatedFile } from './annotated-files.ts';

/** Puts commits in order. */
export type OrderOf = (commits: readonly Commit[]) => Promise<CommitOrder>;

/**
 * All notes of these files find their place in history together: one by one, each file would ask git again. The same
 * goes for the order of their commits, which is asked for once, where it is needed.
 */
export async function placeAll(snapshot: Snapshot, files: readonly AnnotatedFile[]): Promise<OrderOf> {
  const { head, repository } = snapshot;
  const records = new Set(files.flatMap(file => file.records));
  const [messages, notes] = partition([...records], ({ source }) => source === MESSAGES);
  const places = await placeTogether(
    snapshot,
    notes.map(({ object }) => object),
  );
  const commits = new Map<string, Commit>();
  for (const { object } of notes) {
    const place = places.get(object);
    if (typeof place === 'object' && 'commit' in place) commits.set(place.commit.id, place.commit);
  }
  const ids = messages.map(({ object }) => object);
  for (const id of await ancestorsOf(snapshot, head.id, ids)) {
    const commit = await repository.commit(id);
    if (commit) commits.set(id, commit);
  }
  let order: Promise<CommitOrder> | undefined;
  return wanted => {
    if (!wanted.every(({ id }) => commits.has(id))) return commitOrder(snapshot, wanted);
    order ??= commitOrder(snapshot, [...commits.values()]);
    return order;
  };
}
