import { touchedSince } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_COMMITS_SEARCHED = 100;

/**
 * Blame knows who wrote a line, not who removed one. This looks through the changes of a file since a
 * commit, for those after which one of the texts is no longer in it.
 */
export async function removedBy(
  snapshot: Snapshot,
  since: Commit,
  head: Commit,
  paths: readonly string[],
  lost: readonly string[],
): Promise<string[]> {
  if (lost.length === 0) return [];
  const texts = lost.map(text => Buffer.from(text, 'latin1'));
  const touched = await snapshot.repository.run(touchedSince(since.id, head.id, paths), snapshot.signal);
  const removed: string[] = [];
  for (const id of touched.slice(-MOST_COMMITS_SEARCHED)) {
    const commit = await snapshot.repository.commit(id);
    const parent = commit?.parents[0] && (await snapshot.repository.commit(commit.parents[0]));
    if (!commit || !parent) continue;
    const before = await fileAt(snapshot, parent, paths);
    const after = await fileAt(snapshot, commit, paths);
    if (texts.some(text => before?.includes(text) && !after?.includes(text))) removed.push(id);
  }
  return removed;
}

/** The file under the first of its names that the commit has. */
async function fileAt(
  snapshot: Snapshot,
  commit: Commit,
  paths: readonly string[],
): Promise<Buffer | undefined> {
  for (const path of paths) {
    const entry = await snapshot.repository.entryAt(commit, path);
    if (entry) return snapshot.repository.file(entry.id);
  }
  return undefined;
}
