import { samePatch } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';

/** A commit of this history that makes the same change as one that is no longer in it, as after a rebase. */
export async function rewrittenAs(snapshot: Snapshot, commit: Commit): Promise<Commit | undefined> {
  const { repository, head, signal } = snapshot;
  if (commit.parents.length > 1) return undefined;
  try {
    const [same] = await repository.run(samePatch(head.id, commit.id, commit.parents), signal);
    return same === undefined ? undefined : await repository.commit(same);
  } catch (error) {
    // What no branch has is pruned piece by piece: such a commit may have lost its parents already.
    if (isDamage(error)) return undefined;
    throw error;
  }
}
