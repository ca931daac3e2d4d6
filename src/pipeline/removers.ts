import { touchedSince } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import { splitLines, wordsOf } from './line-map.ts';
import { LARGEST_FILE } from './locate.ts';
import type { View } from './view.ts';

const MOST_COMMITS_SEARCHED = 100;

/**
 * Blame knows who wrote a line, not who removed one. This looks through the changes of a file since a
 * commit, for those after which it has fewer of the given lines (as words joined by spaces).
 */
export async function removers(
  view: View,
  since: Commit,
  head: Commit,
  paths: readonly string[],
  lines: readonly string[],
): Promise<string[]> {
  if (lines.length === 0) return [];
  const touched = await view.repository.run(touchedSince(since.id, head.id, paths), view.signal);
  const removed: string[] = [];
  for (const id of touched.slice(-MOST_COMMITS_SEARCHED)) {
    const commit = await view.repository.commit(id);
    const parent = commit?.parents[0] && (await view.repository.commit(commit.parents[0]));
    if (!commit || !parent) continue;
    const before = await countLines(view, parent, paths);
    const after = await countLines(view, commit, paths);
    if (lines.some(line => (before.get(line) ?? 0) > (after.get(line) ?? 0))) removed.push(id);
  }
  return removed;
}

async function countLines(
  view: View,
  commit: Commit,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const entry = await view.repository.entryAt(commit, path);
    const object = entry && (await view.repository.read(entry.id, LARGEST_FILE));
    if (!object?.data) continue;
    for (const line of splitLines(object.data)) {
      const words = wordsOf(line).join(' ');
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
    return counts;
  }
  return counts;
}
