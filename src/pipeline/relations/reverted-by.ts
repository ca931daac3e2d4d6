import { readMessage } from '../../annotation/messages/read-message.ts';
import { revertsSince } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';

type ReadCommit = { commit: Commit; message: { reverts: readonly string[] } };

/** What is wrong is reverted soon: the whole history is not searched for a revert of an old commit. */
const WATCHED_SECONDS = 2 * 365 * 24 * 3600;

/** Tells of a commit the ids of those that say they revert it: later ones, and those that were read anyway. */
export async function revertedBy(
  snapshot: Snapshot,
  head: Commit,
  commits: readonly Commit[],
  read: readonly ReadCommit[],
): Promise<(commit: Commit) => string[]> {
  const known = [...read, ...(await laterReverts(snapshot, head, commits))];
  return ({ id }) => {
    const by = known.filter(({ message }) => message.reverts.some(name => id.startsWith(name)));
    return [...new Set(by.map(({ commit }) => commit.id))];
  };
}

async function laterReverts(
  snapshot: Snapshot,
  head: Commit,
  commits: readonly Commit[],
): Promise<ReadCommit[]> {
  const watched = commits
    .filter(({ id, committer }) => id !== head.id && committer.time > head.committer.time - WATCHED_SECONDS)
    .sort((a, b) => a.committer.time - b.committer.time)
    .map(({ id }) => id);
  const found = await search(snapshot, head, watched);
  const read = await Promise.all(found.map(id => snapshot.repository.commit(id)));
  return read.flatMap(commit => (commit ? [{ commit, message: readMessage(commit.message) }] : []));
}

/** A history with a commit missing can't be searched; blame has said already what there is to say about it. */
async function search(
  { repository, signal }: Snapshot,
  head: Commit,
  ids: readonly string[],
): Promise<string[]> {
  const [oldest] = ids;
  if (oldest === undefined) return [];
  try {
    return await repository.run(revertsSince(oldest, head.id, ids), signal);
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}
