import { UltragitError } from '../../errors.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import type { CommitGraph } from './commit-graph.ts';
import { historyGraph } from './history-graph.ts';

/** Which rows are behind one of them, by graph and row; the limit is in bytes. */
const BEHIND = slot<Uint8Array>(16 * 1024 * 1024);

/** Which of these commits are `head` or in its history; exact, whatever the clocks said. */
export async function ancestorsOf(
  snapshot: Snapshot,
  head: string,
  commits: readonly string[],
): Promise<Set<string>> {
  const others = commits.filter(id => id !== head);
  if (others.length === 0 || !(await snapshot.repository.commit(head))) {
    return new Set(commits.filter(id => id === head));
  }
  const graph = await graphWith(snapshot, head);
  const row = graph.rowOf(head) ?? 0;
  const behind = row === 0 ? undefined : marksBehind(snapshot, graph, row);
  const isBehind = (id: string) => {
    const at = graph.rowOf(id);
    return at !== undefined && (behind === undefined || behind[at] === 1);
  };
  return new Set(commits.filter(isBehind));
}

/** The history of the snapshot, where that has the commit, else its own. */
async function graphWith(snapshot: Snapshot, commit: string): Promise<CommitGraph> {
  const graph = await historyGraph(snapshot, snapshot.head.id);
  return graph.rowOf(commit) === undefined ? historyGraph(snapshot, commit) : graph;
}

function marksBehind({ memory }: Snapshot, graph: CommitGraph, row: number): Uint8Array {
  const kept = memory.of(BEHIND);
  const key = `${graph.head} ${row} ${graph.count}`;
  const marks = kept.get(key) ?? graph.behind(row);
  kept.set(key, marks, marks.length);
  return marks;
}

/** The parents of a commit that this clone has; a shallow one ends somewhere. */
export async function knownParents(repository: Repository, commit: Commit): Promise<string[]> {
  const parents = await Promise.all(commit.parents.map(id => repository.commit(id)));
  return parents.flatMap(parent => (parent ? [parent.id] : []));
}

export function isDamage(error: unknown): boolean {
  return error instanceof UltragitError && error.code === 'git_failed';
}
