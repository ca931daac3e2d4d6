import { groupBy } from '../../collections.ts';
import { samePatch } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { commitsWithEqualPatches, patchesOf } from '../../git/patch-calls.ts';
import { isDamage } from '../history/ancestry.ts';
import { type SideHistory, sideHistories } from '../recovery/side-history.ts';
import type { Snapshot } from '../snapshot.ts';

/** With fewer commits, to find out what they share takes longer than to ask for each. */
const FEW = 3;
/** Git compares all commits of a side: beyond so many, those that are wanted are compared one by one. */
const MOST_COMMITS_BESIDE = 500;

/** For commits that are no longer in this history, the one that makes the same change, as after a rebase. */
export async function rewrittenAs(snapshot: Snapshot, lost: readonly Commit[]): Promise<Map<string, Commit>> {
  const ids = new Map<string, string>();
  const commits = lost.filter(({ parents }) => parents.length <= 1);
  const sides =
    commits.length < FEW ? new Map<string, SideHistory>() : await sideHistories(snapshot, commits);
  for (const group of groupBy(commits, ({ id }) => forksOf(sides.get(id)) ?? id).values()) {
    const together = group.length < FEW ? undefined : await askTogether(snapshot, group, sides);
    for (const commit of group) {
      const same = together ? together.get(commit.id) : await askAlone(snapshot, commit);
      if (same !== undefined) ids.set(commit.id, same);
    }
  }
  const found = await Promise.all(
    [...ids].map(async ([from, to]) => [from, await snapshot.repository.commit(to)] as const),
  );
  return new Map(found.flatMap(([from, commit]) => (commit ? [[from, commit]] : [])));
}

/** What two commits were built on, if that is the same: then they are compared with the same part of this history. */
function forksOf(side: SideHistory | undefined): string | undefined {
  return side?.isWhole ? `forks ${side.forks.join()}` : undefined;
}

async function askAlone({ repository, head, signal }: Snapshot, commit: Commit): Promise<string | undefined> {
  try {
    const [same] = await repository.run(samePatch(head.id, commit.id, commit.parents), signal);
    return same;
  } catch (error) {
    // What no branch has is pruned piece by piece: such a commit may have lost its parents already.
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/**
 * Git tells which commits of the two sides make a change that the other side has, too, but not which belong together:
 * that follows from the patches of these few. Undefined where each must be asked for.
 */
async function askTogether(
  snapshot: Snapshot,
  group: readonly Commit[],
  sides: ReadonlyMap<string, SideHistory>,
): Promise<Map<string, string> | undefined> {
  const { repository, head, signal } = snapshot;
  const beside = new Set(group.flatMap(({ id }) => [...(sides.get(id)?.commits ?? [])]));
  if (beside.size > MOST_COMMITS_BESIDE) return undefined;
  const ids = group.map(({ id }) => id);
  try {
    const equal = await repository.run(commitsWithEqualPatches(head.id, ids), signal);
    const here = equal.filter(id => !beside.has(id));
    const wanted = ids.filter(id => equal.includes(id));
    const patches = await repository.run(patchesOf([...wanted, ...here]), signal);
    const found = new Map<string, string>();
    for (const id of wanted) {
      const same = here.find(other => patches.get(other) === patches.get(id));
      if (same === undefined) return undefined;
      found.set(id, same);
    }
    return found;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
