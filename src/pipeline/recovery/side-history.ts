import { type Lineage, lineagesBeyond } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { walkNearby } from '../../git/walk-nearby.ts';
import { ancestorsOf, isDamage } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';

/** What a commit outside this history was built on, itself included. */
export type SideHistory = {
  /** Its commits that this history does not have. */
  commits: ReadonlySet<string>;
  /** The commits of this history that they begin at; none where the two have nothing in common. */
  forks: readonly string[];
  /** False where this clone does not have all of it, so that more may be behind it than can be seen. */
  isWhole: boolean;
};

/** Commits beside this history that are looked at; more of them, and nothing is known of any. */
const MOST_COMMITS_BESIDE = 100_000;

/** Histories with missing parts are asked for one by one, each by a process. */
const MOST_DAMAGED = 32;

/** Takes commits that are not in this history; gives what each was built on, as far as that can be told. */
export async function sideHistories(
  snapshot: Snapshot,
  commits: readonly Commit[],
): Promise<Map<string, SideHistory>> {
  if (commits.length === 0) return new Map();
  const ids = commits.map(({ id }) => id);
  const together = await parentsBeside(snapshot, ids);
  if (together === 'too many') return new Map();
  if (together !== 'damaged') return new Map(ids.map(id => [id, walk(snapshot, id, together)]));
  const histories = new Map<string, SideHistory>();
  for (const commit of commits.slice(0, MOST_DAMAGED)) {
    const parents = await parentsBeside(snapshot, [commit.id]);
    const isKnown = typeof parents !== 'string';
    histories.set(commit.id, isKnown ? walk(snapshot, commit.id, parents) : await nearest(snapshot, commit));
  }
  return histories;
}

/** By commit. */
export type Parents = ReadonlyMap<string, readonly string[]>;

/** The parents of all commits that the given ones have and this history has not. */
export async function parentsBeside(
  { repository, head, signal }: Snapshot,
  ids: readonly string[],
): Promise<Parents | 'damaged' | 'too many'> {
  const few = await fewBeside(repository, head.id, ids);
  if (few) return few;
  let lineages: Lineage[];
  try {
    lineages = await repository.run(lineagesBeyond(head.id, ids, MOST_COMMITS_BESIDE), signal);
  } catch (error) {
    if (isDamage(error)) return 'damaged';
    throw error;
  }
  if (lineages.length > MOST_COMMITS_BESIDE) return 'too many';
  return new Map(lineages.map(([commit, ...parents]) => [commit, parents]));
}

/** The same without a process, where both sides are short and whole; undefined where they are not. */
async function fewBeside(
  repository: Repository,
  head: string,
  ids: readonly string[],
): Promise<Parents | undefined> {
  const here = await walkNearby(repository, head);
  if (!here.complete || repository.shallowBoundaries().size > 0) return undefined;
  const beside = new Map<string, readonly string[]>();
  for (const id of ids) {
    if (here.commits.has(id) || beside.has(id)) continue;
    const isKnown = (other: string) => here.commits.has(other) || beside.has(other);
    const { commits, complete } = await walkNearby(repository, id, { isKnown });
    if (!complete || !commits.has(id)) return undefined;
    for (const { id: commit, parents } of commits.values()) beside.set(commit, parents);
  }
  const isThere = (id: string) => here.commits.has(id) || beside.has(id);
  return [...beside.values()].flat().every(isThere) ? beside : undefined;
}

function walk({ repository }: Snapshot, start: string, parents: Parents): SideHistory {
  const { commits, forks } = forksOf(start, parents);
  const cut = repository.shallowBoundaries();
  return { commits, forks, isWhole: ![...commits].some(id => cut.has(id)) };
}

/** From a commit down to those that are not beside this history but in it. */
export function forksOf(start: string, parents: Parents): Pick<SideHistory, 'commits' | 'forks'> {
  const commits = new Set([start]);
  const forks = new Set<string>();
  for (const id of commits) {
    for (const parent of parents.get(id) ?? []) {
      if (parents.has(parent)) commits.add(parent);
      else forks.add(parent);
    }
  }
  return { commits, forks: [...forks].sort() };
}

/** Of a commit whose history is pruned in part: what its parents tell. */
async function nearest(snapshot: Snapshot, { id, parents }: Commit): Promise<SideHistory> {
  const known = await Promise.all(parents.map(parent => snapshot.repository.commit(parent)));
  const there = known.flatMap(parent => (parent ? [parent.id] : []));
  const forks = await ancestorsOf(snapshot, snapshot.head.id, there);
  return { commits: new Set([id]), forks: [...forks].sort(), isWhole: false };
}
