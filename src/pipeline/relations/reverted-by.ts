import { readMessage } from '../../annotation/messages/read-message.ts';
import { groupBy } from '../../collections.ts';
import { revertsSince } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';

type Read = { commit: Commit; message: { reverts: readonly string[] } };

/** What is wrong is reverted soon: the whole history is not searched for a revert of an old commit. */
const WATCHED_SECONDS = 2 * 365 * 24 * 3600;

/** By commit: the ids of commits that say they revert it, among those that were read and those that came after it. */
export async function revertedBy(
  snapshot: Snapshot,
  head: Commit,
  commits: readonly Read[],
  read: readonly Read[],
): Promise<Map<string, string[]>> {
  const later = await laterReverts(
    snapshot,
    head,
    commits.map(({ commit }) => commit),
  );
  const pairs = commits.flatMap(({ commit: { id } }) =>
    [...read, ...later]
      .filter(({ message }) => message.reverts.some(name => id.startsWith(name)))
      .map(by => ({ id, by: by.commit.id })),
  );
  return new Map(
    [...groupBy(pairs, ({ id }) => id)].map(([id, found]) => [id, [...new Set(found.map(({ by }) => by))]]),
  );
}

async function laterReverts(
  { repository, signal }: Snapshot,
  head: Commit,
  commits: readonly Commit[],
): Promise<Read[]> {
  const watched = commits
    .filter(({ id, committer }) => id !== head.id && committer.time > head.committer.time - WATCHED_SECONDS)
    .sort((a, b) => a.committer.time - b.committer.time);
  const [oldest] = watched;
  if (!oldest) return [];
  const found = await repository.run(
    revertsSince(
      oldest.id,
      head.id,
      watched.map(({ id }) => id),
    ),
    signal,
  );
  const read = await Promise.all(found.map(id => repository.commit(id)));
  return read.flatMap(commit => (commit ? [{ commit, message: readMessage(commit.message) }] : []));
}
