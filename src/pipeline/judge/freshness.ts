import { oneLine } from '../../annotation/sanitise.ts';
import type { Freshness } from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Blame } from '../history/blame.ts';
import type { FileName } from '../history/file-names.ts';
import { removedBy } from '../history/removed-by.ts';
import type { Followed } from '../lines/follow-range.ts';
import type { LineMap } from '../lines/map-lines.ts';
import { hasWords } from '../lines/recognise.ts';
import type { Located } from '../locate/locate.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_COMMITS_NAMED = 5;

/** Languages in which moving a line in or out changes what it does. */
const INDENTATION_MATTERS = /\.(pyi?|pyx|ya?ml|nim|hs|fsx?|coffee|haml|slim|pug|sass|styl)$/i;

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

/** Is it still true? Says whether a region's lines changed since they were annotated, and by which commits. */
export async function freshness(
  snapshot: Snapshot,
  scope: Scope,
  blame: Blame,
  names: readonly FileName[],
  { found, path, map, followed: asFound }: Located,
  { nameCommits = true } = {},
): Promise<Freshness> {
  if (!map || !asFound) return { state: 'unknown' };
  const asCarried = INDENTATION_MATTERS.test(scope.path) ? countIndentation(asFound) : asFound;
  const intact: Freshness = { state: 'intact', reindented_lines: asCarried.reindented.length || undefined };
  if (asCarried.changed === 0) return intact;
  if (nameCommits || blame.ignoresRevisions) await blame.cover(asCarried.newLines);
  const followed = blame.ignoresRevisions
    ? await lookThrough(snapshot, blame, found.commit, map, asCarried)
    : asCarried;
  if (followed.changed === 0) return intact;
  const state: Freshness = followed.lines
    ? { state: 'edited', changed_lines: followed.changed, total_lines: followed.total }
    : { state: 'gone' };
  if (!nameCommits) return state;

  const owners = new Set<string>();
  let uncommitted = false;
  for (const line of followed.newLines) {
    const owner = blame.ownerOf(line);
    if (!blame.isCommitted(line)) uncommitted = true;
    else if (owner !== undefined && owner !== found.commit.id) owners.add(owner);
  }
  if (owners.size === 0 && !uncommitted) {
    const paths = [...new Set([path, ...names.map(({ name }) => name)])];
    const moved = new Set(asFound.reindented.map(([line]) => line));
    const lost = followed.lostLines
      .filter(line => hasWords(map.before, line))
      .map(line => [line, map.before.lines[line - 1] ?? ''] as const)
      .map(([line, text]) => (moved.has(line) ? `\n${text}` : text.trim()));
    const since = found.recovered ? found.commit : (found.written ?? found.commit);
    for (const id of await removedBy(snapshot, since, scope.commit, paths, lost)) owners.add(id);
    uncommitted = owners.size === 0 && scope.edits !== undefined;
  }
  const commits = await Promise.all([...owners].map(id => snapshot.repository.commit(id)));
  const named = commits
    .filter(commit => commit !== undefined)
    .sort((a, b) => b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_COMMITS_NAMED)
    .map(commit => ({ commit: commit.id, summary: summaryOf(commit) }));
  return {
    ...state,
    ...(named.length > 0 ? { changed_by: named } : {}),
    ...(uncommitted ? { uncommitted } : {}),
  };
}

/** Where blame looks through a commit, as through a formatter, so does freshness: its lines did not change. */
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
    .slice(0, 200)
    .replace(/[\ud800-\udbff]$/, '');
}
