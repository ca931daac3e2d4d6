import type { Freshness } from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { Followed } from '../lines/follow-range.ts';
import type { LineMap } from '../lines/map-lines.ts';
import { hasWords } from '../lines/recognise.ts';
import type { Located } from '../locate/locate.ts';
import { commitSummary } from './commit-summary.ts';
import { removedBy } from './removed-by.ts';

const MOST_COMMITS_NAMED = 5;

/** Languages in which moving a line in or out changes what it does. */
const INDENTATION_MATTERS = /\.(pyi?|pyx|ya?ml|nim|hs|fsx?|coffee|haml|slim|pug|sass|styl)$/i;

/** Is it still true? Says whether a region's lines changed since they were annotated, and by which commits. */
export async function freshness(
  file: FileHistory,
  located: Located,
  { nameCommits = true } = {},
): Promise<Freshness> {
  const { found, map, followed } = located;
  if (!map || !followed) return { state: 'unknown' };
  const counted = INDENTATION_MATTERS.test(file.scope.path) ? countIndentation(followed) : followed;
  const intact: Freshness = { state: 'intact', reindented_lines: counted.reindented.length || undefined };
  if (counted.changed === 0) return intact;
  const judged = file.blame.ignoresRevisions ? await lookThrough(file, found.commit, map, counted) : counted;
  if (judged.changed === 0) return intact;
  const state: Freshness = judged.lines
    ? { state: 'edited', changed_lines: judged.changed, total_lines: judged.total }
    : { state: 'gone' };
  return nameCommits ? { ...state, ...(await changedBy(file, located, map, judged)) } : state;
}

function countIndentation(followed: Followed): Followed {
  const { reindented } = followed;
  const newLines = [...followed.newLines, ...reindented.map(([, line]) => line)].sort((a, b) => a - b);
  const lostLines = [...followed.lostLines, ...reindented.map(([line]) => line)].sort((a, b) => a - b);
  const changed = Math.max(newLines.length, lostLines.length);
  return { ...followed, newLines, lostLines, changed, reindented: [] };
}

/** Where blame looks through a commit, as through a formatter, so does freshness: its lines did not change. */
async function lookThrough(
  { snapshot, blame }: FileHistory,
  annotated: Commit,
  map: LineMap,
  followed: Followed,
): Promise<Followed> {
  const reworded = followed.lostLines.flatMap(line => map.reworded.get(line) ?? []);
  const lines = [...followed.newLines, ...reworded.flatMap(({ start, end }) => [start, end])];
  const ownerOf = await blame.ownersOf(lines);
  const owners = lines.flatMap(line => ownerOf(line) ?? []);
  const older = await ancestorsOf(snapshot, annotated.id, owners);
  const isOld = (line: number) => {
    const owner = ownerOf(line);
    return owner === undefined ? blame.isCommitted(line) : older.has(owner);
  };
  const newLines = followed.newLines.filter(line => !isOld(line) && hasWords(map.after, line));
  const lostLines = followed.lostLines.filter(line => {
    const target = map.reworded.get(line);
    const isKept = target !== undefined && isOld(target.start) && isOld(target.end);
    return !isKept && hasWords(map.before, line);
  });
  return { ...followed, newLines, lostLines, changed: Math.max(newLines.length, lostLines.length) };
}

/** The commits that own what is new in a region; where nothing is new, those that took lines away. */
async function changedBy(
  file: FileHistory,
  located: Located,
  map: LineMap,
  { newLines, lostLines }: Followed,
): Promise<Pick<Freshness, 'changed_by' | 'uncommitted'>> {
  const { snapshot, scope, blame } = file;
  const { found } = located;
  const ownerOf = await blame.ownersOf(newLines);
  const own = newLines.filter(line => blame.isCommitted(line)).flatMap(line => ownerOf(line) ?? []);
  const authors = new Set(own.filter(id => id !== found.commit.id));
  const isEdited = newLines.some(line => !blame.isCommitted(line));
  const removers = authors.size === 0 && !isEdited ? await whoRemoved(file, located, map, lostLines) : [];
  const ids = [...authors, ...removers];
  const commits = await Promise.all(ids.map(id => snapshot.repository.commit(id)));
  const named = commits
    .filter(commit => commit !== undefined)
    .sort((a, b) => b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_COMMITS_NAMED)
    .map(commit => ({ commit: commit.id, summary: commitSummary(commit) }));
  const uncommitted = isEdited || (ids.length === 0 && scope.edits !== undefined);
  return { ...(named.length > 0 ? { changed_by: named } : {}), ...(uncommitted ? { uncommitted } : {}) };
}

async function whoRemoved(
  { snapshot, scope, names }: FileHistory,
  { found, path, followed }: Located,
  map: LineMap,
  lostLines: readonly number[],
): Promise<string[]> {
  const paths = [...new Set([path, ...names.map(({ name }) => name)])];
  const reindented = new Set(followed?.reindented.map(([line]) => line));
  const texts = lostLines
    .filter(line => hasWords(map.before, line))
    .map(line => [line, map.before.lines[line - 1] ?? ''] as const)
    .map(([line, text]) => (reindented.has(line) ? `\n${text}` : text.trim()));
  const since = found.recovered ? found.commit : (found.written ?? found.commit);
  return removedBy(snapshot, since, scope.commit, paths, texts);
}
