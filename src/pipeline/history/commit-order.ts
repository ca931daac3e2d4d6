import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';
import { historyGraph } from './history-graph.ts';

/** The place of a commit among others; -1 for one that is not among them. */
export type CommitOrder = (commit: Commit) => number;

/**
 * The place of each of these commits in their history, oldest first; -1 for one that is not among them. One that this
 * history does not have comes after the last that is not newer by the clock.
 */
export async function commitOrder(snapshot: Snapshot, commits: readonly Commit[]): Promise<CommitOrder> {
  const order = await oldestFirst(snapshot, commits);
  const position = new Map(order.map((id, at) => [id, at]));
  return commit => position.get(commit.id) ?? -1;
}

/** Oldest first, by what commits build on; clocks only decide where that leaves it open. */
export async function oldestFirst(snapshot: Snapshot, commits: readonly Commit[]): Promise<string[]> {
  const byTime = [...new Map(commits.map(commit => [commit.id, commit])).values()].sort(byClock);
  if (byTime.length < 2) return byTime.map(({ id }) => id);
  const graph = await historyGraph(snapshot, snapshot.head.id);
  const places = graph.places();
  const placed = byTime.map(commit => ({ commit, row: graph.rowOf(commit.id) }));
  const order = placed
    .flatMap(({ commit, row }) => (row === undefined ? [] : [{ commit, place: places[row] ?? 0 }]))
    .sort((a, b) => a.place - b.place)
    .map(({ commit }) => commit);
  for (const { commit, row } of placed) {
    if (row !== undefined) continue;
    const isOlder = ({ committer }: Commit) => committer.time <= commit.committer.time;
    order.splice(order.findLastIndex(isOlder) + 1, 0, commit);
  }
  return order.map(({ id }) => id);
}

function byClock(a: Commit, b: Commit): number {
  return a.committer.time - b.committer.time || (a.id < b.id ? -1 : 1);
}
