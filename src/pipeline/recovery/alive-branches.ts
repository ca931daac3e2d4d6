import type { Snapshot } from '../snapshot.ts';
import { parentsBeside } from './side-history.ts';

/** The newest commits of the branches that have a commit and are not in this history. */
export type BranchesOver = (commit: string) => string[];

/** Undefined where it can't be told which commits the branches have, and so, none may be taken for abandoned. */
export async function aliveBranches(snapshot: Snapshot): Promise<BranchesOver | undefined> {
  const tips = snapshot.repository.branchTips();
  if (tips.length === 0) return () => [];
  const parents = await parentsBeside(snapshot, tips);
  if (typeof parents === 'string') return undefined;
  const children = new Map<string, string[]>();
  for (const [commit, above] of parents) {
    for (const parent of above) children.set(parent, [...(children.get(parent) ?? []), commit]);
  }
  const isTip = new Set(tips);
  return commit => {
    if (!parents.has(commit)) return [];
    const later = new Set([commit]);
    for (const id of later) for (const child of children.get(id) ?? []) later.add(child);
    return [...later].filter(id => isTip.has(id));
  };
}
