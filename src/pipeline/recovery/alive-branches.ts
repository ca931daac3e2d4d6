import { createHash } from 'node:crypto';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { forksOf, type Parents, parentsBeside } from './side-history.ts';

/** A branch that is not in this history: its newest commit, and the commits of this history that it begins at. */
export type Branch = { tip: string; forks: readonly string[] };

/** The branches that have a commit and are not in this history. */
export type BranchesOver = (commit: string) => Branch[];

/** By the branches, the history and its shallowness. */
const GRAPHS = slot<Promise<Parents | undefined>>(2);

/** Undefined where it can't be told which commits the branches have, and so, none may be taken for abandoned. */
export async function aliveBranches(snapshot: Snapshot): Promise<BranchesOver | undefined> {
  const tips = snapshot.repository.branchTips();
  const parents = await graphOf(snapshot, tips);
  if (!parents) return undefined;
  const children = new Map<string, string[]>();
  for (const [commit, above] of parents) {
    for (const parent of above) {
      const siblings = children.get(parent);
      if (siblings) siblings.push(commit);
      else children.set(parent, [commit]);
    }
  }
  const isTip = new Set(tips);
  return commit => {
    if (!parents.has(commit)) return [];
    const later = new Set([commit]);
    for (const id of later) for (const child of children.get(id) ?? []) later.add(child);
    return [...later].filter(id => isTip.has(id)).map(tip => ({ tip, forks: forksOf(tip, parents).forks }));
  };
}

async function graphOf(snapshot: Snapshot, tips: readonly string[]): Promise<Parents | undefined> {
  if (tips.length === 0) return new Map();
  const { memory, head, repository } = snapshot;
  const branches = createHash('sha1').update(tips.join()).digest('hex');
  const key = `${branches} ${head.id} ${repository.shallowness()}`;
  const graph = await remember(memory.of(GRAPHS), key, async () => {
    const parents = await parentsBeside(snapshot, tips);
    return typeof parents === 'string' ? undefined : parents;
  });
  // What is missing may be fetched.
  if (!graph) memory.of(GRAPHS).delete(key);
  return graph;
}
