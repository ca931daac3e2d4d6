import { oneLine } from '../../annotation/sanitise.ts';
import type { Freshness } from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Blame } from '../history/blame.ts';
import type { FileName } from '../history/file-names.ts';
import { removedBy } from '../history/removed-by.ts';
import type { Followed } from '../lines/follow-range.ts';
import type { LineMap } from '../lines/map-lines.ts';
import { hasWords } from '../lines/recognise.ts';
import { LONGEST_SUMMARY, MOST_COMMITS_NAMED } from '../lines/thresholds.ts';
import type { Located } from '../locate/locate.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** Languages in which moving a line in or out changes what it does. */
const INDENTATION_MATTERS = /\.(pyi?|pyx|ya?ml|nim|hs|fsx?|coffee|haml|slim|pug|sass|styl)$/i;

/** Is it still true? Says whether a region's lines changed since they were annotated, and by which commits. */
export async function freshness(
  snapshot: Snapshot,
  scope: Scope,
  blame: Blame,
  names: readonly FileName[],
  located: Located,
  { nameCommits = true } = {},
): Promise<Freshness> {
  const { found, map, followed: asFollowed } = located;
  if (!map || !asFollowed) return { state: 'unknown' };
  const counted = INDENTATION_MATTERS.test(scope.path) ? countIndentation(asFollowed) : asFollowed;
  const intact: Freshness = { state: 'intact', reindented_lines: counted.reindented.length || undefined };
  if (counted.changed === 0) return intact;
  if (nameCommits || blame.ignoresRevisions) await blame.cover(counted.newLines);
  const followed = blame.ignoresRevisions
    ? await lookThrough(snapshot, blame, found.commit, map, counted)
    : counted;
  if (followed.changed === 0) return intact;
  const state: Freshness = followed.lines
    ? { state: 'edited', changed_lines: followed.changed, total_lines: followed.total }
    : { state: 'gone' };
  if (!nameCommits) return state;

  const writers = writersOf(blame, found.commit, followed.newLines);
  if (writers.commits.size > 0 || writers.uncommitted) {
    return { ...state, ...(await describe(snapshot, writers)) };
  }
  const removers = await removersOf(snapshot, scope, names, located, followed.lostLines);
  return { ...state, ...(await describe(snapshot, removers)) };
}

/** Counts lines that were moved in or out as changed. */
function countIndentation(followed: Followed): Followed {
  const newLines = [...followed.newLines, ...followed.reindented.map(([, line]) => line)].sort(
    (a, b) => a - b,
  );
  const lostLines = [...followed.lostLines, ...followed.reindented.map(([line]) => line)].sort(
    (a, b) => a - b,
  );
  const changed = Math.max(newLines.length, lostLines.length);
  return { ...followed, newLines, lostLines, changed, reindented: [] };
}

type Authors = { commits: Set<string>; uncommitted: boolean };

/** Who wrote these lines, other than the annotated commit itself. */
function writersOf(blame: Blame, annotated: Commit, lines: readonly number[]): Authors {
  const owners = lines.filter(blame.isCommitted).flatMap(line => blame.ownerOf(line) ?? []);
  return {
    commits: new Set(owners.filter(owner => owner !== annotated.id)),
    uncommitted: lines.some(line => !blame.isCommitted(line)),
  };
}

/** Who removed these lines of the annotated version: where nothing was written in their place, blame can't tell. */
async function removersOf(
  snapshot: Snapshot,
  scope: Scope,
  names: readonly FileName[],
  { found, path, map, followed }: Located,
  lostLines: readonly number[],
): Promise<Authors> {
  const paths = [...new Set([path, ...names.map(({ name }) => name)])];
  const moved = new Set(followed?.reindented.map(([line]) => line));
  const lost = lostLines.flatMap(line => {
    if (!map || !hasWords(map.before, line)) return [];
    const text = map.before.lines[line - 1] ?? '';
    // Of a line that was moved in or out, only the indentation is no longer there.
    return moved.has(line) ? `\n${text}` : text.trim();
  });
  const since = found.recovered ? found.commit : (found.written ?? found.commit);
  const commits = new Set(await removedBy(snapshot, since, scope.commit, paths, lost));
  return { commits, uncommitted: commits.size === 0 && scope.edits !== undefined };
}

async function describe(snapshot: Snapshot, { commits, uncommitted }: Authors): Promise<Partial<Freshness>> {
  const found = await Promise.all([...commits].map(id => snapshot.repository.commit(id)));
  const named = found
    .filter(commit => commit !== undefined)
    .sort((a, b) => b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_COMMITS_NAMED)
    .map(commit => ({ commit: commit.id, summary: summaryOf(commit) }));
  return {
    ...(named.length > 0 ? { changed_by: named } : {}),
    ...(uncommitted ? { uncommitted } : {}),
  };
}

/** Leaves out what commits changed that blame ignores, such as a formatter's (`.git-blame-ignore-revs`). */
async function lookThrough(
  snapshot: Snapshot,
  blame: Blame,
  annotated: Commit,
  map: LineMap,
  followed: Followed,
): Promise<Followed> {
  const owners = followed.newLines.flatMap(line => blame.ownerOf(line) ?? []);
  const older = await snapshot.history.ancestorsOf(annotated.id, owners, snapshot.signal);
  const isOld = (line: number) => {
    const owner = blame.ownerOf(line);
    return owner === undefined ? blame.isCommitted(line) : older.has(owner);
  };
  const newLines = followed.newLines.filter(line => !isOld(line) && hasWords(map.after, line));
  const lostLines = followed.lostLines.filter(line => {
    const target = map.reworded.get(line);
    const kept = target !== undefined && isOld(target.start) && isOld(target.end);
    return !kept && hasWords(map.before, line);
  });
  return { ...followed, newLines, lostLines, changed: Math.max(newLines.length, lostLines.length) };
}

export function summaryOf(commit: Commit): string {
  return oneLine(commit.message.split('\n\n')[0] ?? '')
    .slice(0, LONGEST_SUMMARY)
    .replace(/[\ud800-\udbff]$/, '');
}
