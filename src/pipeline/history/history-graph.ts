import type { Kind } from '../../cache/store.ts';
import { listGraph } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { unparsable } from '../../git/run/failures.ts';
import { walkNearby } from '../../git/walk-nearby.ts';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { CommitGraph, childrenFirst } from './commit-graph.ts';

const MEBIBYTE = 1024 * 1024;

/** By head and shallowness, in bytes. */
const GRAPHS = slot<Promise<CommitGraph>>(96 * MEBIBYTE);

/** By shallowness: the graph that was made last, which the next head most likely builds on. */
const NEWEST = slot<CommitGraph>(4);

const KEPT: Kind = { name: 'graph', limit: 96 * MEBIBYTE, largest: 48 * MEBIBYTE };

type Known = Pick<Snapshot, 'repository' | 'memory' | 'signal'>;

/** The graph of a history: from memory, from the graph of an earlier head, or asked of git in one process. */
export function historyGraph(known: Known, head: string): Promise<CommitGraph> {
  const { repository, memory } = known;
  const key = `${head} ${repository.shallowness()}`;
  return remember(
    memory.of(GRAPHS),
    key,
    () => makeGraph(known, head),
    graph => graph.size,
  );
}

async function makeGraph(known: Known, head: string): Promise<CommitGraph> {
  const { repository, memory, signal } = known;
  const shallow = repository.shallowness();
  const kept = memory.of(NEWEST).get(shallow) ?? fromDisk(repository, shallow);
  const reused = kept && (await fromEarlier(repository, kept, head));
  const graph = reused ?? (await fromNearby(repository, head)) ?? (await fromGit(known, head));
  // A look at an older commit leaves the graph of the newer one for the next question.
  const isOlder = kept !== undefined && kept.rowOf(head) !== undefined;
  if (!isOlder) {
    memory.of(NEWEST).set(shallow, graph, 1);
    if (graph.count > FEW) repository.knowledge?.store.put(KEPT, keyOf(repository, shallow), graph.pack());
  }
  signal?.throwIfAborted();
  return graph;
}

/** A shorter history is soon read again. */
const FEW = 100;

function fromDisk(repository: Repository, shallow: string): CommitGraph | undefined {
  const packed = repository.knowledge?.store.get(KEPT, keyOf(repository, shallow));
  return packed && CommitGraph.unpack(packed);
}

function keyOf({ location: { commonDir, objectFormat } }: Repository, shallow: string): string {
  return JSON.stringify(['graph 1', commonDir, objectFormat, shallow]);
}

async function fromEarlier(
  repository: Repository,
  earlier: CommitGraph,
  head: string,
): Promise<CommitGraph | undefined> {
  if (earlier.head === head) return earlier;
  const row = earlier.rowOf(head);
  if (row !== undefined) return earlier.startingAt(row);
  const { commits, complete } = await walkNearby(repository, head, {
    isKnown: id => earlier.rowOf(id) !== undefined,
  });
  const isThere = (id: string) => commits.has(id) || earlier.rowOf(id) !== undefined;
  return complete && isWhole(repository, commits, isThere)
    ? earlier.extendedBy(asGraph(commits), head)
    : undefined;
}

async function fromNearby(repository: Repository, head: string): Promise<CommitGraph | undefined> {
  const { commits, complete } = await walkNearby(repository, head);
  const isThere = (id: string) => commits.has(id);
  return complete && isWhole(repository, commits, isThere)
    ? CommitGraph.of(childrenFirst(asGraph(commits), head))
    : undefined;
}

/** Only where a shallow clone ends may parents be missing: of others, git says what is wrong. */
function isWhole(
  repository: Repository,
  commits: ReadonlyMap<string, Commit>,
  isThere: (id: string) => boolean,
): boolean {
  const boundaries = repository.shallowBoundaries();
  return [...commits.values()].every(({ id, parents }) => boundaries.has(id) || parents.every(isThere));
}

function asGraph(commits: ReadonlyMap<string, Commit>) {
  return new Map(
    [...commits].map(
      ([
        id,
        {
          parents,
          committer: { time },
        },
      ]) => [id, { id, time, parents }],
    ),
  );
}

/** Asked of git when it is first needed. */
async function fromGit({ repository, signal }: Known, head: string): Promise<CommitGraph> {
  const graph = CommitGraph.ofLines(await repository.run(listGraph(head), signal));
  if (!graph) throw unparsable('rev-list');
  return graph;
}
