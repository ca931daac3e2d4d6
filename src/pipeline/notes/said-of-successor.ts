import { type Commit, isAbsent } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { FileName } from '../history/file-names.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Another file may have taken the old name of a renamed one. Tells whether an annotation under such a name is
 * about that other file, because its commit came after the rename, or because nothing is known of its commit.
 */
export async function saidOfSuccessor(
  snapshot: Snapshot,
  names: readonly FileName[],
  placed: readonly { commit: Commit }[],
): Promise<(name: string, commit: Commit) => boolean> {
  const later = new Set<string>();
  const key = (name: string, commit: Commit) => `${name}\0${commit.id}`;
  for (const { name, until } of names) {
    if (until === undefined) continue;
    for (const { commit } of placed) {
      if (commit.id === until) continue;
      const before = isAbsent(commit) || (await ancestorsOf(snapshot, commit.id, [until])).has(until);
      if (before) later.add(key(name, commit));
    }
  }
  return (name, commit) => later.has(key(name, commit));
}
