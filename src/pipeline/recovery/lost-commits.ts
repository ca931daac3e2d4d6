import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';
import { aliveBranches, type Branch } from './alive-branches.ts';
import { commitWentTo, type LostCommit, type Successor } from './by-content.ts';
import { sideHistories } from './side-history.ts';
import { squashedAs } from './squashed-as.ts';

/** An annotated commit outside this history: what it was built on, and the branches that still have it. */
export type Stray = LostCommit & { branches: readonly Branch[] };

/** Branches that are compared with this history to find out whether one of them brought a commit. */
const MOST_BRANCHES_COMPARED = 8;

/** By id: the commits outside this history that the notes of this answer hang on, as far as anything is known of them. */
export function strays(): Map<string, Stray> {
  return new Map();
}

/** Finds out about commits outside this history, all of them together. */
export async function findStrays(snapshot: Snapshot, commits: readonly Commit[]): Promise<void> {
  const known = snapshot.once(strays);
  if (commits.length === 0) return;
  const branchesOver = await snapshot.once(aliveBranches);
  const histories = await sideHistories(snapshot, commits);
  for (const commit of commits) {
    const side = histories.get(commit.id);
    if (branchesOver && side) known.set(commit.id, { commit, side, branches: branchesOver(commit.id) });
  }
}

type Whole = Promise<Successor | 'unmerged'>;

function successors(): Map<string, Whole> {
  return new Map();
}

/** Where a whole commit went: by what it changed or, on a branch that is still there, if that was plainly squashed. */
export function successorOf(snapshot: Snapshot, stray: Stray): Whole {
  const known = snapshot.once(successors);
  const { commit, branches } = stray;
  const found =
    known.get(commit.id) ?? (branches.length > 0 ? mergedAs(snapshot, stray) : commitWentTo(snapshot, stray));
  known.set(commit.id, found);
  return found;
}

/** Nothing of a commit that was built on HEAD can be in its history. */
async function mergedAs(snapshot: Snapshot, { side, branches }: Stray): Whole {
  if (side.forks.includes(snapshot.head.id)) return 'unmerged';
  for (const branch of branches.slice(0, MOST_BRANCHES_COMPARED)) {
    const merged = await squashedAs(snapshot, branch);
    if (merged !== undefined) return merged;
  }
  return 'unmerged';
}

/** Where the nearest commit went that was built on this one: a squash merge takes all of them. */
export async function successorOfLater(snapshot: Snapshot, { commit }: Stray): Promise<Successor> {
  const later = [...snapshot.once(strays).values()]
    .filter(other => other.commit.id !== commit.id && other.side.commits.has(commit.id))
    .sort((a, b) => a.side.commits.size - b.side.commits.size || (a.commit.id < b.commit.id ? -1 : 1));
  for (const other of later) {
    const successor = await successorOf(snapshot, other);
    if (successor !== undefined && successor !== 'unmerged') return successor;
  }
  return undefined;
}
