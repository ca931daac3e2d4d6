import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';
import { historyGraph } from './history-graph.ts';

/** The place of a commit among others; -1 for one that is not among them. */
export type CommitOrder = (commit: Commit) => number;

/**
 * The place of each of these commits in their history, oldest first; -1 for one that is not among them. One that this
 * clone does not have comes after the last that is not newer by the clock.
 */
export async function commitOrder(snapshot: Snapshot, commits: readonly Commit[]): Promise<CommitOrder> {
  const known = new Map(commits.filter(commit => !isAbsent(commit)).map(commit => [commit.id, commit]));
  const order = await oldestFirst(snapshot, [...known.values()]);
  const absent = new Map(commits.filter(isAbsent).map(commit => [commit.id, commit]));
  for (const { id, committer } of [...absent.values()].sort(byClock)) {
    const isOlder = (other: string) => timeOf(known.get(other) ?? absent.get(other)) <= committer.time;
    order.splice(order.findLastIndex(isOlder) + 1, 0, id);
  }
  const position = new Map(order.map((id, at) => [id, at]));
  return commit => position.get(commit.id) ?? -1;
}

function timeOf(commit: Commit | undefined): number {
  return commit?.committer.time ?? 0;
}

/** By the clock. */
function onceEach(commits: readonly Commit[]): Commit[] {
  return [...new Map(commits.map(commit => [commit.id, commit])).values()].sort(byClock);
}

function byClock(a: Commit, b: Commit): number {
  return a.committer.time - b.committer.time || (a.id < b.id ? -1 : 1);
}

/** Oldest first, by what commits build on; clocks only decide where that leaves it open. */
export async function oldestFirst(snapshot: Snapshot, commits: readonly Commit[]): Promise<string[]> {
  const byTime = onceEach(commits);
  if (byTime.length < 2) return byTime.map(({ id }) => id);
  const graph = await historyGraph(snapshot, snapshot.head.id);
  const rows = byTime.map(({ id }) => ({ id, row: graph.rowOf(id) }));
  const places = graph.places();
  const place = (row: number | undefined) => (row === undefined ? -1 : (places[row] ?? -1));
  return rows.sort((a, b) => place(a.row) - place(b.row)).map(({ id }) => id);
}
